package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"syscall"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	"k8s.io/apimachinery/pkg/watch"
)

// jsonFailure is what a scripted server answers in place of an answer.
type jsonFailure struct {
	Kind              string               `json:"kind"`
	Code              int32                `json:"code"`
	Reason            string               `json:"reason"`
	Message           string               `json:"message"`
	Causes            []metav1.StatusCause `json:"causes"`
	RetryAfterSeconds int32                `json:"retryAfterSeconds"`
	Wrapped           bool                 `json:"wrapped"`
}

func (f jsonFailure) status() metav1.Status {
	status := metav1.Status{
		TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Status"},
		Status:   metav1.StatusFailure, Code: f.Code, Reason: metav1.StatusReason(f.Reason), Message: f.Message,
	}
	if len(f.Causes) > 0 || f.RetryAfterSeconds != 0 {
		status.Details = &metav1.StatusDetails{Causes: f.Causes, RetryAfterSeconds: f.RetryAfterSeconds}
	}
	return status
}

func (f jsonFailure) error() (err error) {
	switch f.Kind {
	case "":
		err = &apierrors.StatusError{ErrStatus: f.status()}
	case "connectionRefused":
		err = syscall.ECONNREFUSED
	case "eof":
		err = io.EOF
	case "unexpectedEof":
		err = io.ErrUnexpectedEOF
	case "other":
		err = errors.New("the scripted failure")
	default:
		return fmt.Errorf("no failure %q", f.Kind)
	}
	if f.Wrapped {
		err = fmt.Errorf("around it: %w", err)
	}
	return err
}

// failureClass names what the watch error handler is given, when it is no failure of a store and no table.
func failureClass(err error) string {
	var status apierrors.APIStatus
	switch {
	case errors.As(err, &status) && status.Status().Reason != "":
		return string(status.Status().Reason)
	case errors.As(err, &status):
		return fmt.Sprintf("code %d", status.Status().Code)
	case utilnet.IsConnectionRefused(err):
		return "connectionRefused"
	case errors.Is(err, io.EOF):
		return "eof"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "unexpectedEof"
	}
	return "other"
}

type jsonEvent struct {
	Type   string          `json:"type"`
	Object json.RawMessage `json:"object"`
	Status *jsonFailure    `json:"status"`
}

// scriptedObjects makes objects as a mode of the subject wants them.
type scriptedObjects struct {
	typed bool
}

func (o scriptedObjects) object(raw json.RawMessage) (runtime.Object, error) {
	var head struct {
		Kind string `json:"kind"`
	}
	if err := json.Unmarshal(raw, &head); err != nil {
		return nil, err
	}
	if o.typed {
		var obj runtime.Object
		switch head.Kind {
		case "", "ConfigMap":
			obj = &corev1.ConfigMap{}
		case "Secret":
			obj = &corev1.Secret{}
		case "Table":
			obj = &metav1.PartialObjectMetadata{TypeMeta: metav1.TypeMeta{APIVersion: "meta.k8s.io/v1"}}
		default:
			return nil, fmt.Errorf("no object of kind %q", head.Kind)
		}
		return obj, json.Unmarshal(raw, obj)
	}
	obj := &unstructured.Unstructured{}
	if err := json.Unmarshal(raw, &obj.Object); err != nil {
		return nil, err
	}
	if head.Kind == "" {
		obj.SetKind("ConfigMap")
	}
	obj.SetAPIVersion("v1")
	if head.Kind == "Table" {
		obj.SetAPIVersion("meta.k8s.io/v1")
	}
	return obj, nil
}

func (o scriptedObjects) event(e jsonEvent) (watch.Event, error) {
	if e.Status != nil {
		status := e.Status.status()
		return watch.Event{Type: watch.Error, Object: &status}, nil
	}
	obj, err := o.object(e.Object)
	return watch.Event{Type: watch.EventType(e.Type), Object: obj}, err
}

