package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"testing/synctest"
	"time"

	"golang.org/x/time/rate"
	"k8s.io/client-go/util/workqueue"
	clocktesting "k8s.io/utils/clock/testing"
)

func init() {
	subjects["rate-limiter"] = subject{"k8s.io/client-go", newLimiter, inBubble} // a bucket reads the process's clock
	subjects["work-queue"] = subject{"k8s.io/client-go", newWorkQueue, inBubble}
}

type limiter = workqueue.TypedRateLimiter[string]

// limiterFromJSON makes a limiter that is given as data.
func limiterFromJSON(raw json.RawMessage) (limiter, error) {
	var l struct {
		Type            string            `json:"type"`
		BaseDelayNanos  int64             `json:"baseDelayNanos"`
		MaxDelayNanos   int64             `json:"maxDelayNanos"`
		FastDelayNanos  int64             `json:"fastDelayNanos"`
		SlowDelayNanos  int64             `json:"slowDelayNanos"`
		MaxFastAttempts int               `json:"maxFastAttempts"`
		QPS             float64           `json:"qps"`
		Burst           int               `json:"burst"`
		Limiters        []json.RawMessage `json:"limiters"`
		Limiter         json.RawMessage   `json:"limiter"`
	}
	if err := decode(raw, &l); err != nil {
		return nil, err
	}
	longest := time.Duration(l.MaxDelayNanos)
	switch l.Type {
	case "itemExponentialFailure":
		return workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Duration(l.BaseDelayNanos), longest), nil
	case "itemFastSlow":
		return workqueue.NewTypedItemFastSlowRateLimiter[string](
			time.Duration(l.FastDelayNanos), time.Duration(l.SlowDelayNanos), l.MaxFastAttempts), nil
	case "bucket":
		return &workqueue.TypedBucketRateLimiter[string]{Limiter: rate.NewLimiter(rate.Limit(l.QPS), l.Burst)}, nil
	case "maxOf":
		var parts []limiter
		for _, raw := range l.Limiters {
			part, err := limiterFromJSON(raw)
			if err != nil {
				return nil, err
			}
			parts = append(parts, part)
		}
		return workqueue.NewTypedMaxOfRateLimiter(parts...), nil
	case "withMaxWait":
		part, err := limiterFromJSON(l.Limiter)
		if err != nil {
			return nil, err
		}
		return workqueue.NewTypedWithMaxWaitRateLimiter(part, longest), nil
	case "defaultController":
		return workqueue.DefaultTypedControllerRateLimiter[string](), nil
	case "defaultItemBased":
		return workqueue.DefaultTypedItemBasedRateLimiter[string](), nil
	}
	return nil, fmt.Errorf("no limiter %q", l.Type)
}

type limiterAlone struct{ limiter }

func newLimiter(config json.RawMessage) (driver, error) {
	var c struct {
		Limiter json.RawMessage `json:"limiter"`
	}
	if err := decode(config, &c); err != nil {
		return nil, err
	}
	l, err := limiterFromJSON(c.Limiter)
	return limiterAlone{l}, err
}

func (l limiterAlone) do(op string, args json.RawMessage) (answer, error) {
	var a struct {
		Item  string `json:"item"`
		Times int    `json:"times"`
		Nanos int64  `json:"nanos"`
	}
	if err := decode(args, &a); err != nil {
		return answer{}, err
	}
	switch op {
	case "when":
		delay := l.When(a.Item)
		for range a.Times - 1 {
			delay = l.When(a.Item)
		}
		return answer{result: object{"delayNanos": int64(delay)}, state: object{"numRequeues": l.NumRequeues(a.Item)}}, nil
	case "forget":
		l.Forget(a.Item)
		return answer{state: object{"numRequeues": l.NumRequeues(a.Item)}}, nil
	case "numRequeues":
		return answer{result: object{"count": l.NumRequeues(a.Item)}}, nil
	case "step":
		after(a.Nanos)
		return answer{}, nil
	}
	return answer{}, errNoSuchOperation
}

// workQueue is a queue on a clock that jumps; the process's clock, which buckets read, goes with it.
type workQueue struct {
	clock    *clocktesting.FakeClock
	queue    workqueue.TypedInterface[string]
	delaying workqueue.TypedDelayingInterface[string]
	limiting workqueue.TypedRateLimitingInterface[string]
	limiter  *seenLimiter
	order    *seenOrder
	metrics  *seenMetrics
	retries  bool // the queue has them
	held     []string

	mu       sync.Mutex
	begun    bool // a shutdown
	draining int
}

