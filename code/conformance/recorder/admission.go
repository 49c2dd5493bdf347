package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing/synctest"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/admission/plugin/resourcequota"
	resourcequotaapi "k8s.io/apiserver/pkg/admission/plugin/resourcequota/apis/resourcequota"
	quota "k8s.io/apiserver/pkg/quota/v1"
	"k8s.io/apiserver/pkg/quota/v1/generic"
	"k8s.io/kubernetes/pkg/quota/v1/install"
)

func init() {
	subjects["quota-admission"] = subject{"k8s.io/kubernetes", newQuotaAdmission, withGatesOfItsOwn(inBubble)}
}

var errQuotaLookup = errors.New("the scripted failure of a look-up")

const elsewhere = "a namespace whose look-up is held"

// quotaAdmission is the evaluator behind the plugin, with one worker, and the server that it writes to.
type quotaAdmission struct {
	evaluators *evaluators
	limited    []resourcequotaapi.LimitedResource
	server     *quotaServer
	behind     resourcequota.Evaluator
	stop       chan struct{}
}

func newQuotaAdmission(config json.RawMessage) (driver, error) {
	var c struct {
		Now      json.RawMessage            `json:"now"`
		Features json.RawMessage            `json:"features"`
		Objects  map[string]json.RawMessage `json:"objects"`
		Quotas   []corev1.ResourceQuota     `json:"quotas"`
		Limited  []struct {
			APIGroup      string                                     `json:"apiGroup"`
			Resource      string                                     `json:"resource"`
			MatchContains []string                                   `json:"matchContains"`
			MatchScopes   []corev1.ScopedResourceSelectorRequirement `json:"matchScopes"`
		} `json:"limited"`
	}
	if err := decode(config, &c); err != nil {
		return nil, err
	}
	inner, err := evaluatorsOf(c.Now, c.Features, c.Objects)
	if err != nil {
		return nil, err
	}
	q := &quotaAdmission{
		evaluators: inner,
		server:     &quotaServer{quotas: c.Quotas, held: make(chan struct{})},
		stop:       make(chan struct{}),
	}
	for _, one := range c.Limited {
		q.limited = append(q.limited, resourcequotaapi.LimitedResource{
			APIGroup: one.APIGroup, Resource: one.Resource,
			MatchContains: one.MatchContains, MatchScopes: one.MatchScopes,
		})
	}
	registered := []quota.Evaluator{}
	for name, one := range q.evaluators.byName {
		if name != "deployments.apps" && name != "widgets.example.com" {
			registered = append(registered, one)
		}
	}
	q.behind = resourcequota.NewQuotaEvaluator(
		q.server, install.DefaultIgnoredResources(), generic.NewRegistry(registered), nil,
		&resourcequotaapi.Configuration{LimitedResources: q.limited}, 1, q.stop)
	return q, nil
}

func (q *quotaAdmission) end() { close(q.stop) }

// quotaServer is the accessor. What fails is the step's.
type quotaServer struct {
	quotas      []corev1.ResourceQuota
	failLookups []int
	script      []quotaUpdate
	lookups     int
	updates     []object
	held        chan struct{}
}

type quotaUpdate struct {
	Conflict bool              `json:"conflict"`
	Used     map[string]string `json:"used"`
	Delete   bool              `json:"delete"`
}

func (s *quotaServer) GetQuotas(namespace string) ([]corev1.ResourceQuota, error) {
	if namespace == elsewhere {
		<-s.held
		return nil, nil
	}
	s.lookups++
	for _, failing := range s.failLookups {
		if failing == s.lookups {
			return nil, errQuotaLookup
		}
	}
	found := []corev1.ResourceQuota{}
	for _, one := range s.quotas {
		if one.Namespace == namespace {
			found = append(found, *one.DeepCopy())
		}
	}
	return found, nil
}

func (s *quotaServer) UpdateQuotaStatus(changed *corev1.ResourceQuota) error {
	script := quotaUpdate{}
	if len(s.updates) < len(s.script) {
		script = s.script[len(s.updates)]
	}
	outcome := "ok"
	if script.Conflict {
		outcome = "conflict"
	}
	s.updates = append(s.updates, object{
		"quota": changed.Name, "resourceVersion": changed.ResourceVersion, "used": texts(changed.Status.Used),
		"outcome": outcome,
	})
	if !script.Conflict {
		return s.set(changed.Name, changed.Status.Used)
	}
	if script.Used != nil {
		used, err := parsed(script.Used)
		if err != nil {
			return err
		}
		if err := s.set(changed.Name, used); err != nil {
			return err
		}
	}
	if script.Delete {
		for i := range s.quotas {
			if s.quotas[i].Name == changed.Name {
				s.quotas = append(s.quotas[:i:i], s.quotas[i+1:]...)
				break
			}
		}
	}
	return apierrors.NewConflict(schema.GroupResource{Resource: "resourcequotas"}, changed.Name, errors.New("scripted"))
}

// set replaces what is used, and raises the version by one.
func (s *quotaServer) set(name string, used corev1.ResourceList) error {
	for i := range s.quotas {
		if stored := &s.quotas[i]; stored.Name == name {
			version, err := strconv.Atoi(stored.ResourceVersion)
			if err != nil {
				return err
			}
			stored.ResourceVersion = strconv.Itoa(version + 1)
			stored.Status.Used = used
		}
	}
	return nil
}

type quotaRequest struct {
	Evaluator   string `json:"evaluator"`
	Operation   string `json:"operation"`
	Subresource string `json:"subresource"`
	Namespace   string `json:"namespace"`
	Name        string `json:"name"`
	Object      string `json:"object"`
	OldObject   string `json:"oldObject"`
	DryRun      bool   `json:"dryRun"`
}

