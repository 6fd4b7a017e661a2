// Reads bodies as servers written in Go do. In: a line of base64 for each body. Out: a line of JSON for each.
//
// A reader's answer is null where it refuses; else every string and key of the body, and what would be put to a model.
package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
)

type part struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

type message struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

type request struct {
	Messages []message `json:"messages"`
}

type reading struct {
	Strings []string `json:"strings"`
	Prompts []string `json:"prompts"`
}

func stringsOf(node any, found []string) []string {
	switch value := node.(type) {
	case string:
		found = append(found, value)
	case []any:
		for _, item := range value {
			found = stringsOf(item, found)
		}
	case map[string]any:
		for key, item := range value {
			found = stringsOf(item, append(found, key))
		}
	}
	return found
}

// Into a value of any type: keys are compared exactly.
func readAny(body []byte) *reading {
	var value any
	if json.Unmarshal(body, &value) != nil {
		return nil
	}
	read := &reading{Strings: stringsOf(value, []string{}), Prompts: []string{}}
	asked, _ := value.(map[string]any)
	messages, _ := asked["messages"].([]any)
	for _, each := range messages {
		message, _ := each.(map[string]any)
		role, _ := message["role"].(string)
		read.Prompts = append(read.Prompts, role)
		switch content := message["content"].(type) {
		case string:
			read.Prompts = append(read.Prompts, content)
		case []any:
			for _, each := range content {
				part, _ := each.(map[string]any)
				text, _ := part["text"].(string)
				read.Prompts = append(read.Prompts, text)
			}
		}
	}
	return read
}

// Into structs: keys are compared without regard to case.
func readStruct(decode func(*request) error) *reading {
	var asked request
	if decode(&asked) != nil {
		return nil
	}
	read := &reading{Strings: []string{}, Prompts: []string{}}
	for _, message := range asked.Messages {
		read.Prompts = append(read.Prompts, message.Role)
		var text string
		var parts []part
		if json.Unmarshal(message.Content, &text) == nil {
			read.Prompts = append(read.Prompts, text)
		} else if json.Unmarshal(message.Content, &parts) == nil {
			for _, part := range parts {
				read.Prompts = append(read.Prompts, part.Text)
			}
		}
	}
	return read
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 64<<20)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		body, err := base64.StdEncoding.DecodeString(lines.Text())
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		// What stands behind the first value is never looked at.
		first := func(asked *request) error { return json.NewDecoder(bytes.NewReader(body)).Decode(asked) }
		whole := func(asked *request) error { return json.Unmarshal(body, asked) }
		if err := out.Encode(map[string]*reading{
			"map": readAny(body), "struct": readStruct(whole), "Decoder": readStruct(first),
		}); err != nil {
			os.Exit(1)
		}
	}
}
