package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
)

type trace struct {
	Format  int             `json:"format"`
	Subject string          `json:"subject"`
	Name    string          `json:"name"`
	Source  string          `json:"source"`
	Seed    *int64          `json:"seed,omitempty"`
	Config  json.RawMessage `json:"config,omitempty"`
	Steps   []step          `json:"steps"`
}

type step struct {
	Op      string          `json:"op"`
	Args    json.RawMessage `json:"args,omitempty"`
	Result  any             `json:"result,omitempty"`
	Error   string          `json:"error,omitempty"`
	Message string          `json:"message,omitempty"`
	Status  any             `json:"status,omitempty"`
	State   any             `json:"state,omitempty"`
}

// answer is what one operation gave: at most one of result and failure, and what can be seen afterwards.
type answer struct {
	result  any
	failure error
	state   any
	message string // the failure's text, where users see it
	status  any    // and its shape
}

// object is a JSON object that we build.
type object = map[string]any

// A driver does operations on the thing that a trace is about. One that has a method end is told of the trace's end.
type driver interface {
	do(op string, args json.RawMessage) (answer, error)
}

// subject is what a trace can be about: the Go module that is asked, the maker of its drivers, and what a whole trace
// runs in.
type subject struct {
	module string
	make   func(config json.RawMessage) (driver, error)
	within func(body func())
}

// subjects has one entry a driver; the drivers enter themselves.
var subjects = map[string]subject{}

func simply(body func()) { body() }

// record answers one trace. A trace of another subject comes back as it is.
func record(line []byte, skipped func(subject string)) ([]byte, error) {
	var t trace
	if err := json.Unmarshal(line, &t); err != nil {
		return nil, err
	}
	if t.Format != 1 {
		return nil, fmt.Errorf("trace %q has format %d; this recorder writes format 1", t.Name, t.Format)
	}
	subject, ok := subjects[t.Subject]
	if !ok {
		skipped(t.Subject)
		return bytes.Clone(line), nil
	}
	t.Source = subject.module + " " + moduleVersion(subject.module)
	if len(t.Config) == 0 {
		t.Config = nil
	}
	var err error
	subject.within(func() { err = answerAll(&t, subject.make) })
	if err != nil {
		return nil, err
	}
	return encode(t)
}

func answerAll(t *trace, make func(config json.RawMessage) (driver, error)) error {
	driver, err := make(orEmpty(t.Config))
	if err != nil {
		return fmt.Errorf("trace %q: config: %w", t.Name, err)
	}
	if ending, ok := driver.(interface{ end() }); ok {
		defer ending.end()
	}
	for i := range t.Steps {
		s := &t.Steps[i]
		given, err := driver.do(s.Op, orEmpty(s.Args))
		if err != nil {
			return fmt.Errorf("trace %q, step %d, %s: %w", t.Name, i+1, s.Op, err)
		}
		s.Result, s.State = given.result, given.state
		s.Error, s.Message, s.Status = "", given.message, given.status
		if given.failure != nil {
			if s.Error, err = word(given.failure); err != nil {
				return fmt.Errorf("trace %q, step %d, %s: %w", t.Name, i+1, s.Op, err)
			}
		}
	}
	return nil
}

func orEmpty(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("{}")
	}
	return raw
}

func encode(value any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n")), nil
}

func decode(raw json.RawMessage, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	return decoder.Decode(into)
}

var errNoSuchOperation = errors.New("there is no such operation")

func moduleVersion(path string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	for _, module := range info.Deps {
		if module.Path == path {
			if module.Replace != nil {
				module = module.Replace
			}
			return module.Version
		}
	}
	return "(unknown)"
}
