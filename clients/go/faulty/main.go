// For the conformance script: instead of its third answer it fails.
package main

import (
	"log"

	"tablearena/arena"
)

type faulty struct{ asked int }

func (bot *faulty) Act(turn arena.Turn) (string, error) {
	if bot.asked++; bot.asked == 3 {
		panic("on purpose")
	}
	return turn.Legal[0], nil
}

func main() {
	if err := arena.RunStdio(&faulty{}); err != nil {
		log.Fatal(err)
	}
}
