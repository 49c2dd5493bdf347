package main

import (
	"encoding/json"

	"k8s.io/utils/buffer"
)

func init() {
	subjects["ring"] = subject{"k8s.io/utils", newRing, simply}
}

type ring struct {
	ring *buffer.TypedRingGrowing[int64]
}

func newRing(config json.RawMessage) (driver, error) {
	var c struct {
		InitialSize int `json:"initialSize"`
	}
	if err := decode(config, &c); err != nil {
		return nil, err
	}
	return ring{buffer.NewTypedRingGrowing[int64](buffer.RingGrowingOptions{InitialSize: c.InitialSize})}, nil
}

func (r ring) do(op string, args json.RawMessage) (answer, error) {
	var a struct {
		Value int64 `json:"value"`
		From  int64 `json:"from"`
		Count int64 `json:"count"`
	}
	if err := decode(args, &a); err != nil {
		return answer{}, err
	}
	var result any
	switch op {
	case "writeOne":
		r.ring.WriteOne(a.Value)
	case "writeRange":
		for i := range a.Count {
			r.ring.WriteOne(a.From + i)
		}
	case "readOne":
		var value any
		if read, ok := r.ring.ReadOne(); ok {
			value = read
		}
		result = object{"value": value}
	case "readMany":
		values := []int64{}
		for range a.Count {
			if read, ok := r.ring.ReadOne(); ok {
				values = append(values, read)
			}
		}
		result = object{"values": values}
	default:
		return answer{}, errNoSuchOperation
	}
	return answer{result: result, state: object{"len": r.ring.Len(), "cap": r.ring.Cap()}}, nil
}
