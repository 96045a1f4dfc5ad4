// A bot as a child process in Go: one JSON object a line, in and out.
//
// go build flat_bot.go
// arena play tigerdragon flat:./flat_bot random random random
package main

import (
	"encoding/json"
	"os"
	"strings"
)

type message struct {
	Type   string `json:"type"`
	Legal  string `json:"legal,omitempty"`
	Choice string `json:"choice,omitempty"`
}

func main() {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var seen message
		if in.Decode(&seen) != nil || seen.Type == "game_over" {
			return
		}
		if seen.Type == "state" && seen.Legal != "" {
			choices := strings.Split(seen.Legal, ",")
			out.Encode(message{Type: "action", Choice: choices[0]})
		}
	}
}
