package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/tools/cache"
)

func init() {
	subjects["store"] = subject{"k8s.io/client-go", newStore, simply}
}

// store is one of three things; what two of them lack is nil.
type store struct {
	keyed      cache.Store           // kinds store and indexer
	indexer    cache.Indexer         // kind indexer
	threadSafe cache.ThreadSafeStore // kind thread-safe
	versions   bool                  // the state shows the last resource version
}

// indexed is what an indexer and a thread-safe store have in common.
type indexed interface {
	Index(indexName string, obj any) ([]any, error)
	IndexKeys(indexName, indexedValue string) ([]string, error)
	ListIndexFuncValues(indexName string) []string
	ByIndex(indexName, indexedValue string) ([]any, error)
	GetIndexers() cache.Indexers
	AddIndexers(newIndexers cache.Indexers) error
}

func newStore(config json.RawMessage) (driver, error) {
	var c struct {
		Kind        string                   `json:"kind"`
		KeyFunction string                   `json:"keyFunction"`
		BadName     string                   `json:"badName"`
		Transformer *transformer             `json:"transformer"`
		Indexers    map[string]indexFunction `json:"indexers"`
		Optional    []string                 `json:"optional"`
		Mutable     bool                     `json:"mutable"`
	}
	if err := decode(config, &c); err != nil {
		return nil, err
	}
	s := &store{}
	for _, row := range c.Optional {
		s.versions = s.versions || row == "ST-28"
	}
	key := cache.MetaNamespaceKeyFunc
	switch c.KeyFunction {
	case "meta-namespace", "":
	case "deletion-handling":
		key = cache.DeletionHandlingMetaNamespaceKeyFunc
	default:
		return nil, fmt.Errorf("no key function %q", c.KeyFunction)
	}
	key = badNameKey(key, c.BadName)
	var options []cache.StoreOption
	if c.Transformer != nil {
		options = append(options, cache.WithTransformer(c.Transformer.function()))
	}
	switch c.Kind {
	case "store":
		s.keyed = cache.NewStore(key, options...)
	case "indexer":
		s.indexer = cache.NewIndexer(key, indexers(c.Indexers), options...)
		s.keyed = s.indexer
	case "thread-safe":
		s.threadSafe = cache.NewThreadSafeStore(indexers(c.Indexers), cache.Indices{})
	default:
		return nil, fmt.Errorf("no kind of store %q", c.Kind)
	}
	return s, nil
}

// indexFunction is an index function as data.
type indexFunction struct {
	Type   string   `json:"type"`
	Key    string   `json:"key"`
	FailOn *string  `json:"failOn"`
	Values []string `json:"values"`
}

func indexers(functions map[string]indexFunction) cache.Indexers {
	result := cache.Indexers{}
	for name, function := range functions {
		result[name] = function.index
	}
	return result
}

func (f indexFunction) index(obj any) ([]string, error) {
	switch f.Type {
	case "namespace":
		return cache.MetaNamespaceIndexFunc(obj)
	case "constant":
		return f.Values, nil
	}
	configMap, ok := obj.(*corev1.ConfigMap)
	if !ok {
		return nil, fmt.Errorf("an index function was given a %T", obj)
	}
	switch f.Type {
	case "label":
		value, ok := configMap.Labels[f.Key]
		if !ok {
			return nil, nil
		}
		if f.FailOn != nil && value == *f.FailOn {
			return nil, errIndexFunction
		}
		return []string{value}, nil
	case "annotation-list":
		list, ok := configMap.Annotations[f.Key]
		if !ok {
			return nil, nil
		}
		return strings.Split(list, ","), nil
	}
	return nil, fmt.Errorf("no index function %q", f.Type)
}

type storeArgs struct {
	Key             string                     `json:"key"`
	Object          json.RawMessage            `json:"object"`
	Objects         []json.RawMessage          `json:"objects"`
	Items           map[string]json.RawMessage `json:"items"`
	ResourceVersion string                     `json:"resourceVersion"`
	Index           string                     `json:"index"`
	Value           string                     `json:"value"`
	Indexers        map[string]indexFunction   `json:"indexers"`
	Selector        string                     `json:"selector"`
	SelectNothing   bool                       `json:"selectNothing"`
	Namespace       *string                    `json:"namespace"`
	Name            string                     `json:"name"`
	Labels          map[string]string          `json:"labels"`
	Transactions    []struct {
		Type   string          `json:"type"`
		Object json.RawMessage `json:"object"`
	} `json:"transactions"`
}

