//go:build v35

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
)

func init() {
	// Read at the first question after a feature; each trace proves that it was heard.
	if err := os.Setenv("KUBE_FEATURE_InOrderInformers", "false"); err != nil {
		panic(err)
	}
	subjects["shared-informer"] = subject{"k8s.io/client-go", newSharedInformer, inBubble}
}

// sharedInformer is the real one together with a server whose list can be set, and its handlers.
type sharedInformer struct {
	informer cache.SharedIndexInformer
	ctx      context.Context
	stop     context.CancelFunc
	handlers map[string]*handler
	set      chan struct{} // closed when there is a list
	opened   chan struct{} // a watch was opened

	mu           sync.Mutex
	list         *corev1.ConfigMapList
	failures     int
	newest       *scriptedStream
	listed       int
	listedBefore int // when the newest stream was opened
	running      bool
}

func newSharedInformer(config json.RawMessage) (driver, error) {
	var c struct {
		ResyncPeriodNanos int64    `json:"resyncPeriodNanos"`
		Indexers          []string `json:"indexers"`
	}
	if err := decode(config, &c); err != nil {
		return nil, err
	}
	utilruntime.ErrorHandlers = nil // the default one sleeps, and remembers from trace to trace
	indexers := cache.Indexers{}
	for _, name := range c.Indexers {
		more, err := indexer(name)
		if err != nil {
			return nil, err
		}
		indexers[name] = more[name]
	}
	s := &sharedInformer{handlers: map[string]*handler{}, set: make(chan struct{}), opened: make(chan struct{}, 1)}
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.informer = cache.NewSharedIndexInformerWithOptions(s, &corev1.ConfigMap{}, cache.SharedIndexInformerOptions{
		ResyncPeriod: time.Duration(c.ResyncPeriodNanos), Indexers: indexers,
	})
	return s, nil
}

func indexer(name string) (cache.Indexers, error) {
	switch name {
	case "namespace":
		return cache.Indexers{name: func(obj any) ([]string, error) {
			return []string{obj.(*corev1.ConfigMap).Namespace}, nil
		}}, nil
	case "app":
		return cache.Indexers{name: func(obj any) ([]string, error) {
			if value, ok := obj.(*corev1.ConfigMap).Labels["app"]; ok {
				return []string{value}, nil
			}
			return nil, nil
		}}, nil
	}
	return nil, fmt.Errorf("no indexer %q", name)
}

type informerArgs struct {
	Drop            string            `json:"drop"`
	Indexer         string            `json:"indexer"`
	Items           []json.RawMessage `json:"items"`
	ResourceVersion string            `json:"resourceVersion"`
	Failures        int               `json:"failures"`
	Handler         string            `json:"handler"`
	ResyncNanos     *int64            `json:"resyncNanos"`
	Blocked         bool              `json:"blocked"`
	Events          []jsonEvent       `json:"events"`
	Cause           string            `json:"cause"`
	Nanos           int64             `json:"nanos"`
}

func (s *sharedInformer) do(op string, args json.RawMessage) (answer, error) {
	var a informerArgs
	if err := decode(args, &a); err != nil {
		return answer{}, err
	}
	for _, h := range s.handlers {
		h.clear()
	}
	failure, err := s.perform(op, a)
	if err != nil {
		return answer{}, err
	}
	synctest.Wait()
	if op == "run" {
		if err := s.proveQueue(); err != nil {
			return answer{}, err
		}
	}
	late := ""
	if op == "addHandler" && failure == nil && s.hasRun() {
		late = a.Handler
	}
	return answer{failure: failure, state: s.state(late)}, nil
}

func (s *sharedInformer) perform(op string, a informerArgs) (failure, err error) {
	switch op {
	case "setTransform":
		transform, err := dropping(a.Drop)
		if err != nil {
			return nil, err
		}
		return refusal(s.informer.SetTransform(transform)), nil
	case "addIndexer":
		indexers, err := indexer(a.Indexer)
		if err != nil {
			return nil, err
		}
		return refusal(s.informer.AddIndexers(indexers)), nil
	case "setList":
		before := s.lists()
		if err := s.setList(a); err != nil {
			return nil, err
		}
		if s.isRunning() && s.ctx.Err() == nil {
			s.letItList(before)
		}
		return nil, nil
	case "addHandler":
		return refusal(s.addHandler(a)), nil
	case "removeHandler":
		h, err := s.handler(a.Handler)
		if err != nil {
			return nil, err
		}
		h.removed = true
		return s.informer.RemoveEventHandler(h.registration), nil
	case "block":
		h, err := s.handler(a.Handler)
		if err == nil {
			h.block()
		}
		return nil, err
	case "release":
		h, err := s.handler(a.Handler)
		if err == nil {
			h.release()
		}
		return nil, err
	case "run":
		s.setRunning(true)
		go func() {
			defer s.setRunning(false)
			s.informer.RunWithContext(s.ctx)
		}()
		select {
		case <-s.set:
			s.letItList(0)
		default:
		}
		return nil, nil
	case "runAgain":
		s.informer.RunWithContext(s.ctx)
		return nil, nil
	case "stop":
		s.stop()
		return nil, nil
	case "emit":
		stream := s.open()
		if stream == nil {
			return errNoOpenWatch, nil
		}
		for _, e := range a.Events {
			event, err := scriptedObjects{typed: true}.event(e)
			if err != nil {
				return nil, err
			}
			stream.send(event)
		}
		return nil, nil
	case "closeWatch":
		stream := s.open()
		if stream == nil {
			return errNoOpenWatch, nil
		}
		stream.finish()
		return nil, nil
	case "relist":
		stream := s.open()
		if stream == nil {
			return errNoOpenWatch, nil
		}
		cause, ok := map[string]jsonFailure{
			"expired":       {Code: 410, Reason: "Expired"},
			"internalError": {Code: 500, Reason: "InternalError"},
		}[a.Cause]
		if !ok {
			return nil, fmt.Errorf("no cause %q", a.Cause)
		}
		before := s.lists()
		if err := s.setList(a); err != nil {
			return nil, err
		}
		status := cause.status()
		stream.send(watch.Event{Type: watch.Error, Object: &status})
		s.letItList(before)
		return nil, nil
	case "advance":
		after(a.Nanos)
		return nil, nil
	}
	return nil, errNoSuchOperation
}

