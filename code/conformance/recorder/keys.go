package main

import (
	"encoding/json"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

func init() {
	subjects["keys"] = subject{"k8s.io/client-go", newKeys, simply}
}

// keys has nothing under test: each operation is one function.
type keys struct{}

func newKeys(config json.RawMessage) (driver, error) {
	var c struct {
		Optional []string `json:"optional"`
		Untyped  bool     `json:"untyped"`
	}
	return keys{}, decode(config, &c)
}

func (keys) do(op string, args json.RawMessage) (answer, error) {
	var a struct {
		Object          json.RawMessage `json:"object"`
		Key             string          `json:"key"`
		Namespace, Name string
		Values          []string `json:"values"`
		Fail            bool     `json:"fail"`
	}
	if err := decode(args, &a); err != nil {
		return answer{}, err
	}
	obj, err := fromJSON(a.Object)
	if err != nil {
		return answer{}, err
	}
	key := func(key string, err error) (answer, error) {
		return either(object{"key": key}, err)
	}
	name := func(name cache.ObjectName, err error) (answer, error) {
		return either(object{"namespace": name.Namespace, "name": name.Name}, err)
	}
	switch op {
	case "metaNamespaceKey":
		return key(cache.MetaNamespaceKeyFunc(obj))
	case "deletionHandlingKey":
		return key(cache.DeletionHandlingMetaNamespaceKeyFunc(obj))
	case "objectToName":
		return name(cache.ObjectToName(obj))
	case "deletionHandlingObjectToName":
		return name(cache.DeletionHandlingObjectToName(obj))
	case "splitMetaNamespaceKey":
		namespace, name, err := cache.SplitMetaNamespaceKey(a.Key)
		return either(object{"namespace": namespace, "name": name}, err)
	case "parseObjectName":
		name, err := cache.ParseObjectName(a.Key)
		return either(object{"namespace": name.Namespace, "name": name.Name, "text": name.String()}, err)
	case "objectName":
		name := cache.NewObjectName(a.Namespace, a.Name)
		return either(object{"text": name.String(), "namespacedNameText": name.AsNamespacedName().String()}, nil)
	case "indexFuncToKey":
		return key(cache.IndexFuncToKeyFuncAdapter(func(any) ([]string, error) {
			if a.Fail {
				return nil, errIndexFunction
			}
			return a.Values, nil
		})(nil))
	case "deletedObject":
		deleted := cache.DeletedObject[*corev1.ConfigMap]{}
		switch o := obj.(type) {
		case cache.DeletedFinalStateUnknown:
			deleted.FinalStateUnknown = &o
			deleted.OptionalObj, _ = o.Obj.(*corev1.ConfigMap)
		case *corev1.ConfigMap:
			deleted.OptionalObj = o
		}
		name := deleted.GetObjectName()
		return either(object{"key": deleted.GetKey(), "namespace": name.Namespace, "name": name.Name}, nil)
	}
	return answer{}, errNoSuchOperation
}

func either(result any, failure error) (answer, error) {
	if failure != nil {
		return answer{failure: failure}, nil
	}
	return answer{result: result}, nil
}
