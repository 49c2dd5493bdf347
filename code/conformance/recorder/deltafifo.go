package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

func init() {
	subjects["delta-fifo"] = subject{"k8s.io/client-go", newDeltaFIFO, simply}
}

var (
	errProcess = errors.New("the process function failed")
	errLookup  = errors.New("this key cannot be looked up")
)

const patience = 5 * time.Second

type deltaFIFO struct {
	queue    *cache.DeltaFIFO
	known    *known
	consumer string
}

func newDeltaFIFO(config json.RawMessage) (driver, error) {
	var c struct {
		Name                  string `json:"name"`
		BadName               string `json:"badName"`
		EmitDeltaTypeReplaced bool   `json:"emitDeltaTypeReplaced"`
		Known                 *struct {
			Entries  []json.RawMessage `json:"entries"`
			Consumer string            `json:"consumer"`
		} `json:"known"`
		Transformer *transformer `json:"transformer"`
	}
	if err := decode(config, &c); err != nil {
		return nil, err
	}
	d := &deltaFIFO{consumer: "none"}
	options := cache.DeltaFIFOOptions{
		Name:                  c.Name,
		EmitDeltaTypeReplaced: c.EmitDeltaTypeReplaced,
		Transformer:           c.Transformer.function(),
	}
	if c.BadName != "" {
		options.KeyFunction = badNameKey(cache.MetaNamespaceKeyFunc, c.BadName)
	}
	if c.Known != nil {
		d.known, d.consumer = &known{}, c.Known.Consumer
		for _, raw := range c.Known.Entries {
			if err := d.known.putJSON(raw); err != nil {
				return nil, err
			}
		}
		options.KnownObjects = d.known
	}
	d.queue = cache.NewDeltaFIFOWithOptions(options)
	return d, nil
}

func (d *deltaFIFO) do(op string, args json.RawMessage) (answer, error) {
	var a struct {
		Object          json.RawMessage   `json:"object"`
		Objects         []json.RawMessage `json:"objects"`
		ResourceVersion string            `json:"resourceVersion"`
		Process         string            `json:"process"`
		Deltas          []jsonDelta       `json:"deltas"`
		Key             string            `json:"key"`
		Lookup          string            `json:"lookup"`
	}
	if err := decode(args, &a); err != nil {
		return answer{}, err
	}
	obj, err := fromJSON(a.Object)
	if err != nil {
		return answer{}, err
	}
	list, err := listFromJSON(a.Objects)
	if err != nil {
		return answer{}, err
	}
	if d.known == nil && (op == "knownPut" || op == "knownDelete") {
		return answer{}, errors.New("the config has no known objects")
	}
	switch op {
	case "add":
		return d.seen(nil, d.queue.Add(obj)), nil
	case "update":
		return d.seen(nil, d.queue.Update(obj)), nil
	case "delete":
		return d.seen(nil, d.queue.Delete(obj)), nil
	case "replace":
		return d.seen(nil, d.queue.Replace(list, a.ResourceVersion)), nil
	case "resync":
		return d.seen(nil, d.queue.Resync()), nil
	case "close":
		d.queue.Close()
		return d.seen(nil, nil), nil
	case "pop":
		return d.pop(a.Process)
	case "keyOf":
		if a.Deltas != nil {
			if obj, err = deltas(a.Deltas); err != nil {
				return answer{}, err
			}
		}
		key, err := d.queue.KeyOf(obj)
		return either(object{"key": key}, err)
	case "oldestNewest":
		list, err := deltas(a.Deltas)
		if err != nil {
			return answer{}, err
		}
		return either(object{"oldest": toJSON(list.Oldest()), "newest": toJSON(list.Newest())}, nil)
	case "name":
		return either(object{"name": d.queue.HasSyncedChecker().Name()}, nil)
	case "knownPut":
		return answer{}, d.known.putJSON(args)
	case "knownDelete":
		d.known.remove(a.Key)
		return answer{}, nil
	}
	return answer{}, errNoSuchOperation
}

func (d *deltaFIFO) seen(result any, failure error) answer {
	return answer{result: result, failure: failure, state: object{"hasSynced": d.queue.HasSynced(), "isClosed": d.queue.IsClosed()}}
}