func (o scriptedObjects) list(items []runtime.Object, options metav1.ListMeta, kind string) (runtime.Object, error) {
	if kind == "Table" {
		table := &unstructured.UnstructuredList{}
		table.SetAPIVersion("meta.k8s.io/v1")
		table.SetKind(kind)
		table.SetResourceVersion(options.ResourceVersion)
		return table, nil
	}
	if o.typed {
		list := &corev1.ConfigMapList{ListMeta: options}
		for _, item := range items {
			configMap, ok := item.(*corev1.ConfigMap)
			if !ok {
				return nil, fmt.Errorf("a list of ConfigMaps holds no %T", item)
			}
			list.Items = append(list.Items, *configMap)
		}
		return list, nil
	}
	list := &unstructured.UnstructuredList{}
	list.SetAPIVersion("v1")
	list.SetKind("ConfigMapList")
	list.SetResourceVersion(options.ResourceVersion)
	list.SetContinue(options.Continue)
	list.SetRemainingItemCount(options.RemainingItemCount)
	for _, item := range items {
		list.Items = append(list.Items, *item.(*unstructured.Unstructured))
	}
	return list, nil
}

const transformed = "transformed"

// objectText is [KIND:]KEY@VERSION[+t].
func objectText(obj any) string {
	m, err := meta.Accessor(obj)
	if err != nil {
		return fmt.Sprintf("no object: %v", obj)
	}
	text := m.GetName() + "@" + m.GetResourceVersion()
	if m.GetNamespace() != "" {
		text = m.GetNamespace() + "/" + text
	}
	kind := obj.(runtime.Object).GetObjectKind().GroupVersionKind().Kind
	if _, secret := obj.(*corev1.Secret); secret {
		kind = "Secret"
	}
	if kind != "" && kind != "ConfigMap" {
		text = kind + ":" + text
	}
	if _, ok := m.GetAnnotations()[transformed]; ok {
		text += "+t"
	}
	return text
}

// scriptedStream is a watch whose events come from a trace. What the reader has not taken when it stops is dropped.
type scriptedStream struct {
	events chan watch.Event
	more   chan struct{} // something was queued or the end was asked for
	gone   chan struct{} // the reader has stopped, or the trace is over
	once   sync.Once

	mu     sync.Mutex
	queued []watch.Event
	ending bool
	ended  bool
}

func newStream() *scriptedStream {
	s := &scriptedStream{events: make(chan watch.Event), more: make(chan struct{}, 1), gone: make(chan struct{})}
	go s.feed()
	return s
}

func (s *scriptedStream) feed() {
	for {
		s.mu.Lock()
		switch {
		case len(s.queued) > 0:
			next := s.queued[0]
			s.mu.Unlock()
			select {
			case s.events <- next:
				s.mu.Lock()
				s.queued = s.queued[1:]
				s.mu.Unlock()
			case <-s.gone:
				return
			}
		case s.ending:
			s.ended = true
			s.mu.Unlock()
			close(s.events)
			return
		default:
			s.mu.Unlock()
			select {
			case <-s.more:
			case <-s.gone:
				return
			}
		}
	}
}

func (s *scriptedStream) send(events ...watch.Event) {
	s.change(func() { s.queued = append(s.queued, events...) })
}

func (s *scriptedStream) finish() {
	s.change(func() { s.ending = true })
}

func (s *scriptedStream) change(how func()) {
	s.mu.Lock()
	how()
	s.mu.Unlock()
	select {
	case s.more <- struct{}{}:
	default:
	}
}

func (s *scriptedStream) isStopped() bool {
	select {
	case <-s.gone:
		return true
	default:
		return false
	}
}

func (s *scriptedStream) isOpen() bool {
	if s.isStopped() {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.ended
}

func (s *scriptedStream) ResultChan() <-chan watch.Event { return s.events }

func (s *scriptedStream) Stop() { s.once.Do(func() { close(s.gone) }) }

// errNoOpenWatch says that an operation wants a stream where there is none. No trace is meant to have one.
var errNoOpenWatch = named{"no-open-watch", errors.New("no watch is open")}

// after lets time pass; what falls due on its way has run when it returns.
func after(nanos int64) {
	time.Sleep(time.Duration(nanos))
}
