package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/admission"
	quota "k8s.io/apiserver/pkg/quota/v1"
	"k8s.io/apiserver/pkg/quota/v1/generic"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/kubernetes/pkg/features"
	"k8s.io/kubernetes/pkg/quota/v1/evaluator/core"
	"k8s.io/kubernetes/pkg/quota/v1/install"
	clocktesting "k8s.io/utils/clock/testing"
)

func init() {
	subjects["quota-usage"] = subject{"k8s.io/kubernetes", newQuotaEvaluators, withGatesOfItsOwn(simply)}
	subjects["quota-scopes"] = subject{"k8s.io/kubernetes", newQuotaEvaluators, withGatesOfItsOwn(simply)}
}

var errList = errors.New("the scripted failure")

// evaluators are those of a cluster and two that count objects of no compiled type, with listers that a step fills.
type evaluators struct {
	clock   *clocktesting.FakeClock
	objects map[string]json.RawMessage
	quotas  map[string]json.RawMessage
	byName  map[string]quota.Evaluator
	listed  func(resource schema.GroupResource) ([]runtime.Object, error) // of the step
}

func newQuotaEvaluators(config json.RawMessage) (driver, error) {
	var c struct {
		Now      time.Time `json:"now"`
		Features struct {
			PodLevelResources     bool `json:"podLevelResources"`
			InPlaceResize         bool `json:"inPlaceResize"`
			VolumeAttributesClass bool `json:"volumeAttributesClass"`
		} `json:"features"`
		Objects      map[string]json.RawMessage `json:"objects"`
		QuotaObjects map[string]json.RawMessage `json:"quotaObjects"`
		Optional     []string                   `json:"optional"`
	}
	if err := decode(config, &c); err != nil {
		return nil, err
	}
	if err := setGates(gates(c.Features.PodLevelResources, c.Features.InPlaceResize, c.Features.VolumeAttributesClass)); err != nil {
		return nil, err
	}
	e := &evaluators{
		clock:   clocktesting.NewFakeClock(c.Now),
		objects: c.Objects,
		quotas:  c.QuotaObjects,
		byName:  map[string]quota.Evaluator{},
	}
	installed, err := e.installed()
	if err != nil {
		return nil, err
	}
	for _, one := range append(installed,
		core.NewPodEvaluator(e.lister, e.clock), // in place of the one with the real clock
		e.counting("apps", "deployments"), e.counting("example.com", "widgets")) {
		e.byName[one.GroupResource().String()] = one
	}
	return e, nil
}

// withGatesOfItsOwn undoes setGates behind a trace: client-go asks the same gates in the next one.
func withGatesOfItsOwn(within func(body func())) func(body func()) {
	return func(body func()) {
		defer func() {
			if err := setGates(gates(true, true, true)); err != nil {
				panic(err)
			}
		}()
		within(body)
	}
}

// evaluatorsOf makes those of a subject that has more around them.
func evaluatorsOf(now, features json.RawMessage, objects map[string]json.RawMessage) (*evaluators, error) {
	config, err := encode(object{"now": now, "features": features, "objects": objects})
	if err != nil {
		return nil, err
	}
	made, err := newQuotaEvaluators(config)
	if err != nil {
		return nil, err
	}
	return made.(*evaluators), nil
}

func gates(podLevelResources, inPlaceResize, volumeAttributesClass bool) map[string]bool {
	return map[string]bool{
		string(features.PodLevelResources):         podLevelResources,
		string(features.InPlacePodVerticalScaling): inPlaceResize,
		string(features.VolumeAttributesClass):     volumeAttributesClass,
	}
}

// setGates works at a version at which no gate is locked, unless all of them are on.
func setGates(gates map[string]bool) error {
	gate := utilfeature.DefaultMutableFeatureGate
	if err := gate.SetEmulationVersion(version.MustParse("1.34")); err != nil {
		return err
	}
	if err := gate.SetFromMap(gates); err != nil {
		return err
	}
	for _, on := range gates {
		if !on {
			return nil
		}
	}
	return gate.SetEmulationVersion(version.MustParse("1.37"))
}

func (e *evaluators) installed() ([]quota.Evaluator, error) {
	client, err := kubernetes.NewForConfig(&rest.Config{})
	if err != nil {
		return nil, err
	}
	return core.NewEvaluators(e.lister, informers.NewSharedInformerFactory(client, 0), nil)
}

func (e *evaluators) counting(group, resource string) quota.Evaluator {
	gvr := schema.GroupVersionResource{Group: group, Version: "v1", Resource: resource}
	return generic.NewObjectCountEvaluator(
		gvr.GroupResource(), generic.ListResourceUsingListerFunc(e.lister, gvr), "")
}

func (e *evaluators) lister(resource schema.GroupVersionResource) (cache.GenericLister, error) {
	return stepLister{e, resource.GroupResource(), ""}, nil
}

// stepLister lists what the step says.
type stepLister struct {
	evaluators *evaluators
	resource   schema.GroupResource
	namespace  string
}

