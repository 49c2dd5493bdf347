package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing/synctest"
	"time"
	"unsafe"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
)

func init() {
	subjects["reflector"] = subject{"k8s.io/client-go", newReflector, inBubble}
}

type reflectorConfig struct {
	Expected string `json:"expected"`
	Backoff  struct {
		InitialNanos int64   `json:"initialNanos"`
		Factor       float64 `json:"factor"`
		Steps        int     `json:"steps"`
		CapNanos     int64   `json:"capNanos"`
		Jitter       float64 `json:"jitter"`
	} `json:"backoff"`
	ResyncPeriodNanos          int64             `json:"resyncPeriodNanos"`
	MinWatchTimeoutNanos       int64             `json:"minWatchTimeoutNanos"`
	MaxInternalErrorRetryNanos int64             `json:"maxInternalErrorRetryNanos"`
	WatchListPageSize          int64             `json:"watchListPageSize"`
	UseWatchList               bool              `json:"useWatchList"`
	ListerOptsOutOfWatchList   bool              `json:"listerOptsOutOfWatchList"`
	ConsistencyCheck           bool              `json:"consistencyCheck"`
	Store                      storeConfig       `json:"store"`
	ShouldResync               []bool            `json:"shouldResync"`
	Lists                      []json.RawMessage `json:"lists"`
	Watches                    []json.RawMessage `json:"watches"`
}

type storeConfig struct {
	Bookmark              bool             `json:"bookmark"`
	UpdateResourceVersion bool             `json:"updateResourceVersion"`
	Transform             bool             `json:"transform"`
	Failures              map[string][]int `json:"failures"`
}

// jsonList and jsonWatch are scripted answers.
type jsonList struct {
	Items              []json.RawMessage `json:"items"`
	ResourceVersion    string            `json:"resourceVersion"`
	Continue           string            `json:"continue"`
	RemainingItemCount *int64            `json:"remainingItemCount"`
	Kind               string            `json:"kind"`
	Block              bool              `json:"block"`
	Error              *jsonFailure      `json:"error"`
}

type jsonWatch struct {
	Events []jsonEvent  `json:"events"`
	Close  bool         `json:"close"`
	Block  bool         `json:"block"`
	Error  *jsonFailure `json:"error"`
}

// opened is a watch, by the number of the call that opened it.
type opened struct {
	*scriptedStream
	number          int
	streamsTheState bool // which has not been handed over as a whole
	leftOpen        bool // by a replace that failed
}

// reflector is the real one together with a scripted server and the log of everything that it did in this step.
type reflector struct {
	config    reflectorConfig
	objects   scriptedObjects
	reflector *cache.Reflector
	over      chan struct{}

	mu       sync.Mutex
	log      []object
	lists    int
	watches  int
	streams  []*opened
	blocked  []string
	released chan struct{}
	calls    map[string]int // of store operations
	asked    int            // of shouldResync
	running  int
	stop     context.CancelFunc
}

func newReflector(config json.RawMessage) (driver, error) {
	r := &reflector{
		over: make(chan struct{}), released: make(chan struct{}), calls: map[string]int{}, stop: func() {},
	}
	c := &r.config
	if err := decode(config, c); err != nil {
		return nil, err
	}
	if c.ConsistencyCheck {
		return nil, errors.New("the consistency check is switched on by the environment of a process, not by a trace")
	}
	utilruntime.ErrorHandlers = nil // the default one sleeps, and remembers from trace to trace
	var expected any
	switch c.Expected {
	case "typed":
		r.objects, expected = scriptedObjects{typed: true}, &corev1.ConfigMap{}
	case "none":
		r.objects = scriptedObjects{typed: true}
	case "unstructured":
		configMap := &unstructured.Unstructured{}
		configMap.SetAPIVersion("v1")
		configMap.SetKind("ConfigMap")
		expected = configMap
	case "unstructuredAny":
		expected = &unstructured.Unstructured{}
	default:
		return nil, fmt.Errorf("cannot expect %q", c.Expected)
	}
	r.reflector = cache.NewReflectorWithOptions(r, expected, r.store(), cache.ReflectorOptions{
		Name:            "reflector",
		ResyncPeriod:    time.Duration(c.ResyncPeriodNanos),
		MinWatchTimeout: time.Duration(c.MinWatchTimeoutNanos),
		Backoff: &wait.Backoff{
			Duration: time.Duration(c.Backoff.InitialNanos), Factor: c.Backoff.Factor, Steps: c.Backoff.Steps,
			Cap: time.Duration(c.Backoff.CapNanos), Jitter: c.Backoff.Jitter,
		},
	})
	r.reflector.WatchListPageSize = c.WatchListPageSize
	r.reflector.MaxInternalErrorRetryDuration = time.Duration(c.MaxInternalErrorRetryNanos)
	if c.ShouldResync != nil {
		r.reflector.ShouldResync = r.shouldResync
	}
	setField(r.reflector, "useWatchList", c.UseWatchList && !c.ListerOptsOutOfWatchList)
	setField(r.reflector, "watchErrorHandler", cache.WatchErrorHandlerWithContext(r.handle))
	return r, nil
}