func (a storeArgs) namespace() string {
	if a.Namespace == nil {
		return ""
	}
	return *a.Namespace
}

func (s *store) do(op string, args json.RawMessage) (answer, error) {
	var a storeArgs
	if err := decode(args, &a); err != nil {
		return answer{}, err
	}
	obj, err := fromJSON(a.Object)
	if err != nil {
		return answer{}, err
	}
	switch op {
	case "add", "update", "delete", "deleteWithObject", "replace", "resync", "addIndexers", "transaction", "bookmark":
		result, failure, err := s.write(op, a, obj)
		return answer{result: result, failure: failure, state: s.state()}, err
	case "mutateInPlace":
		stored, _, err := s.getByKey(a.Key)
		if err != nil {
			return answer{}, err
		}
		stored.(*corev1.ConfigMap).Labels = a.Labels
		return answer{}, nil
	}
	return s.query(op, a, obj)
}

// write does an operation that may change the store. A failure is the store's answer, an error is ours.
func (s *store) write(op string, a storeArgs, obj any) (result any, failure, err error) {
	switch op {
	case "resync":
		if s.threadSafe != nil {
			return nil, s.threadSafe.Resync(), nil
		}
		return nil, s.keyed.Resync(), nil
	case "addIndexers":
		return nil, s.indexed().AddIndexers(indexers(a.Indexers)), nil
	case "bookmark":
		if s.threadSafe != nil {
			s.threadSafe.Bookmark(a.ResourceVersion)
		} else {
			s.keyed.Bookmark(a.ResourceVersion)
		}
		return nil, nil, nil
	case "transaction":
		return s.transaction(a)
	}
	if s.threadSafe != nil {
		return nil, nil, s.writeKeyed(op, a, obj)
	}
	switch op {
	case "add":
		return nil, s.keyed.Add(obj), nil
	case "update":
		return nil, s.keyed.Update(obj), nil
	case "delete":
		return nil, s.keyed.Delete(obj), nil
	case "replace":
		list, err := listFromJSON(a.Objects)
		if err != nil {
			return nil, nil, err
		}
		return nil, s.keyed.Replace(list, a.ResourceVersion), nil
	}
	return nil, nil, errNoSuchOperation
}

func (s *store) writeKeyed(op string, a storeArgs, obj any) error {
	switch op {
	case "add":
		s.threadSafe.Add(a.Key, obj)
	case "update":
		s.threadSafe.Update(a.Key, obj)
	case "delete":
		s.threadSafe.Delete(a.Key)
	case "deleteWithObject":
		s.threadSafe.DeleteWithObject(a.Key, obj)
	case "replace":
		items := map[string]any{}
		for key, raw := range a.Items {
			one, err := fromJSON(raw)
			if err != nil {
				return err
			}
			items[key] = one
		}
		s.threadSafe.Replace(items, a.ResourceVersion)
	default:
		return errNoSuchOperation
	}
	return nil
}

func (s *store) transaction(a storeArgs) (result any, failure, err error) {
	var steps []cache.Transaction
	for _, t := range a.Transactions {
		obj, err := fromJSON(t.Object)
		if err != nil {
			return nil, nil, err
		}
		steps = append(steps, cache.Transaction{Object: obj, Type: cache.TransactionType(t.Type)})
	}
	refused := s.keyed.(cache.TransactionStore).Transaction(steps...)
	if refused == nil {
		return nil, nil, nil
	}
	words := []string{}
	for _, one := range refused.Errors {
		word, err := word(one)
		if err != nil {
			return nil, nil, err
		}
		words = append(words, word)
	}
	worked := refused.SuccessfulIndices
	if worked == nil {
		worked = []int{}
	}
	return object{"successfulIndices": worked, "total": refused.TotalTransactions, "errors": words}, nil, nil
}

