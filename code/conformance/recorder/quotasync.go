package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unsafe"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/kubernetes/pkg/controller/resourcequota"
)

func init() {
	subjects["quota-sync"] = subject{"k8s.io/kubernetes", newQuotaSync, withGatesOfItsOwn(simply)}
}

// The controller's own methods are not exported; the file empty.s lets them be declared here.

//go:linkname syncFromKey k8s.io/kubernetes/pkg/controller/resourcequota.(*Controller).syncResourceQuotaFromKey
func syncFromKey(c *resourcequota.Controller, ctx context.Context, key string) error

//go:linkname replenishQuota k8s.io/kubernetes/pkg/controller/resourcequota.(*Controller).replenishQuota
func replenishQuota(c *resourcequota.Controller, ctx context.Context, resource schema.GroupResource, namespace string)

//go:linkname enqueueAll k8s.io/kubernetes/pkg/controller/resourcequota.(*Controller).enqueueAll
func enqueueAll(c *resourcequota.Controller, ctx context.Context)

type keyQueue = workqueue.TypedRateLimitingInterface[string]

// quotaSync is a controller that never runs, its cache, and the world that its evaluators list.
type quotaSync struct {
	evaluators *evaluators
	controller *resourcequota.Controller
	cache      keptHandler
	cluster    map[string]map[string]runtime.Object // by resource, by namespace and name
	failing    []string
	update     string // what becomes of an update during the step
	refused    bool   // whether one was refused during the step
	written    any    // of the step
	accepted   *corev1.ResourceQuota
}

// keptHandler is an informer of quotas that is never run and keeps its handler.
type keptHandler struct {
	cache.SharedIndexInformer
	handler *cache.ResourceEventHandler
}

func (k keptHandler) Informer() cache.SharedIndexInformer { return k }

func (k keptHandler) Lister() corelisters.ResourceQuotaLister {
	return corelisters.NewResourceQuotaLister(k.GetIndexer())
}

func (k keptHandler) AddEventHandlerWithResyncPeriod(
	handler cache.ResourceEventHandler, _ time.Duration,
) (cache.ResourceEventHandlerRegistration, error) {
	*k.handler = handler
	return nil, nil
}

// quotaWriter takes updates of statuses, as the step says.
type quotaWriter struct {
	corev1client.ResourceQuotaInterface
	sync *quotaSync
}

func (s *quotaSync) ResourceQuotas(string) corev1client.ResourceQuotaInterface {
	return quotaWriter{sync: s}
}

func (w quotaWriter) UpdateStatus(
	_ context.Context, sent *corev1.ResourceQuota, _ metav1.UpdateOptions,
) (*corev1.ResourceQuota, error) {
	w.sync.written = object{
		"namespace": sent.Namespace, "name": sent.Name, "resourceVersion": sent.ResourceVersion,
		"hard": texts(sent.Status.Hard), "used": texts(sent.Status.Used),
	}
	quotas := schema.GroupResource{Resource: "resourcequotas"}
	w.sync.refused = w.sync.update != ""
	switch w.sync.update {
	case "conflict":
		return nil, apierrors.NewConflict(quotas, sent.Name, errors.New("the scripted conflict"))
	case "notFound":
		return nil, apierrors.NewNotFound(quotas, sent.Name)
	}
	w.sync.accepted = sent.DeepCopy()
	return sent, nil
}

func newQuotaSync(config json.RawMessage) (driver, error) {
	var c struct {
		Now        json.RawMessage            `json:"now"`
		Features   json.RawMessage            `json:"features"`
		Objects    map[string]json.RawMessage `json:"objects"`
		Controller bool                       `json:"controller"`
	}
	if err := decode(config, &c); err != nil {
		return nil, err
	}
	inner, err := evaluatorsOf(c.Now, c.Features, c.Objects)
	if err != nil {
		return nil, err
	}
	s := &quotaSync{
		evaluators: inner,
		cache: keptHandler{
			SharedIndexInformer: cache.NewSharedIndexInformer(
				&cache.ListWatch{}, &corev1.ResourceQuota{}, 0,
				cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc}),
			handler: new(cache.ResourceEventHandler),
		},
		cluster: map[string]map[string]runtime.Object{},
	}
	s.evaluators.listed = s.list
	s.controller, err = resourcequota.NewController(context.Background(), &resourcequota.ControllerOptions{
		QuotaClient:           s,
		ResourceQuotaInformer: s.cache,
		ResyncPeriod:          func() time.Duration { return 0 },
		Registry:              inNameOrder{s.evaluators},
	})
	return s, err
}

func (s *quotaSync) end() {
	s.queue("queue").ShutDown()
	s.queue("missingUsageQueue").ShutDown()
}

func (s *quotaSync) queue(name string) keyQueue {
	field := reflect.ValueOf(s.controller).Elem().FieldByName(name)
	return reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem().Interface().(keyQueue)
}

func (s *quotaSync) drained() object {
	state := object{}
	for name, field := range map[string]string{"primary": "queue", "priority": "missingUsageQueue"} {
		found := []string{}
		for queue := s.queue(field); queue.Len() > 0; {
			key, _ := queue.Get()
			queue.Done(key)
			found = append(found, key)
		}
		slices.Sort(found)
		state[name] = found
	}
	return state
}

func (s *quotaSync) list(resource schema.GroupResource) ([]runtime.Object, error) {
	if slices.Contains(s.failing, resource.String()) {
		return nil, errList
	}
	names := []string{}
	for name := range s.cluster[resource.String()] {
		names = append(names, name)
	}
	slices.Sort(names)
	found := []runtime.Object{}
	for _, name := range names {
		found = append(found, s.cluster[resource.String()][name])
	}
	return found, nil
}