func newWorkQueue(config json.RawMessage) (driver, error) {
	var c struct {
		Kind    string          `json:"kind"`
		Order   string          `json:"order"`
		Name    string          `json:"name"`
		Metrics bool            `json:"metrics"`
		Limiter json.RawMessage `json:"limiter"`
	}
	if err := decode(config, &c); err != nil {
		return nil, err
	}
	q := &workQueue{clock: clocktesting.NewFakeClock(time.Now()), retries: c.Kind != "plain"}
	var provider workqueue.MetricsProvider
	if c.Metrics {
		q.metrics = &seenMetrics{}
		provider = q.metrics
	}
	plain := workqueue.TypedQueueConfig[string]{Name: c.Name, MetricsProvider: provider, Clock: q.clock}
	switch c.Order {
	case "":
	case "fifo", "lifo":
		q.order = &seenOrder{lastIn: c.Order == "lifo"}
		plain.Queue = q.order
	default:
		return nil, fmt.Errorf("no order %q", c.Order)
	}
	if c.Kind == "plain" {
		q.queue = workqueue.NewTypedWithConfig(plain)
		return q, nil
	}
	delaying := workqueue.TypedDelayingQueueConfig[string]{Name: c.Name, MetricsProvider: provider, Clock: q.clock}
	if q.order != nil {
		delaying.Queue = workqueue.NewTypedWithConfig(plain)
	}
	q.delaying = workqueue.NewTypedDelayingQueueWithConfig(delaying)
	q.queue = q.delaying
	switch c.Kind {
	case "delaying":
		return q, nil
	case "rateLimiting":
		original, err := limiterFromJSON(c.Limiter)
		if err != nil {
			return nil, err
		}
		q.limiter = &seenLimiter{limiter: original}
		q.limiting = workqueue.NewTypedRateLimitingQueueWithConfig[string](q.limiter,
			workqueue.TypedRateLimitingQueueConfig[string]{
				Name: c.Name, MetricsProvider: provider, Clock: q.clock, DelayingQueue: q.delaying,
			})
		q.queue = q.limiting
		return q, nil
	}
	return nil, fmt.Errorf("no kind of queue %q", c.Kind)
}

func (q *workQueue) do(op string, args json.RawMessage) (answer, error) {
	var a struct {
		Item       string `json:"item"`
		DelayNanos int64  `json:"delayNanos"`
		Nanos      int64  `json:"nanos"`
	}
	if err := decode(args, &a); err != nil {
		return answer{}, err
	}
	synctest.Wait() // the queue's goroutines may have been started a moment ago
	if q.order != nil {
		q.order.touched = []string{}
	}
	if q.metrics != nil {
		q.metrics.clear()
	}
	if (op == "addAfter" && q.delaying == nil) ||
		(q.limiting == nil && slices.Contains([]string{"addRateLimited", "forget", "numRequeues"}, op)) {
		return answer{}, errors.New("this kind of queue has no such operation")
	}
	var result any
	switch op {
	case "add":
		q.queue.Add(a.Item)
	case "get":
		item, shutdown := q.queue.Get()
		if shutdown {
			result = object{"shutdown": true}
		} else {
			q.held = append(q.held, item)
			result = object{"item": item}
		}
	case "done":
		q.queue.Done(a.Item)
		if at := slices.Index(q.held, a.Item); at >= 0 {
			q.held = slices.Delete(q.held, at, at+1)
		}
	case "addAfter":
		q.delaying.AddAfter(a.Item, time.Duration(a.DelayNanos))
	case "addRateLimited":
		q.limiting.AddRateLimited(a.Item)
		result = object{"delayNanos": int64(q.limiter.last)}
	case "forget":
		q.limiting.Forget(a.Item)
	case "numRequeues":
		result = object{"count": q.limiting.NumRequeues(a.Item)}
	case "step":
		after(a.Nanos)
		q.clock.Step(time.Duration(a.Nanos))
	case "shutDown":
		q.begin()
		q.queue.ShutDown()
	case "shutDownWithDrain":
		q.begin()
		q.drains(1)
		go func() {
			defer q.drains(-1)
			q.queue.ShutDownWithDrain()
		}()
	default:
		return answer{}, errNoSuchOperation
	}
	synctest.Wait()
	return answer{result: result, state: q.state(op == "step" && a.Nanos >= int64(500*time.Millisecond))}, nil
}

func (q *workQueue) begin() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.begun = true
}

func (q *workQueue) drains(by int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.draining += by
}

