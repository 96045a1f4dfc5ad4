package arena

import (
	"bufio"
	"crypto/rand"
	"crypto/sha1"
	"crypto/tls"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"sync"
)

// What of WebSocket (RFC 6455) a client needs.
const opText, opClose, opPing, opPong, mostBytes = 1, 8, 9, 10, 64 << 20

type socket struct {
	conn  net.Conn
	in    *bufio.Reader
	write sync.Mutex
}

// dial opens a connection and asks for the upgrade.
func dial(address string) (*socket, error) {
	where, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	conn, err := reach(where)
	if err != nil {
		return nil, err
	}
	key := base64.StdEncoding.EncodeToString(random(16))
	made := &socket{conn: conn, in: bufio.NewReader(conn)}
	_, err = fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"+
		"Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n\r\n", where.RequestURI(), where.Host, key)
	if err == nil {
		err = made.upgraded(key)
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	return made, nil
}

func random(size int) []byte {
	made := make([]byte, size)
	if _, err := rand.Read(made); err != nil {
		panic(err)
	}
	return made
}

func reach(where *url.URL) (net.Conn, error) {
	host := where.Host
	if where.Port() == "" {
		host += map[string]string{"https": ":443", "http": ":80"}[where.Scheme]
	}
	if where.Scheme == "https" {
		return tls.Dial("tcp", host, nil)
	}
	return net.Dial("tcp", host)
}

func (s *socket) upgraded(key string) error {
	response, err := http.ReadResponse(s.in, nil)
	if err != nil {
		return err
	}
	hash := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	accept := base64.StdEncoding.EncodeToString(hash[:])
	if response.StatusCode != 101 || response.Header.Get("Sec-WebSocket-Accept") != accept {
		return fmt.Errorf("no WebSocket there: %s", response.Status)
	}
	return nil
}

// send writes one whole frame, masked as a client must.
func (s *socket) send(op byte, data []byte) error {
	size := len(data)
	frame := []byte{0x80 | op, 0x80 | byte(size)}
	if size >= 1<<16 {
		return errors.New("a message of 64 kB or more")
	} else if size >= 126 {
		frame = []byte{0x80 | op, 0x80 | 126, byte(size >> 8), byte(size)}
	}
	mask := random(4)
	frame = append(frame, mask...)
	for at, sign := range data {
		frame = append(frame, sign^mask[at%4])
	}
	s.write.Lock()
	defer s.write.Unlock()
	_, err := s.conn.Write(frame)
	return err
}

// frames gives whole text messages until the connection ends, and answers pings meanwhile.
func (s *socket) frames() <-chan []byte {
	found := make(chan []byte, 64)
	go func() {
		defer close(found)
		var whole []byte
		for {
			op, last, data, err := s.read()
			if err != nil || op == opClose {
				return
			}
			if op == opPing {
				s.send(opPong, data)
			} else if op < opClose {
				if whole = append(whole, data...); last {
					found <- whole
					whole = nil
				}
			}
		}
	}()
	return found
}

func (s *socket) read() (op byte, last bool, data []byte, err error) {
	head := make([]byte, 8)
	if _, err = io.ReadFull(s.in, head[:2]); err != nil {
		return
	}
	op, last = head[0]&15, head[0]&0x80 != 0
	size := uint64(head[1] & 0x7f)
	if size == 126 {
		_, err = io.ReadFull(s.in, head[:2])
		size = uint64(binary.BigEndian.Uint16(head))
	} else if size == 127 {
		_, err = io.ReadFull(s.in, head)
		size = binary.BigEndian.Uint64(head)
	}
	if err == nil && size > mostBytes {
		err = errors.New("a frame is too large")
	} else if err == nil {
		data = make([]byte, size)
		_, err = io.ReadFull(s.in, data)
	}
	return
}

func (s *socket) close() {
	s.send(opClose, []byte{3, 232}) // 1000: done
	s.conn.Close()
}