// pop takes one key; one that would wait for ever is ended, so that a wrong trace does not stop the recorder.
func (d *deltaFIFO) pop(process string) (answer, error) {
	type end struct {
		result object
		err    error
	}
	ended := make(chan end, 1)
	go func() {
		result, err := d.popNow(process)
		ended <- end{result, err}
	}()
	select {
	case e := <-ended:
		if e.result == nil {
			return d.seen(nil, e.err), nil
		}
		return d.seen(e.result, nil), nil
	case <-time.After(patience):
		d.queue.Close()
		<-ended
		return d.seen(nil, errWaits), nil
	}
}

// popNow answers nil and an error if nothing was popped, else what the process function got and how the call ended.
func (d *deltaFIFO) popNow(process string) (result object, err error) {
	defer func() {
		if thrown := recover(); thrown != nil {
			if thrown != errProcess {
				panic(thrown)
			}
			result["process"], err = "panic", nil
		}
	}()
	popped, err := d.queue.Pop(func(obj any, isInInitialList bool) error {
		got := obj.(cache.Deltas)
		result = object{"deltas": toJSON(got), "isInInitialList": isInInitialList}
		switch process {
		case "error":
			return errProcess
		case "panic":
			panic(errProcess)
		}
		if d.consumer == "apply" {
			d.known.apply(got)
		}
		return nil
	})
	if result == nil {
		return nil, err
	}
	if given, _ := popped.(cache.Deltas); len(given) != len(result["deltas"].([]any)) {
		return nil, fmt.Errorf("pop returned %v", popped)
	}
	if err == errProcess {
		result["process"] = "error"
		err = nil
	}
	return result, err
}

// jsonDelta is a delta as an argument.
type jsonDelta struct {
	Type   string          `json:"type"`
	Object json.RawMessage `json:"object"`
}

func deltas(list []jsonDelta) (cache.Deltas, error) {
	result := cache.Deltas{}
	for _, one := range list {
		obj, err := fromJSON(one.Object)
		if err != nil {
			return nil, err
		}
		result = append(result, cache.Delta{Type: cache.DeltaType(one.Type), Object: obj})
	}
	return result, nil
}

// known is a list of entries whose order and whose answers the trace decides.
type known struct {
	entries []entry
}

type entry struct {
	key    string
	obj    any
	lookup string
}

func (k *known) ListKeys() []string {
	var keys []string
	for _, e := range k.entries {
		keys = append(keys, e.key)
	}
	return keys
}

func (k *known) GetByKey(key string) (any, bool, error) {
	for _, e := range k.entries {
		if e.key == key {
			switch e.lookup {
			case "missing":
				return nil, false, nil
			case "failing":
				return nil, false, errLookup
			}
			return e.obj, true, nil
		}
	}
	return nil, false, nil
}

func (k *known) putJSON(raw json.RawMessage) error {
	var e struct {
		Key    string          `json:"key"`
		Object json.RawMessage `json:"object"`
		Lookup string          `json:"lookup"`
	}
	if err := decode(raw, &e); err != nil {
		return err
	}
	obj, err := fromJSON(e.Object)
	if err != nil {
		return err
	}
	k.put(entry{e.Key, obj, e.Lookup})
	return nil
}

func (k *known) put(e entry) {
	for i := range k.entries {
		if k.entries[i].key == e.key {
			k.entries[i] = e
			return
		}
	}
	k.entries = append(k.entries, e)
}

func (k *known) remove(key string) {
	for i := range k.entries {
		if k.entries[i].key == key {
			k.entries = append(k.entries[:i], k.entries[i+1:]...)
			return
		}
	}
}

// apply does to the entries what a store behind the queue would do.
func (k *known) apply(popped cache.Deltas) {
	for _, delta := range popped {
		if tombstone, ok := delta.Object.(cache.DeletedFinalStateUnknown); ok {
			k.remove(tombstone.Key)
			continue
		}
		configMap := delta.Object.(*corev1.ConfigMap)
		if configMap.Name == "bad" {
			continue
		}
		key := cache.MetaObjectToName(configMap).String()
		if delta.Type == cache.Deleted {
			k.remove(key)
		} else {
			k.put(entry{key: key, obj: configMap})
		}
	}
}