// setField sets what a controller of the same package would set, or a feature gate.
func setField(target any, name string, value any) {
	field := reflect.ValueOf(target).Elem().FieldByName(name)
	reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem().Set(reflect.ValueOf(value))
}

func (r *reflector) do(op string, args json.RawMessage) (answer, error) {
	var a struct {
		Nanos  int64       `json:"nanos"`
		Events []jsonEvent `json:"events"`
	}
	if err := decode(args, &a); err != nil {
		return answer{}, err
	}
	r.mu.Lock()
	r.log = []object{}
	r.mu.Unlock()
	switch op {
	case "run", "runStopped":
		ctx, cancel := context.WithCancel(context.Background())
		if op == "runStopped" {
			cancel()
		}
		r.stop = cancel
		r.count(1)
		go func() {
			defer r.count(-1)
			r.reflector.RunWithContext(ctx)
		}()
	case "stop":
		r.stop()
	case "advance":
		after(a.Nanos)
	case "emit":
		newest := r.newest()
		if newest == nil {
			return answer{failure: errNoOpenWatch, state: r.state()}, nil
		}
		for _, one := range a.Events {
			event, err := r.objects.event(one)
			if err != nil {
				return answer{}, err
			}
			newest.send(event)
		}
	case "closeWatch":
		newest := r.newest()
		if newest == nil {
			return answer{failure: errNoOpenWatch, state: r.state()}, nil
		}
		newest.finish()
	case "release":
		r.mu.Lock()
		close(r.released)
		r.released = make(chan struct{})
		r.mu.Unlock()
	default:
		return answer{}, errNoSuchOperation
	}
	synctest.Wait()
	return answer{state: r.state()}, nil
}

func (r *reflector) count(by int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.running += by
}

func (r *reflector) newest() *opened {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, one := range slices.Backward(r.streams) {
		if !one.leftOpen && one.isOpen() {
			return one
		}
	}
	return nil
}

func (r *reflector) state() object {
	last := r.reflector.LastSyncResourceVersion()
	r.mu.Lock()
	defer r.mu.Unlock()
	open := []int{}
	for _, one := range r.streams {
		if !one.leftOpen && one.isOpen() {
			open = append(open, one.number)
		}
	}
	sort.Ints(open)
	state := object{
		"lastSyncResourceVersion": last, "log": r.log, "openWatches": open, "running": r.running > 0,
	}
	if len(r.blocked) > 0 {
		state["blocked"] = r.blocked[0]
	}
	return state
}

// end lets everything that hangs fail, and waits for what only time ends, so that all goroutines end.
func (r *reflector) end() {
	r.stop()
	close(r.over)
	r.mu.Lock()
	for _, one := range r.streams {
		one.Stop()
	}
	r.mu.Unlock()
	for synctest.Wait(); r.isRunning(); synctest.Wait() {
		after(int64(time.Minute))
	}
}

func (r *reflector) isRunning() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.running > 0
}

func (r *reflector) enter(what string, value any) {
	r.enterAll(object{what: value})
}