func (q *quotaAdmission) attributes(r quotaRequest) (admission.Attributes, error) {
	obj, err := q.evaluators.object(r.Object)
	if err != nil {
		return nil, err
	}
	old, err := q.evaluators.object(r.OldObject)
	if err != nil {
		return nil, err
	}
	resource := schema.ParseGroupResource(r.Evaluator).WithVersion("v1")
	return admission.NewAttributesRecord(
		obj, old, schema.GroupVersionKind{}, r.Namespace, r.Name, resource, r.Subresource,
		admission.Operation(strings.ToUpper(r.Operation)), nil, r.DryRun, nil), nil
}

func (q *quotaAdmission) do(op string, args json.RawMessage) (answer, error) {
	var a struct {
		quotaRequest
		Requests    []quotaRequest    `json:"requests"`
		Updates     []quotaUpdate     `json:"updates"`
		FailLookups []int             `json:"failLookups"`
		Quota       string            `json:"quota"`
		Used        map[string]string `json:"used"`
	}
	if err := decode(args, &a); err != nil {
		return answer{}, err
	}
	q.server.failLookups, q.server.script, q.server.lookups, q.server.updates = a.FailLookups, a.Updates, 0, []object{}
	switch op {
	case "checkRequest":
		return q.checkRequest(a.quotaRequest)
	case "evaluate":
		request, err := q.attributes(a.quotaRequest)
		if err != nil {
			return answer{}, err
		}
		given := refusal(q.behind.Evaluate(request))
		synctest.Wait()
		given.state = q.seen()
		return given, nil
	case "batch":
		return q.batch(a.Requests)
	case "setUsed":
		used, err := parsed(a.Used)
		if err != nil {
			return answer{}, err
		}
		return answer{}, q.server.set(a.Quota, used)
	case "quotas":
		all := object{}
		for _, one := range q.server.quotas {
			all[one.Name] = object{"resourceVersion": one.ResourceVersion, "used": texts(one.Status.Used)}
		}
		return answer{result: all}, nil
	}
	return answer{}, errNoSuchOperation
}

func (q *quotaAdmission) seen() object {
	return object{"lookups": q.server.lookups, "updates": q.server.updates}
}

func (q *quotaAdmission) checkRequest(r quotaRequest) (answer, error) {
	request, err := q.attributes(r)
	if err != nil {
		return answer{}, err
	}
	judge, ok := q.evaluators.byName[r.Evaluator]
	if !ok {
		return answer{}, fmt.Errorf("there is no evaluator %q", r.Evaluator)
	}
	before := []corev1.ResourceQuota{}
	for _, one := range q.server.quotas {
		before = append(before, *one.DeepCopy())
	}
	after, err := resourcequota.CheckRequest(before, request, judge, q.limited)
	if err != nil {
		return refusal(err), nil
	}
	changed := object{}
	for i, one := range after {
		if !quota.Equals(q.server.quotas[i].Status.Used, one.Status.Used) {
			changed[one.Name] = texts(one.Status.Used)
		}
	}
	q.server.quotas = after
	namespace := ""
	if accessor, err := meta.Accessor(request.GetObject()); err == nil {
		namespace = accessor.GetNamespace()
	}
	return answer{result: object{"changed": changed}, state: object{"objectNamespace": namespace}}, nil
}

// batch holds the only worker elsewhere until all requests wait.
func (q *quotaAdmission) batch(requests []quotaRequest) (answer, error) {
	blocker, err := q.attributes(quotaRequest{
		Evaluator: "secrets", Operation: "create", Namespace: elsewhere, Object: "",
	})
	if err != nil {
		return answer{}, err
	}
	go q.behind.Evaluate(blocker)
	synctest.Wait()
	answers := make([]object, len(requests))
	for i, r := range requests {
		request, err := q.attributes(r)
		if err != nil {
			return answer{}, err
		}
		go func() {
			given := refusal(q.behind.Evaluate(request))
			answers[i] = object{"error": nil}
			if given.failure != nil {
				class, _ := word(given.failure)
				answers[i] = object{"error": class}
				if given.message != "" {
					answers[i]["message"] = given.message
				}
			}
		}()
		synctest.Wait()
	}
	q.server.held <- struct{}{}
	synctest.Wait()
	return answer{result: answers, state: q.seen()}, nil
}

// refusal names what a request was refused with. Texts are given where users see them.
func refusal(err error) answer {
	if err == nil {
		return answer{}
	}
	var status apierrors.APIStatus
	switch text := err.Error(); {
	case errors.Is(err, errQuotaLookup):
		return answer{failure: named{"lookup-failed", err}}
	case apierrors.IsConflict(err):
		return answer{failure: named{"conflict", err}}
	case errors.As(err, &status) && apierrors.IsForbidden(err):
		said := status.Status()
		shape := object{"code": said.Code, "reason": said.Reason, "status": said.Status}
		if said.Details != nil {
			shape["group"], shape["kind"], shape["name"] = said.Details.Group, said.Details.Kind, said.Details.Name
		}
		return answer{failure: named{"forbidden", err}, message: said.Message, status: shape}
	case strings.HasPrefix(text, "insufficient quota to match these scopes"):
		return answer{failure: named{"uncovered-scopes", err}, message: text}
	case strings.HasPrefix(text, "error matching scopes of quota"):
		return answer{failure: named{"bad-selector", err}}
	default:
		return answer{failure: err}
	}
}
