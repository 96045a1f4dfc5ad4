// For the conformance script: reads the typed view of every game, then takes the first choice.
package main

import (
	"fmt"
	"log"

	"tablearena/arena"
)

type typed struct{ game string }

func (bot *typed) Start(ack arena.JoinAck) { bot.game = ack.Game }

func (bot *typed) Act(turn arena.Turn) (string, error) {
	seats, legal, hand, err := bot.read(turn)
	if err != nil {
		return "", err
	}
	if seats == 0 || len(legal) != len(turn.Legal) || len(hand) == 0 {
		return "", fmt.Errorf("%s: the view has %d seats, %v legal, hand %v", bot.game, seats, legal, hand)
	}
	return legal[0], nil
}

func (bot *typed) read(turn arena.Turn) (int, []string, []string, error) {
	switch bot.game {
	case "tigerdragon":
		var view arena.TigerDragonView
		err := turn.Decode(&view)
		return view.Seats, view.Legal, view.Hand, err
	case "riichi":
		var view arena.RiichiView
		err := turn.Decode(&view)
		return view.Seats, view.Legal, view.Hand, err
	case "taiwan":
		var view arena.TaiwanView
		err := turn.Decode(&view)
		return view.Seats, view.Legal, view.Hand, err
	case "sichuan":
		var view arena.SichuanView
		err := turn.Decode(&view)
		return view.Seats, view.Legal, view.Hand, err
	case "texas42":
		var view arena.Texas42View
		err := turn.Decode(&view)
		return view.Seats, view.Legal, view.Hand, err
	}
	return 0, nil, nil, fmt.Errorf("no typed view of %s", bot.game)
}

func main() {
	if err := arena.RunStdio(&typed{}); err != nil {
		log.Fatal(err)
	}
}
