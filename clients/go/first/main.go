// The smallest bot: it takes the first legal choice. With URL and ROOM it plays at a server.
package main

import (
	"fmt"
	"log"
	"os"

	"tablearena/arena"
)

type first struct{}

func (first) Act(turn arena.Turn) (string, error) { return turn.Legal[0], nil }

func main() {
	if len(os.Args) < 3 {
		if err := arena.RunStdio(first{}); err != nil {
			log.Fatal(err)
		}
		return
	}
	options := arena.Options{Name: "first-go"}
	if len(os.Args) > 3 {
		options.Token = os.Args[3]
	}
	over, err := arena.Connect(os.Args[1], os.Args[2], first{}, options)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("points", over.Deltas)
}