func (s *quotaSync) do(op string, args json.RawMessage) (answer, error) {
	var a struct {
		Object    json.RawMessage           `json:"object"`
		Old       *corev1.ResourceQuota     `json:"old"`
		Key       string                    `json:"key"`
		Resources []string                  `json:"resources"`
		Update    string                    `json:"update"`
		Type      string                    `json:"type"`
		Resource  string                    `json:"resource"`
		Namespace string                    `json:"namespace"`
		Lists     []*metav1.APIResourceList `json:"lists"`
		Failure   string                    `json:"failure"`
	}
	if err := decode(args, &a); err != nil {
		return answer{}, err
	}
	ctx := context.Background()
	switch op {
	case "setQuota", "event":
		quota := &corev1.ResourceQuota{}
		if err := json.Unmarshal(a.Object, quota); err != nil {
			return answer{}, err
		}
		if op == "setQuota" {
			return answer{}, s.cache.GetIndexer().Update(quota)
		}
		if err := s.event(a.Type, a.Old, quota); err != nil {
			return answer{}, err
		}
		return answer{state: s.drained()}, nil
	case "deleteQuota":
		return answer{}, s.cache.GetIndexer().Delete(cache.ExplicitKey(a.Key))
	case "setObject", "deleteObject":
		return answer{}, s.change(op, a.Object)
	case "failLists":
		s.failing = a.Resources
		return answer{}, nil
	case "sync":
		s.update, s.refused, s.written = a.Update, false, nil
		given := s.failed(syncFromKey(s.controller, ctx, a.Key))
		given.state = object{"written": s.written}
		return given, nil
	case "deliver":
		return s.deliver()
	case "replenish":
		replenishQuota(s.controller, ctx, schema.ParseGroupResource(a.Resource), a.Namespace)
		return answer{state: s.drained()}, nil
	case "enqueueAll":
		enqueueAll(s.controller, ctx)
		return answer{state: s.drained()}, nil
	case "quotableResources":
		return quotableResources(a.Lists, a.Failure)
	}
	return answer{}, errNoSuchOperation
}

func (s *quotaSync) change(op string, raw json.RawMessage) error {
	var key string
	if err := json.Unmarshal(raw, &key); err != nil {
		return err
	}
	one, err := s.evaluators.object(key)
	if err != nil {
		return err
	}
	name, err := cache.MetaNamespaceKeyFunc(one)
	if err != nil {
		return err
	}
	all := s.cluster[resourceOf(one)]
	if all == nil {
		all = map[string]runtime.Object{}
		s.cluster[resourceOf(one)] = all
	}
	if op == "setObject" {
		all[name] = one
	} else {
		delete(all, name)
	}
	return nil
}

func (s *quotaSync) event(kind string, old, quota *corev1.ResourceQuota) error {
	handler := *s.cache.handler
	switch kind {
	case "add":
		handler.OnAdd(quota, false)
	case "update":
		handler.OnUpdate(old, quota)
	case "delete":
		handler.OnDelete(quota)
	case "tombstone":
		handler.OnDelete(cache.DeletedFinalStateUnknown{Key: quota.Namespace + "/" + quota.Name, Obj: quota})
	default:
		return fmt.Errorf("there is no event %q", kind)
	}
	return nil
}

func (s *quotaSync) failed(err error) answer {
	if err == nil {
		return answer{}
	}
	listing := strings.Contains(err.Error(), errList.Error())
	switch {
	case listing && s.refused:
		err = named{"list-and-update-failed", err}
	case listing:
		err = named{"list-failed", err}
	case s.refused:
		err = named{"update-failed", err}
	case strings.HasPrefix(err.Error(), "unexpected key format"):
		err = named{"bad-key", err}
	}
	return answer{failure: err}
}

// deliver brings what was accepted last into the cache, as a server would send it.
func (s *quotaSync) deliver() (answer, error) {
	sent := s.accepted
	s.accepted = nil
	if sent == nil {
		return answer{result: object{"resourceVersion": nil}}, nil
	}
	version, err := strconv.Atoi(sent.ResourceVersion)
	if err != nil {
		return answer{}, err
	}
	sent.ResourceVersion = strconv.Itoa(version + 1)
	raw, err := json.Marshal(sent)
	if err != nil {
		return answer{}, err
	}
	received := &corev1.ResourceQuota{}
	if err := json.Unmarshal(raw, received); err != nil {
		return answer{}, err
	}
	return answer{result: object{"resourceVersion": received.ResourceVersion}}, s.cache.GetIndexer().Update(received)
}

func quotableResources(lists []*metav1.APIResourceList, failure string) (answer, error) {
	found, err := resourcequota.GetQuotableResources(func() ([]*metav1.APIResourceList, error) {
		switch failure {
		case "total":
			return lists, errors.New("the scripted failure of discovery")
		case "groups":
			return lists, &discovery.ErrGroupDiscoveryFailed{Groups: map[schema.GroupVersion]error{
				{Group: "metrics.k8s.io", Version: "v1beta1"}: errors.New("the scripted failure of a group"),
			}}
		}
		return lists, nil
	})
	names := []string{}
	for resource := range found {
		names = append(names, resource.Group+"/"+resource.Version+"/"+resource.Resource)
	}
	slices.Sort(names)
	switch {
	case err == nil:
		return answer{result: names}, nil
	case found != nil:
		return answer{failure: named{"partial", err}, state: object{"resources": names}}, nil
	case strings.HasPrefix(err.Error(), "failed to discover"):
		return answer{failure: named{"discovery-failed", err}}, nil
	case strings.HasPrefix(err.Error(), "failed to parse"):
		return answer{failure: named{"parse-failed", err}}, nil
	}
	return answer{failure: err}, nil
}