func (q *workQueue) state(longStep bool) object {
	q.mu.Lock()
	defer q.mu.Unlock()
	state := object{"len": q.queue.Len(), "shuttingDown": q.queue.ShuttingDown()}
	if q.begun {
		state["draining"] = q.draining > 0
	}
	if q.order != nil {
		state["order"], state["touched"] = append([]string{}, q.order.items...), q.order.touched
	}
	if q.metrics != nil {
		state["metrics"] = q.metrics.show(q.retries, longStep)
	}
	return state
}

// end gives back what is held, so that nobody waits for it, and ends the queue's goroutines.
func (q *workQueue) end() {
	for _, item := range q.held {
		q.queue.Done(item)
	}
	synctest.Wait()
	q.queue.ShutDown()
	for range 3 {
		synctest.Wait()
		q.clock.Step(time.Minute)
	}
	synctest.Wait()
}

type seenLimiter struct {
	limiter
	last time.Duration
}

func (l *seenLimiter) When(item string) time.Duration {
	l.last = l.limiter.When(item)
	return l.last
}

// seenOrder can be looked into; the queue calls it with its lock held, and we look at rest.
type seenOrder struct {
	lastIn  bool
	items   []string // oldest push first
	touched []string
}

func (o *seenOrder) Touch(item string) { o.touched = append(o.touched, item) }

func (o *seenOrder) Push(item string) { o.items = append(o.items, item) }

func (o *seenOrder) Len() int { return len(o.items) }

func (o *seenOrder) Pop() (item string) {
	at := 0
	if o.lastIn {
		at = len(o.items) - 1
	}
	item = o.items[at]
	o.items = slices.Delete(o.items, at, at+1)
	return item
}

// seenMetrics counts, and keeps what was observed since the step began.
type seenMetrics struct {
	mu                   sync.Mutex
	adds, depth, retries int64
	latencies, works     []float64
	unfinished, longest  *float64
}

func (m *seenMetrics) clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.latencies, m.works, m.unfinished, m.longest = nil, nil, nil, nil
}

func (m *seenMetrics) show(retries, longStep bool) object {
	m.mu.Lock()
	defer m.mu.Unlock()
	nanos := func(seconds float64) int64 { return int64(math.Round(seconds * 1e9)) }
	all := func(list []float64) []int64 {
		result := []int64{}
		for _, seconds := range list {
			result = append(result, nanos(seconds))
		}
		return result
	}
	shown := object{
		"adds": m.adds, "depth": m.depth, "latencyNanos": all(m.latencies), "workNanos": all(m.works),
	}
	if retries {
		shown["retries"] = m.retries
	}
	if longStep && m.unfinished != nil && m.longest != nil {
		shown["unfinishedNanos"], shown["longestNanos"] = nanos(*m.unfinished), nanos(*m.longest)
	}
	return shown
}

// metric is any of them: a change under the lock.
type metric struct {
	m              *seenMetrics
	inc, dec       func()
	observe, toSet func(float64)
}

func (c metric) do(change func()) {
	c.m.mu.Lock()
	defer c.m.mu.Unlock()
	change()
}

func (c metric) Inc() { c.do(c.inc) }

func (c metric) Dec() { c.do(c.dec) }

func (c metric) Observe(value float64) { c.do(func() { c.observe(value) }) }

func (c metric) Set(value float64) { c.do(func() { c.toSet(value) }) }

func (m *seenMetrics) NewDepthMetric(string) workqueue.GaugeMetric {
	return metric{m: m, inc: func() { m.depth++ }, dec: func() { m.depth-- }}
}

func (m *seenMetrics) NewAddsMetric(string) workqueue.CounterMetric {
	return metric{m: m, inc: func() { m.adds++ }}
}

func (m *seenMetrics) NewLatencyMetric(string) workqueue.HistogramMetric {
	return metric{m: m, observe: func(value float64) { m.latencies = append(m.latencies, value) }}
}

func (m *seenMetrics) NewWorkDurationMetric(string) workqueue.HistogramMetric {
	return metric{m: m, observe: func(value float64) { m.works = append(m.works, value) }}
}

func (m *seenMetrics) NewUnfinishedWorkSecondsMetric(string) workqueue.SettableGaugeMetric {
	return metric{m: m, toSet: func(value float64) { m.unfinished = &value }}
}

func (m *seenMetrics) NewLongestRunningProcessorSecondsMetric(string) workqueue.SettableGaugeMetric {
	return metric{m: m, toSet: func(value float64) { m.longest = &value }}
}

func (m *seenMetrics) NewRetriesMetric(string) workqueue.CounterMetric {
	return metric{m: m, inc: func() { m.retries++ }}
}