func (l stepLister) ByNamespace(namespace string) cache.GenericNamespaceLister {
	return stepLister{l.evaluators, l.resource, namespace}
}

func (l stepLister) Get(string) (runtime.Object, error) { return nil, errors.New("nobody gets one") }

func (l stepLister) List(labels.Selector) ([]runtime.Object, error) {
	all, err := l.evaluators.listed(l.resource)
	if err != nil {
		return nil, err
	}
	found := []runtime.Object{}
	for _, one := range all {
		if accessor, err := meta.Accessor(one); err == nil && accessor.GetNamespace() == l.namespace {
			found = append(found, one)
		}
	}
	return found, nil
}

// inNameOrder is a registry that lists its evaluators by name.
type inNameOrder struct{ *evaluators }

func (r inNameOrder) Add(quota.Evaluator)    {}
func (r inNameOrder) Remove(quota.Evaluator) {}

func (r inNameOrder) Get(resource schema.GroupResource) quota.Evaluator {
	return r.byName[resource.String()]
}

func (r inNameOrder) List() []quota.Evaluator {
	names := []string{}
	for name := range r.byName {
		names = append(names, name)
	}
	slices.Sort(names)
	list := []quota.Evaluator{}
	for _, name := range names {
		list = append(list, r.byName[name])
	}
	return list
}

// object makes an operation's own copy; a key that is empty is no object.
func (e *evaluators) object(key string) (runtime.Object, error) {
	if key == "" {
		return nil, nil
	}
	raw, ok := e.objects[key]
	if !ok {
		return nil, fmt.Errorf("there is no object %q", key)
	}
	read := &unstructured.Unstructured{}
	if err := json.Unmarshal(raw, &read.Object); err != nil {
		return nil, err
	}
	typed, err := scheme.Scheme.New(read.GroupVersionKind())
	if err != nil {
		return read, nil
	}
	return typed, json.Unmarshal(raw, typed)
}

