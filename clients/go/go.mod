module tablearena

go 1.18
