package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/tools/cache"
)

// text is a plain string where an object is expected.
type text string

// fromJSON reads what the traces write for an object: a ConfigMap, a tombstone, an explicit key, a plain string, nothing.
func fromJSON(raw json.RawMessage) (any, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	var form struct {
		Tombstone *struct {
			Key    string          `json:"key"`
			Object json.RawMessage `json:"object"`
		} `json:"tombstone"`
		ExplicitKey *string `json:"explicitKey"`
		Text        *string `json:"text"`
		Kind        string  `json:"kind"`
	}
	if err := json.Unmarshal(raw, &form); err != nil {
		return nil, err
	}
	switch {
	case form.Tombstone != nil:
		inside, err := fromJSON(form.Tombstone.Object)
		if err != nil {
			return nil, err
		}
		return cache.DeletedFinalStateUnknown{Key: form.Tombstone.Key, Obj: inside}, nil
	case form.ExplicitKey != nil:
		return cache.ExplicitKey(*form.ExplicitKey), nil
	case form.Text != nil:
		return text(*form.Text), nil
	case form.Kind == "ConfigMap":
		configMap := &corev1.ConfigMap{}
		return configMap, json.Unmarshal(raw, configMap)
	}
	return nil, fmt.Errorf("neither a ConfigMap nor another form of an object: %s", raw)
}

func listFromJSON(raws []json.RawMessage) ([]any, error) {
	list := make([]any, 0, len(raws))
	for _, raw := range raws {
		one, err := fromJSON(raw)
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

func toJSON(value any) any {
	switch v := value.(type) {
	case cache.DeletedFinalStateUnknown:
		tombstone := object{"key": v.Key}
		if v.Obj != nil {
			tombstone["object"] = toJSON(v.Obj)
		}
		return object{"tombstone": tombstone}
	case cache.Deltas:
		list := make([]any, 0, len(v))
		for _, delta := range v {
			list = append(list, toJSON(delta))
		}
		return list
	case cache.Delta:
		return object{"type": string(v.Type), "object": toJSON(v.Object)}
	case *cache.Delta:
		if v == nil {
			return nil
		}
		return toJSON(*v)
	case cache.ExplicitKey:
		return object{"explicitKey": string(v)}
	case text:
		return object{"text": string(v)}
	}
	return value // a ConfigMap, or nothing
}

func listToJSON(list []any) []any {
	values := make([]any, 0, len(list))
	for _, one := range list {
		values = append(values, toJSON(one))
	}
	return values
}

func isNamed(obj any, name string) bool {
	configMap, ok := obj.(*corev1.ConfigMap)
	return ok && configMap.Name == name
}

var (
	errKeyFunction   = errors.New("this name has no key")
	errIndexFunction = errors.New("this value is not indexed")
	errTransform     = errors.New("this name is not transformed")
	// errWaits stands for a pop that found nothing and was ended by closing the queue. No trace is meant to have one.
	errWaits = errors.New("pop waits")
)

// badNameKey fails for live objects with one name and asks the original about all else.
func badNameKey(original cache.KeyFunc, badName string) cache.KeyFunc {
	if badName == "" {
		return original
	}
	return func(obj any) (string, error) {
		if isNamed(obj, badName) {
			return "", errKeyFunction
		}
		return original(obj)
	}
}

// transformer is a transformation as data.
type transformer struct {
	FailName string            `json:"failName"`
	Drop     []string          `json:"drop"`
	Bump     bool              `json:"bump"`
	Rename   map[string]string `json:"rename"`
}

// function is nil if there is no transformer.
func (t *transformer) function() cache.TransformFunc {
	if t == nil {
		return nil
	}
	return func(obj any) (any, error) {
		original, ok := obj.(*corev1.ConfigMap)
		if !ok {
			return nil, fmt.Errorf("%w: it is a %T", errTransform, obj)
		}
		if t.FailName != "" && original.Name == t.FailName {
			return nil, errTransform
		}
		changed := original.DeepCopy()
		for _, field := range t.Drop {
			switch field {
			case "metadata.labels":
				changed.Labels = nil
			case "metadata.annotations":
				changed.Annotations = nil
			default:
				return nil, fmt.Errorf("cannot drop %q", field)
			}
		}
		if t.Bump {
			n := 0
			if old, ok := changed.Data["n"]; ok {
				var err error
				if n, err = strconv.Atoi(old); err != nil {
					return nil, err
				}
			}
			if changed.Data == nil {
				changed.Data = map[string]string{}
			}
			changed.Data["n"] = strconv.Itoa(n + 1)
		}
		if name, ok := t.Rename[changed.Name]; ok {
			changed.Name = name
		}
		return changed, nil
	}
}

// named is a failure that its driver has classified.
type named struct {
	word string
	error
}

// word classifies a failure. What upstream tells by its text alone is told by its text here.
func word(failure error) (string, error) {
	var keyError cache.KeyError
	var name named
	says := func(begin string) bool { return strings.HasPrefix(failure.Error(), begin) }
	switch {
	case errors.As(failure, &name):
		return name.word, nil
	case errors.Is(failure, errWaits):
		return "waits", nil
	case errors.Is(failure, errTransform), says("couldn't enqueue object: " + errTransform.Error()):
		return "transform", nil
	case errors.As(failure, &keyError) && errors.Is(failure, cache.ErrZeroLengthDeltasObject):
		return "zero-length-deltas", nil
	case errors.As(failure, &keyError):
		return "key-error", nil
	case errors.Is(failure, errKeyFunction):
		return "key-function", nil
	case errors.Is(failure, cache.ErrFIFOClosed):
		return "closed", nil
	case errors.Is(failure, errIndexFunction):
		return "index-function", nil
	case says("Index with name ") && strings.HasSuffix(failure.Error(), " does not exist"):
		return "no-such-index", nil
	case says("indexer conflict: "):
		return "indexer-conflict", nil
	case apierrors.IsNotFound(failure):
		return "not-found", nil
	case says("object has no meta: "):
		return "no-meta", nil
	case says("unexpected key format: "):
		return "key-format", nil
	case says("too many keys: "):
		return "too-many-keys", nil
	case says("unexpected empty indexKeys"):
		return "no-keys", nil
	}
	return "", fmt.Errorf("the original failed in a way that has no word: %w", failure)
}