func (e *evaluators) list(keys []string) ([]runtime.Object, error) {
	list := []runtime.Object{}
	for _, key := range keys {
		one, err := e.object(key)
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

func (e *evaluators) quota(key string) (*corev1.ResourceQuota, error) {
	if key == "" {
		return nil, nil
	}
	raw, ok := e.quotas[key]
	if !ok {
		return nil, fmt.Errorf("there is no quota %q", key)
	}
	read := &corev1.ResourceQuota{}
	return read, json.Unmarshal(raw, read)
}

// resourceOf is the resource of an object's kind: all kinds here have the simplest of plurals.
func resourceOf(obj runtime.Object) string {
	kind := obj.GetObjectKind().GroupVersionKind()
	return schema.GroupResource{Group: kind.Group, Resource: strings.ToLower(kind.Kind) + "s"}.String()
}

func (e *evaluators) do(op string, args json.RawMessage) (answer, error) {
	var a struct {
		Evaluator   string                                     `json:"evaluator"`
		Object      string                                     `json:"object"`
		OldObject   string                                     `json:"oldObject"`
		Objects     []string                                   `json:"objects"`
		Now         time.Time                                  `json:"now"`
		Namespace   string                                     `json:"namespace"`
		Resources   []corev1.ResourceName                      `json:"resources"`
		Scopes      json.RawMessage                            `json:"scopes"`
		Selector    *corev1.ScopeSelector                      `json:"selector"`
		Failing     []string                                   `json:"failing"`
		Names       []corev1.ResourceName                      `json:"names"`
		Required    []corev1.ResourceName                      `json:"required"`
		Operation   string                                     `json:"operation"`
		Subresource string                                     `json:"subresource"`
		Group       string                                     `json:"group"`
		Resource    string                                     `json:"resource"`
		Old         string                                     `json:"old"`
		New         string                                     `json:"new"`
		Limited     []corev1.ScopedResourceSelectorRequirement `json:"limited"`
		Matched     []corev1.ScopedResourceSelectorRequirement `json:"matched"`
		Quota       string                                     `json:"quota"`
	}
	if err := decode(args, &a); err != nil {
		return answer{}, err
	}
	obj, err := e.object(a.Object)
	if err != nil {
		return answer{}, err
	}
	objects, err := e.list(a.Objects)
	if err != nil {
		return answer{}, err
	}
	asked, known := e.byName[a.Evaluator]
	if !known && a.Evaluator != "" {
		return answer{}, fmt.Errorf("there is no evaluator %q", a.Evaluator)
	}
	switch op {
	case "setClock":
		e.clock.SetTime(a.Now)
		return answer{}, nil
	case "usage":
		used, err := asked.Usage(obj)
		return judged(texts(used), err, "")
	case "usageStats":
		var scopes []corev1.ResourceQuotaScope
		if len(a.Scopes) > 0 {
			if err := json.Unmarshal(a.Scopes, &scopes); err != nil {
				return answer{}, err
			}
		}
		e.listed = func(resource schema.GroupResource) ([]runtime.Object, error) {
			if slices.Contains(a.Failing, resource.String()) {
				return nil, errList
			}
			return objects, nil
		}
		stats, err := asked.UsageStats(quota.UsageStatsOptions{
			Namespace: a.Namespace, Scopes: scopes, Resources: a.Resources, ScopeSelector: a.Selector,
		})
		given, failed := judged(texts(stats.Used), err, "")
		if err != nil {
			given.state = object{"used": texts(stats.Used)}
		}
		return given, failed
	case "matchingResources":
		return answer{result: append([]corev1.ResourceName{}, asked.MatchingResources(a.Names)...)}, nil
	case "constraints":
		given, failed := judged(nil, asked.Constraints(a.Required, obj), "constraints")
		if said := (named{}); errors.As(given.failure, &said) && said.word == "constraints" {
			given.message = said.Error()
		}
		return given, failed
	case "handles":
		old, err := e.object(a.OldObject)
		if err != nil {
			return answer{}, err
		}
		resource := asked.GroupResource().WithVersion("v1")
		return answer{result: asked.Handles(admission.NewAttributesRecord(
			obj, old, schema.GroupVersionKind{}, "", "", resource, a.Subresource,
			admission.Operation(strings.ToUpper(a.Operation)), nil, false, nil))}, nil
	case "isTerminating":
		return answer{result: core.IsTerminating(obj.(*corev1.Pod))}, nil
	case "quotaPod":
		return answer{result: core.QuotaV1Pod(obj.(*corev1.Pod), e.clock)}, nil
	case "serviceType":
		return answer{result: string(core.GetQuotaServiceType(obj.(*corev1.Service)))}, nil
	case "countName":
		return answer{result: string(generic.ObjectCountQuotaResourceNameFor(
			schema.GroupResource{Group: a.Group, Resource: a.Resource}))}, nil
	case "updateFilter":
		old, err := e.object(a.Old)
		if err != nil {
			return answer{}, err
		}
		now, err := e.object(a.New)
		if err != nil {
			return answer{}, err
		}
		resource := schema.ParseGroupResource(a.Resource).WithVersion("v1")
		return answer{result: install.DefaultUpdateFilter()(resource, old, now)}, nil
	case "installed":
		return e.names()
	case "matchingScopes":
		terms := []corev1.ScopedResourceSelectorRequirement{}
		if err := json.Unmarshal(a.Scopes, &terms); err != nil {
			return answer{}, err
		}
		matching, err := asked.MatchingScopes(obj, terms)
		return judged(append([]corev1.ScopedResourceSelectorRequirement{}, matching...), err, "bad-selector")
	case "uncoveredScopes":
		uncovered, err := asked.UncoveredQuotaScopes(a.Limited, a.Matched)
		return judged(append([]corev1.ScopedResourceSelectorRequirement{}, uncovered...), err, "")
	case "matches":
		limiting, err := e.quota(a.Quota)
		if err != nil {
			return answer{}, err
		}
		matches, err := asked.Matches(limiting, obj)
		return judged(matches, err, "bad-selector")
	case "calculateUsage":
		limiting, err := e.quota(a.Quota)
		if err != nil {
			return answer{}, err
		}
		e.listed = func(resource schema.GroupResource) ([]runtime.Object, error) {
			if slices.Contains(a.Failing, resource.String()) {
				return nil, errList
			}
			return slices.DeleteFunc(slices.Clone(objects), func(one runtime.Object) bool {
				return resourceOf(one) != resource.String()
			}), nil
		}
		used, err := quota.CalculateUsage(
			a.Namespace, limiting.Spec.Scopes, limiting.Spec.Hard, inNameOrder{e}, limiting.Spec.ScopeSelector)
		given, failed := judged(texts(used), err, "")
		if err != nil {
			given.state = object{"used": texts(used)}
		}
		return given, failed
	}
	return answer{}, errNoSuchOperation
}

func (e *evaluators) names() (answer, error) {
	installed, err := e.installed()
	if err != nil {
		return answer{}, err
	}
	names, ignored := []string{}, []string{}
	for _, one := range installed {
		names = append(names, one.GroupResource().String())
	}
	for resource := range install.DefaultIgnoredResources() {
		ignored = append(ignored, resource.String())
	}
	slices.Sort(names)
	slices.Sort(ignored)
	return answer{result: object{"evaluators": names, "ignored": ignored}}, nil
}

// judged names a failure; all that an evaluator fails with are plain texts. The word is for what has no text of its own.
func judged(result any, failure error, word string) (answer, error) {
	if failure == nil {
		return answer{result: result}, nil
	}
	switch text := failure.Error(); {
	case strings.Contains(text, errList.Error()):
		word = "list-failed"
	case strings.Contains(text, "expect ") && strings.Contains(text, ", got "):
		word = "wrong-type"
	case strings.Contains(text, "expected non-nil quota"):
		word = "no-quota"
	}
	if word == "" {
		return answer{}, failure
	}
	return answer{failure: named{word, failure}}, nil
}