// refusal finds the word for what an informer tells by its text alone.
func refusal(err error) error {
	if err == nil {
		return nil
	}
	switch text := err.Error(); {
	case strings.HasPrefix(text, "indexer conflict: "):
		return named{"conflict", err}
	case strings.HasSuffix(text, "has already started"):
		return named{"started", err}
	case strings.HasSuffix(text, "has stopped already"):
		return named{"stopped", err}
	}
	return err
}

func dropping(what string) (cache.TransformFunc, error) {
	switch what {
	case "annotation":
		return func(obj any) (any, error) {
			obj.(*corev1.ConfigMap).Annotations = nil
			return obj, nil
		}, nil
	case "resourceVersion":
		return func(obj any) (any, error) {
			obj.(*corev1.ConfigMap).ResourceVersion = ""
			return obj, nil
		}, nil
	}
	return nil, fmt.Errorf("cannot drop %q", what)
}

// proveQueue looks which queue stands between the reflector and the store.
func (s *sharedInformer) proveQueue() error {
	controller := reflect.ValueOf(s.informer).Elem().FieldByName("controller")
	queue := controller.Elem().Elem().FieldByName("config").FieldByName("Queue").Elem().Type().String()
	if queue != "*cache.DeltaFIFO" {
		return fmt.Errorf("this informer runs on a %s", queue)
	}
	return nil
}

func (s *sharedInformer) hasRun() bool {
	return !reflect.ValueOf(s.informer).Elem().FieldByName("controller").IsNil()
}

func (s *sharedInformer) setRunning(running bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running = running
}

func (s *sharedInformer) isRunning() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.running
}

// letItList lets time pass, not longer than needed, until one list more was read and a watch is open behind it.
func (s *sharedInformer) letItList(before int) {
	givenUp := time.After(10 * time.Minute)
	for !s.watchesSince(before) {
		select {
		case <-s.opened:
		case <-givenUp:
			return
		}
	}
}

func (s *sharedInformer) watchesSince(before int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.newest != nil && s.newest.isOpen() && s.listedBefore > before
}

func (s *sharedInformer) state(late string) object {
	store := []string{}
	for _, obj := range s.informer.GetStore().List() {
		store = append(store, shownText(obj))
	}
	sort.Strings(store)
	handlers := object{}
	for name, h := range s.handlers {
		one := object{"events": grouped(h.seen(), name == late)}
		if !h.removed {
			one["hasSynced"] = h.registration.HasSynced()
		}
		handlers[name] = one
	}
	state := object{
		"hasSynced": s.informer.HasSynced(), "lastSyncResourceVersion": s.informer.LastSyncResourceVersion(),
		"stopped": s.informer.IsStopped(), "running": s.isRunning(), "store": store, "handlers": handlers,
	}
	indexes := object{}
	for name := range s.informer.GetIndexer().GetIndexers() {
		values := map[string][]string{}
		for _, value := range s.informer.GetIndexer().ListIndexFuncValues(name) {
			keys, err := s.informer.GetIndexer().IndexKeys(name, value)
			if err != nil {
				panic(err)
			}
			if len(keys) > 0 {
				values[value] = sortedTexts(keys)
			}
		}
		indexes[name] = values
	}
	if len(indexes) > 0 {
		state["indexes"] = indexes
	}
	return state
}

func sortedTexts(list []string) []string {
	list = slices.Clone(list)
	sort.Strings(list)
	return list
}