func (s *store) query(op string, a storeArgs, obj any) (answer, error) {
	objects := func(list []any, failure error) (answer, error) {
		values, err := bag(list)
		if err != nil {
			return answer{}, err
		}
		return either(object{"objects": values}, failure)
	}
	switch op {
	case "get":
		stored, exists, err := s.keyed.Get(obj)
		return either(found(stored, exists), err)
	case "getByKey":
		stored, exists, err := s.getByKey(a.Key)
		return either(found(stored, exists), err)
	case "list":
		if s.threadSafe != nil {
			return objects(s.threadSafe.List(), nil)
		}
		return objects(s.keyed.List(), nil)
	case "listKeys":
		return either(object{"keys": sorted(s.keys())}, nil)
	case "index":
		return objects(s.indexed().Index(a.Index, obj))
	case "byIndex":
		return objects(s.indexed().ByIndex(a.Index, a.Value))
	case "indexKeys":
		keys, err := s.indexed().IndexKeys(a.Index, a.Value)
		return either(object{"keys": sorted(keys)}, err)
	case "listIndexFuncValues":
		return either(object{"values": sorted(s.indexed().ListIndexFuncValues(a.Index))}, nil)
	case "getIndexers":
		return either(object{"names": s.indexNames()}, nil)
	case "listAll", "listAllByNamespace":
		selector, err := labels.Nothing(), error(nil)
		if !a.SelectNothing {
			if selector, err = labels.Parse(a.Selector); err != nil {
				return answer{}, err
			}
		}
		list := []any{}
		add := func(one any) { list = append(list, one) }
		if op == "listAll" {
			err = cache.ListAll(s.keyed, selector, add)
		} else {
			err = cache.ListAllByNamespace(s.indexer, a.namespace(), selector, add)
		}
		return objects(list, err)
	case "listerGet":
		lister := cache.NewGenericLister(s.indexer, schema.GroupResource{Resource: "configmaps"})
		if a.Namespace == nil {
			stored, err := lister.Get(a.Name)
			return either(object{"object": stored}, err)
		}
		stored, err := lister.ByNamespace(*a.Namespace).Get(a.Name)
		return either(object{"object": stored}, err)
	}
	return answer{}, errNoSuchOperation
}

// bag sorts what comes in the order of a map by its JSON text, so that equal answers are equal texts.
func bag(list []any) ([]json.RawMessage, error) {
	texts := []json.RawMessage{}
	for _, value := range listToJSON(list) {
		text, err := encode(value)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	sort.Slice(texts, func(i, j int) bool { return string(texts[i]) < string(texts[j]) })
	return texts, nil
}

func found(stored any, exists bool) object {
	if !exists {
		return object{"exists": false}
	}
	return object{"exists": true, "object": toJSON(stored)}
}

func (s *store) indexed() indexed {
	if s.threadSafe != nil {
		return s.threadSafe
	}
	return s.indexer
}

func (s *store) getByKey(key string) (any, bool, error) {
	if s.threadSafe != nil {
		stored, exists := s.threadSafe.Get(key)
		return stored, exists, nil
	}
	return s.keyed.GetByKey(key)
}

func (s *store) keys() []string {
	if s.threadSafe != nil {
		return s.threadSafe.ListKeys()
	}
	return s.keyed.ListKeys()
}

func (s *store) indexNames() []string {
	names := []string{}
	for name := range s.indexed().GetIndexers() {
		names = append(names, name)
	}
	return sorted(names)
}

// state is everything that can be read: the version under each key and the content of each index.
func (s *store) state() any {
	items := map[string]string{}
	for _, key := range s.keys() {
		stored, exists, err := s.getByKey(key)
		if err != nil || !exists {
			panic(errors.Join(fmt.Errorf("key %q is listed and cannot be read", key), err))
		}
		items[key] = stored.(*corev1.ConfigMap).ResourceVersion
	}
	state := object{"items": items}
	if s.threadSafe != nil || s.indexer != nil {
		indices := object{}
		for _, name := range s.indexNames() {
			values := map[string][]string{}
			for _, value := range s.indexed().ListIndexFuncValues(name) {
				keys, err := s.indexed().IndexKeys(name, value)
				if err != nil {
					panic(err)
				}
				values[value] = sorted(keys)
			}
			indices[name] = values
		}
		state["indices"] = indices
	}
	if s.versions {
		state["resourceVersion"] = s.version()
	}
	return state
}

func (s *store) version() string {
	if s.threadSafe != nil {
		return s.threadSafe.LastStoreSyncResourceVersion()
	}
	return s.keyed.LastStoreSyncResourceVersion()
}

func sorted(list []string) []string {
	list = append([]string{}, list...)
	sort.Strings(list)
	return list
}
