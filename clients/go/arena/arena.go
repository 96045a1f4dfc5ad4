// Package arena is Table Arena's client for Go: the full level of the protocol, over stdin and
// stdout or a WebSocket. Standard library only. A bot implements Bot; Act returns one of turn.Legal.
package arena

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"
)

// Turn is one decision. Decode View into the type of your game: var view arena.RiichiView.
type Turn struct {
	Seat       int
	Legal      []string
	View       json.RawMessage
	Events     []json.RawMessage
	DeadlineMs *int64 // nil without a clock
}

// Decode fills a typed view of views.go.
func (turn Turn) Decode(view any) error { return json.Unmarshal(turn.View, view) }

// JoinAck is the table as it is when the bot is let in.
type JoinAck struct {
	RoomID  string          `json:"room_id"`
	Seat    int             `json:"seat"`
	Players int             `json:"players"`
	Game    string          `json:"game"`
	Config  json.RawMessage `json:"config"`
	Token   string          `json:"token"`
}

// GameOver is the result of a match, by seat.
type GameOver struct {
	Winner     int   `json:"winner"`
	Deltas     []int `json:"deltas"`
	Placements []int `json:"placements"`
}

// Bot is a player. An error or a panic in Act is reported as its fault, and the match goes on.
type Bot interface {
	Act(turn Turn) (string, error)
}

// Starter is a bot that wants to know the table before the match.
type Starter interface{ Start(ack JoinAck) }

// Watcher is a bot that wants to see events at once; Act has those since its last turn.
type Watcher interface {
	Watch(events []json.RawMessage)
}

// Ender is a bot that wants to know the result.
type Ender interface{ End(over GameOver) }

type message struct {
	Type       string            `json:"type"`
	Seq        int64             `json:"seq"`
	Events     []json.RawMessage `json:"events"`
	View       json.RawMessage   `json:"view"`
	RequestID  *int64            `json:"request_id"`
	DeadlineMs *int64            `json:"deadline_ms"`
	Message    string            `json:"message"`
	Detail     string            `json:"detail"`
}

type action struct {
	Type      string `json:"type"`
	Choice    string `json:"choice"`
	RequestID int64  `json:"request_id"`
	Fault     string `json:"fault,omitempty"`
}

// Conversation plays one match: it takes the server's messages and returns the replies.
type Conversation struct {
	Ack    *JoinAck
	Over   *GameOver
	bot    Bot
	seq    int64
	events []json.RawMessage
}

// NewConversation begins a match of a bot.
func NewConversation(bot Bot) *Conversation { return &Conversation{bot: bot, seq: -1} }

// Hear takes one message and returns what is to be sent back, nil if nothing is.
func (talk *Conversation) Hear(line []byte) ([]byte, error) {
	var seen message
	if err := json.Unmarshal(line, &seen); err != nil {
		return nil, err
	}
	switch seen.Type {
	case "join_ack":
		return talk.joined(line)
	case "state":
		return talk.state(seen)
	case "game_over":
		talk.Over = &GameOver{}
		err := json.Unmarshal(line, talk.Over)
		if ender, ok := talk.bot.(Ender); ok {
			ender.End(*talk.Over)
		}
		return nil, err
	case "error":
		if talk.Ack == nil {
			return nil, refused(seen.Message + " " + seen.Detail)
		}
		fmt.Fprintln(os.Stderr, "the server refused a message:", seen.Message, seen.Detail)
	}
	return nil, nil
}

func (talk *Conversation) joined(line []byte) ([]byte, error) {
	first := talk.Ack == nil
	talk.Ack = &JoinAck{}
	if err := json.Unmarshal(line, talk.Ack); err != nil || !first {
		return nil, err // back after a lost connection: the bot has started already
	}
	if starter, ok := talk.bot.(Starter); ok {
		starter.Start(*talk.Ack)
	}
	return []byte(`{"type":"ready"}`), nil
}

func (talk *Conversation) state(seen message) ([]byte, error) {
	if seen.Seq > talk.seq {
		talk.seq = seen.Seq
		talk.events = append(talk.events, seen.Events...)
		if watcher, ok := talk.bot.(Watcher); ok {
			watcher.Watch(seen.Events)
		}
	}
	if seen.RequestID == nil {
		return nil, nil
	}
	var view struct{ Legal []string }
	if err := json.Unmarshal(seen.View, &view); err != nil {
		return nil, err
	}
	turn := Turn{talk.Ack.Seat, view.Legal, seen.View, talk.events, seen.DeadlineMs}
	talk.events = nil
	choice, err := decide(talk.bot, turn)
	reply := action{Type: "action", Choice: choice, RequestID: *seen.RequestID}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		reply.Choice, reply.Fault = "", fmt.Sprintf("%.300s", "error: "+err.Error())
	}
	return json.Marshal(reply)
}

func decide(bot Bot, turn Turn) (choice string, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			err = fmt.Errorf("panic: %v", problem)
		}
	}()
	return bot.Act(turn)
}

// RunStdio plays one match as a child process; print your own text to os.Stderr.
func RunStdio(bot Bot) error {
	out := os.Stdout
	os.Stdout = os.Stderr // stdout carries the protocol
	talk, in := NewConversation(bot), bufio.NewReader(os.Stdin)
	for talk.Over == nil {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return nil // the table has gone
		}
		reply, err := talk.Hear(line)
		if err != nil {
			return err
		}
		if reply != nil {
			fmt.Fprintf(out, "%s\n", reply)
		}
	}
	return nil
}

// Options of Connect: the name to play under, your account's token, the game of a new room.
type Options struct{ Name, Token, Game string }

type refused string

func (why refused) Error() string { return "not let in: " + string(why) }

const retries = 5

// Connect plays one match at a server; a lost connection is opened again with the seat's token.
func Connect(server, room string, bot Bot, options Options) (*GameOver, error) {
	address := strings.TrimSuffix(server, "/") + "/ws/" + url.PathEscape(room)
	talk := NewConversation(bot)
	for attempt := 0; ; attempt++ {
		err := listen(address, join(room, options, talk.Ack), talk)
		if talk.Over != nil {
			return talk.Over, nil
		}
		if errors.As(err, new(refused)) || attempt == retries {
			return nil, err
		}
		time.Sleep(200 * time.Millisecond << attempt)
	}
}

func join(room string, options Options, ack *JoinAck) map[string]any {
	words := map[string]any{"type": "join", "room_id": room, "player_id": options.Name,
		"role": "player", "detail": "full", "bot": options.Name}
	if options.Game != "" {
		words["game"] = options.Game
	}
	if ack != nil && ack.Token != "" {
		words["token"], words["takeover"] = ack.Token, true
	} else if options.Token != "" {
		words["token"], words["takeover"] = options.Token, true
	}
	return words
}

// listen answers messages in order until the match or the connection ends.
func listen(address string, join map[string]any, talk *Conversation) error {
	socket, err := dial(address)
	if err != nil {
		return err
	}
	defer socket.close()
	first, _ := json.Marshal(join) // texts and a flag: it cannot fail
	if err = socket.send(opText, first); err != nil {
		return err
	}
	for frame := range socket.frames() { // read all the time: pings are answered while a bot thinks
		reply, err := talk.Hear(frame)
		if err == nil && reply != nil {
			err = socket.send(opText, reply)
		}
		if err != nil || talk.Over != nil {
			return err
		}
	}
	return errors.New("connection lost")
}