// grouped puts what comes in the order of a map into arrays: what who joined late is shown first, a resync, and the
// tombstones of one list.
func grouped(events []string, late bool) []any {
	unordered := func(event string) string {
		switch {
		case late && strings.HasSuffix(event, " initial"):
			return "initial"
		case strings.HasPrefix(event, "resync "):
			return "resync"
		case strings.HasSuffix(event, " tombstone"):
			return "tombstone"
		}
		return ""
	}
	result := []any{}
	for i := 0; i < len(events); {
		end := i + 1
		for kind := unordered(events[i]); kind != "" && end < len(events) && unordered(events[end]) == kind; {
			end++
		}
		if end == i+1 {
			result = append(result, events[i])
		} else {
			result = append(result, sortedTexts(events[i:end]))
		}
		i = end
	}
	return result
}

// end lets everything go on that hangs, and waits until the run is over.
func (s *sharedInformer) end() {
	for _, h := range s.handlers {
		h.release()
	}
	s.stop()
	for synctest.Wait(); s.isRunning(); synctest.Wait() {
		after(int64(time.Minute))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.newest != nil {
		s.newest.Stop()
	}
}

// ---- the server

func (s *sharedInformer) List(metav1.ListOptions) (runtime.Object, error) {
	panic("not the newer form")
}

func (s *sharedInformer) Watch(metav1.ListOptions) (watch.Interface, error) {
	panic("not the newer form")
}

func (s *sharedInformer) IsWatchListSemanticsUnSupported() bool { return true }

func (s *sharedInformer) setList(a informerArgs) error {
	list := &corev1.ConfigMapList{ListMeta: metav1.ListMeta{ResourceVersion: a.ResourceVersion}}
	for _, raw := range a.Items {
		var configMap corev1.ConfigMap
		if err := json.Unmarshal(raw, &configMap); err != nil {
			return err
		}
		list.Items = append(list.Items, configMap)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.list == nil {
		close(s.set)
	}
	s.list, s.failures = list, a.Failures
	return nil
}

func (s *sharedInformer) lists() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.listed
}

func (s *sharedInformer) ListWithContext(ctx context.Context, _ metav1.ListOptions) (runtime.Object, error) {
	select {
	case <-s.set:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failures > 0 {
		s.failures--
		return nil, jsonFailure{Code: 503, Reason: "ServiceUnavailable"}.error()
	}
	s.listed++
	return s.list.DeepCopy(), nil // a transformer may change what it gets
}

func (s *sharedInformer) WatchWithContext(context.Context, metav1.ListOptions) (watch.Interface, error) {
	s.mu.Lock()
	s.newest, s.listedBefore = newStream(), s.listed
	opened := s.newest
	s.mu.Unlock()
	select {
	case s.opened <- struct{}{}:
	default:
	}
	return opened, nil
}

func (s *sharedInformer) open() *scriptedStream {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.newest == nil || !s.newest.isOpen() {
		return nil
	}
	return s.newest
}

// ---- the handlers

// handler writes down what it is told since the last step began, and can be made to stay in a callback.
type handler struct {
	registration cache.ResourceEventHandlerRegistration
	removed      bool

	mu     sync.Mutex
	events []string
	gate   chan struct{} // whoever waits here is parked; nil: nobody has to
}

func (s *sharedInformer) addHandler(a informerArgs) (err error) {
	h := &handler{}
	if a.Blocked {
		h.block()
	}
	if a.ResyncNanos == nil {
		h.registration, err = s.informer.AddEventHandler(h)
	} else {
		h.registration, err = s.informer.AddEventHandlerWithResyncPeriod(h, time.Duration(*a.ResyncNanos))
	}
	if err == nil {
		s.handlers[a.Handler] = h
	}
	return err
}

func (s *sharedInformer) handler(name string) (*handler, error) {
	h := s.handlers[name]
	if h == nil {
		return nil, fmt.Errorf("no handler %q", name)
	}
	return h, nil
}

func (h *handler) block() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.gate == nil {
		h.gate = make(chan struct{})
	}
}

func (h *handler) release() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.gate != nil {
		close(h.gate)
		h.gate = nil
	}
}

func (h *handler) clear() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.events = nil
}

func (h *handler) seen() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.events)
}

func (h *handler) record(event string) {
	h.mu.Lock()
	h.events = append(h.events, event)
	gate := h.gate
	h.mu.Unlock()
	if gate != nil {
		<-gate
	}
}

func (h *handler) OnAdd(obj any, isInInitialList bool) {
	event := "add " + shownText(obj)
	if isInInitialList {
		event += " initial"
	}
	h.record(event)
}

func (h *handler) OnUpdate(oldObj, newObj any) {
	if oldObj == newObj {
		h.record("resync " + shownText(newObj))
		return
	}
	_, from, _ := strings.Cut(shownText(oldObj), "@")
	key, to, _ := strings.Cut(shownText(newObj), "@")
	h.record("update " + key + "@" + from + ">" + to)
}

func (h *handler) OnDelete(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		_, version, _ := strings.Cut(shownText(tombstone.Obj), "@")
		h.record("delete " + tombstone.Key + "@" + version + " tombstone")
		return
	}
	h.record("delete " + shownText(obj))
}

// shownText is KEY@VERSION, and whether the object has the annotation x.
func shownText(obj any) string {
	text := objectText(obj)
	if _, ok := obj.(*corev1.ConfigMap).Annotations["x"]; ok {
		text += "+x"
	}
	return text
}