func (r *reflector) enterAll(entry object) {
	entry["last"] = r.reflector.LastSyncResourceVersion()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.log = append(r.log, entry)
}

// ---- the server

func (r *reflector) List(metav1.ListOptions) (runtime.Object, error) { panic("not the newer form") }

func (r *reflector) Watch(metav1.ListOptions) (watch.Interface, error) { panic("not the newer form") }

func (r *reflector) IsWatchListSemanticsUnSupported() bool { return r.config.ListerOptsOutOfWatchList }

func (r *reflector) ListWithContext(_ context.Context, options metav1.ListOptions) (runtime.Object, error) {
	r.enter("list", asked(options))
	r.mu.Lock()
	r.lists++
	scripted := nth(r.config.Lists, r.lists)
	r.mu.Unlock()
	var a jsonList
	if err := r.answer("list", scripted, &a, &a.Block); err != nil {
		return nil, err
	}
	if a.Error != nil {
		return nil, a.Error.error()
	}
	var items []runtime.Object
	for _, raw := range a.Items {
		item, err := r.objects.object(raw)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return r.objects.list(items, metav1.ListMeta{
		ResourceVersion: a.ResourceVersion, Continue: a.Continue, RemainingItemCount: a.RemainingItemCount,
	}, a.Kind)
}

func (r *reflector) WatchWithContext(_ context.Context, options metav1.ListOptions) (watch.Interface, error) {
	entry := asked(options)
	entry["resourceVersion"] = options.ResourceVersion
	if options.AllowWatchBookmarks {
		entry["allowWatchBookmarks"] = true
	}
	if options.SendInitialEvents != nil {
		entry["sendInitialEvents"] = *options.SendInitialEvents
	}
	shortest := max(int64(300), r.config.MinWatchTimeoutNanos/int64(time.Second))
	timeout := options.TimeoutSeconds
	entry["timeoutInRange"] = timeout != nil && *timeout >= shortest && *timeout <= 2*shortest
	r.mu.Lock()
	r.watches++
	number := r.watches
	scripted := nth(r.config.Watches, number)
	r.mu.Unlock()
	r.enter("watch", entry)
	var a jsonWatch
	if err := r.answer("watch", scripted, &a, &a.Block); err != nil {
		return nil, err
	}
	if a.Error != nil {
		return nil, a.Error.error()
	}
	one := &opened{scriptedStream: newStream(), number: number}
	one.streamsTheState = options.SendInitialEvents != nil && *options.SendInitialEvents
	for _, e := range a.Events {
		event, err := r.objects.event(e)
		if err != nil {
			return nil, err
		}
		one.send(event)
	}
	if a.Close {
		one.finish()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.streams = append(r.streams, one)
	return one, nil
}

func asked(options metav1.ListOptions) object {
	entry := object{}
	if options.ResourceVersion != "" {
		entry["resourceVersion"] = options.ResourceVersion
	}
	if options.ResourceVersionMatch != "" {
		entry["resourceVersionMatch"] = string(options.ResourceVersionMatch)
	}
	if options.Limit != 0 {
		entry["limit"] = options.Limit
	}
	if options.Continue != "" {
		entry["continue"] = options.Continue
	}
	return entry
}

func nth(script []json.RawMessage, n int) json.RawMessage {
	if n > len(script) {
		return nil
	}
	return script[n-1]
}

var errOver = errors.New("the trace is over")

// answer reads what the script says; it hangs beyond the script's end, and while a call is to block.
func (r *reflector) answer(call string, scripted json.RawMessage, into any, block *bool) error {
	if scripted == nil {
		<-r.over
		return errOver
	}
	if err := decode(scripted, into); err != nil {
		panic(err)
	}
	if !*block {
		return nil
	}
	r.mu.Lock()
	r.blocked = append(r.blocked, call)
	released := r.released
	r.mu.Unlock()
	defer func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		at := slices.Index(r.blocked, call)
		r.blocked = slices.Delete(r.blocked, at, at+1)
	}()
	select {
	case <-released:
		return nil
	case <-r.over:
		return errOver
	}
}

func (r *reflector) handle(_ context.Context, _ *cache.Reflector, err error) {
	class := failureClass(err)
	switch {
	case strings.HasPrefix(err.Error(), "unable to sync"):
		class = "store"
	case strings.Contains(err.Error(), "unsupported list gvk"):
		class = "table"
	}
	r.enter("handler", class)
}

func (r *reflector) shouldResync() bool {
	r.mu.Lock()
	yes := r.asked >= len(r.config.ShouldResync) || r.config.ShouldResync[r.asked]
	r.asked++
	r.mu.Unlock()
	r.enter("shouldResync", yes)
	return yes
}

// ---- the store: one with those of the optional interfaces that the trace names

type plainStore struct{ *reflector }

type bookmarks struct{ of *reflector }

type versions struct{ of *reflector }

type transforms struct{}

func (r *reflector) store() cache.ReflectorStore {
	plain, b, v, t := plainStore{r}, bookmarks{r}, versions{r}, transforms{}
	c := r.config.Store
	switch {
	case c.Bookmark && c.UpdateResourceVersion && c.Transform:
		return struct {
			plainStore
			bookmarks
			versions
			transforms
		}{plain, b, v, t}
	case c.Bookmark && c.UpdateResourceVersion:
		return struct {
			plainStore
			bookmarks
			versions
		}{plain, b, v}
	case c.Bookmark && c.Transform:
		return struct {
			plainStore
			bookmarks
			transforms
		}{plain, b, t}
	case c.UpdateResourceVersion && c.Transform:
		return struct {
			plainStore
			versions
			transforms
		}{plain, v, t}
	case c.Bookmark:
		return struct {
			plainStore
			bookmarks
		}{plain, b}
	case c.UpdateResourceVersion:
		return struct {
			plainStore
			versions
		}{plain, v}
	case c.Transform:
		return struct {
			plainStore
			transforms
		}{plain, t}
	}
	return plain
}

var errStore = errors.New("the scripted failure of the store")

func (r *reflector) write(op string, value any) error {
	r.mu.Lock()
	r.calls[op]++
	fails := slices.Contains(r.config.Store.Failures[op], r.calls[op])
	r.mu.Unlock()
	entry := object{op: value}
	if fails {
		entry["failed"] = true
	}
	r.enterAll(entry)
	if fails {
		return errStore
	}
	return nil
}

func (s plainStore) Add(obj any) error { return s.write("add", objectText(obj)) }

func (s plainStore) Update(obj any) error { return s.write("update", objectText(obj)) }

func (s plainStore) Delete(obj any) error { return s.write("delete", objectText(obj)) }

func (s plainStore) Resync() error { return s.write("resync", true) }

func (s plainStore) Replace(list []any, resourceVersion string) error {
	texts := []string{}
	for _, obj := range list {
		texts = append(texts, objectText(obj))
	}
	value := object{"items": texts, "resourceVersion": resourceVersion}
	streamed := s.takeStreamedState()
	if streamed != nil {
		sort.Strings(texts)
		value["anyOrder"] = true
	}
	err := s.write("replace", value)
	if err != nil && streamed != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		streamed.leftOpen = true
	}
	return err
}

// takeStreamedState is the stream that the state comes from which is now handed over; nil if it comes from a list.
func (r *reflector) takeStreamedState() *opened {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, one := range r.streams {
		if one.streamsTheState && !one.isStopped() {
			one.streamsTheState = false
			return one
		}
	}
	return nil
}

func (b bookmarks) Bookmark(resourceVersion string) error {
	return b.of.write("bookmark", resourceVersion)
}

func (v versions) UpdateResourceVersion(resourceVersion string) {
	v.of.enter("updateResourceVersion", resourceVersion)
}

func (transforms) Transformer() cache.TransformFunc {
	return func(obj any) (any, error) {
		changed := obj.(runtime.Object).DeepCopyObject()
		m, err := meta.Accessor(changed)
		if err != nil {
			return nil, err
		}
		annotations := map[string]string{transformed: "yes"}
		for key, value := range m.GetAnnotations() {
			annotations[key] = value
		}
		m.SetAnnotations(annotations)
		return changed, nil
	}
}
