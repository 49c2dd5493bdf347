package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/flowcontrol"
	"k8s.io/utils/clock"
	clocktesting "k8s.io/utils/clock/testing"
)

func init() {
	subjects["backoff"] = subject{"k8s.io/apimachinery", newBackoff, inBubble} // the loop has no clock of its own
}

// backoff is one of several things; what the others have is nil.
type backoff struct {
	value  wait.Backoff
	isStep bool
	delay  func() time.Duration
	clock  *clocktesting.FakeClock
	items  *flowcontrol.Backoff
	start  time.Time
}

func newBackoff(config json.RawMessage) (driver, error) {
	var c struct {
		Kind          string  `json:"kind"`
		DurationNanos int64   `json:"durationNanos"`
		Factor        float64 `json:"factor"`
		Steps         int     `json:"steps"`
		CapNanos      int64   `json:"capNanos"`
		ResetNanos    int64   `json:"resetNanos"`
		InitialNanos  int64   `json:"initialNanos"`
		MaxNanos      int64   `json:"maxNanos"`
	}
	if err := decode(config, &c); err != nil {
		return nil, err
	}
	b := &backoff{
		value: wait.Backoff{
			Duration: time.Duration(c.DurationNanos), Factor: c.Factor, Steps: c.Steps, Cap: time.Duration(c.CapNanos),
		},
		clock: clocktesting.NewFakeClock(time.Now()),
	}
	reset := time.Duration(c.ResetNanos)
	switch c.Kind {
	case "step":
		b.isStep, b.delay = true, b.value.Step
	case "delayFunc":
		b.delay = b.value.DelayFunc()
	case "delayWithReset":
		b.delay = b.value.DelayWithReset(b.clock, reset)
	case "manager":
		armed := &armedClock{FakeClock: b.clock}
		manager := wait.NewExponentialBackoffManager(
			b.value.Duration, b.value.Cap, reset, c.Factor, 0, armed)
		b.delay = func() time.Duration {
			manager.Backoff().Stop() // nobody waits for it
			return armed.delay
		}
	case "exponential":
	case "flowControl":
		b.start = b.clock.Now()
		b.items = flowcontrol.NewFakeBackOff(time.Duration(c.InitialNanos), time.Duration(c.MaxNanos), b.clock)
	default:
		return nil, fmt.Errorf("no driver for a backoff of kind %q", c.Kind)
	}
	return b, nil
}

// armedClock tells with which delay a timer was armed last.
type armedClock struct {
	*clocktesting.FakeClock
	delay time.Duration
}

type armedTimer struct {
	clock.Timer
	of *armedClock
}

func (c *armedClock) NewTimer(d time.Duration) clock.Timer {
	c.delay = d
	return armedTimer{c.FakeClock.NewTimer(d), c}
}

func (t armedTimer) Reset(d time.Duration) bool {
	t.of.delay = d
	return t.Timer.Reset(d)
}

var errCondition = errors.New("the condition's own failure")

func (b *backoff) do(op string, args json.RawMessage) (answer, error) {
	var a struct {
		Nanos   int64    `json:"nanos"`
		Answers []string `json:"answers"`

		ID         string `json:"id"`
		EventNanos int64  `json:"eventNanos"`
	}
	if err := decode(args, &a); err != nil {
		return answer{}, err
	}
	if b.items != nil {
		return b.flowControl(op, a.ID, b.start.Add(time.Duration(a.EventNanos)), time.Duration(a.Nanos))
	}
	switch {
	case op == "delay" && b.delay != nil:
		result := answer{result: object{"delayNanos": int64(b.delay())}}
		if b.isStep {
			result.state = object{"durationNanos": int64(b.value.Duration), "steps": b.value.Steps}
		}
		return result, nil
	case op == "clock":
		b.clock.Step(time.Duration(a.Nanos))
		return answer{}, nil
	case op == "run" && b.delay == nil:
		return answer{result: b.run(a.Answers)}, nil
	}
	return answer{}, errNoSuchOperation
}

func (b *backoff) run(answers []string) object {
	var calls []time.Time
	err := wait.ExponentialBackoff(b.value, func() (bool, error) {
		calls = append(calls, time.Now())
		if len(calls) > len(answers) {
			return false, nil
		}
		switch answers[len(calls)-1] {
		case "error":
			return false, errCondition
		case "true":
			return true, nil
		}
		return false, nil
	})
	outcome := "timeout"
	switch {
	case err == nil:
		outcome = "done"
	case errors.Is(err, errCondition):
		outcome = "condition"
	case !wait.Interrupted(err):
		outcome = err.Error()
	}
	pauses := []int64{}
	for i := range calls {
		if i > 0 {
			pauses = append(pauses, int64(calls[i].Sub(calls[i-1])))
		}
	}
	last := int64(0)
	if len(calls) > 0 {
		last = int64(time.Since(calls[len(calls)-1]))
	}
	return object{"outcome": outcome, "calls": len(calls), "pausesNanos": pauses, "lastPauseNanos": last}
}

func (b *backoff) flowControl(op, id string, event time.Time, passing time.Duration) (answer, error) {
	switch op {
	case "clock":
		b.clock.Step(passing)
		return answer{}, nil
	case "get":
		return answer{result: object{"delayNanos": int64(b.items.Get(id))}}, nil
	case "isInBackOffSince":
		return answer{result: object{"answer": b.items.IsInBackOffSince(id, event)}}, nil
	case "isInBackOffSinceUpdate":
		return answer{result: object{"answer": b.items.IsInBackOffSinceUpdate(id, event)}}, nil
	case "next":
		b.items.Next(id, event)
	case "reset":
		b.items.Reset(id)
	case "deleteEntry":
		b.items.DeleteEntry(id)
	case "gc":
		b.items.GC()
	default:
		return answer{}, errNoSuchOperation
	}
	delays := object{}
	for _, known := range []string{"a", "b", "c"} {
		delays[known] = int64(b.items.Get(known))
	}
	return answer{state: object{"delays": delays}}, nil
}
