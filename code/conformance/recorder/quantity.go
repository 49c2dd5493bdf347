package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"

	"gopkg.in/inf.v0"
	"k8s.io/apimachinery/pkg/api/resource"
)

func init() {
	subjects["quantity"] = subject{"k8s.io/apimachinery", newQuantities, simply}
}

// quantities are three registers. Upstream's operations change their operands' insides, so each gets copies.
type quantities map[string]resource.Quantity

func newQuantities(config json.RawMessage) (driver, error) {
	zero := resource.MustParse("0")
	return quantities{"a": zero, "b": zero.DeepCopy(), "c": zero.DeepCopy()}, decode(config, &struct{}{})
}

func (q quantities) do(op string, args json.RawMessage) (answer, error) {
	var a struct {
		Reg      string          `json:"reg"`
		Other    string          `json:"other"`
		Text     string          `json:"text"`
		JSON     string          `json:"json"`
		Value    int64           `json:"value"`
		Scale    int32           `json:"scale"`
		By       int64           `json:"by"`
		Unscaled string          `json:"unscaled"`
		Format   resource.Format `json:"format"`
	}
	if err := decode(args, &a); err != nil {
		return answer{}, err
	}
	if _, ok := q[a.Reg]; !ok {
		return answer{}, fmt.Errorf("there is no register %q", a.Reg)
	}
	mine, other := q[a.Reg].DeepCopy(), q[a.Other].DeepCopy()
	var result object
	switch op {
	case "cmp":
		return answer{result: object{"cmp": mine.Cmp(other)}}, nil
	case "cmpLong":
		return answer{result: object{"cmp": mine.CmpInt64(a.Value)}}, nil
	case "scaledValue":
		return answer{result: rounded(mine, resource.Scale(a.Scale))}, nil
	case "milliValue":
		return answer{result: rounded(mine, resource.Milli)}, nil
	case "approximateDouble":
		return answer{result: double(mine)}, nil
	case "writeJson":
		text, err := json.Marshal(mine)
		return either(object{"json": string(text)}, err)
	case "parse":
		var err error
		if mine, err = resource.ParseQuantity(a.Text); err != nil {
			return refused(err)
		}
	case "readJson":
		mine = resource.Quantity{}
		if err := json.Unmarshal([]byte(a.JSON), &mine); err != nil {
			return refused(err)
		}
		if mine.Format == "" { // null leaves a target as good as never set
			q[a.Reg] = resource.MustParse("0")
			return answer{state: object{"text": mine.String(), "sign": mine.Sign()}}, nil
		}
	case "of":
		mine = *resource.NewQuantity(a.Value, a.Format)
	case "ofMilli":
		mine = *resource.NewMilliQuantity(a.Value, a.Format)
	case "ofScaled":
		mine = *resource.NewScaledQuantity(a.Value, resource.Scale(a.Scale))
	case "ofDecimal":
		unscaled, ok := new(big.Int).SetString(a.Unscaled, 10)
		if !ok {
			return answer{}, fmt.Errorf("%q is no whole number", a.Unscaled)
		}
		mine = *resource.NewDecimalQuantity(*inf.NewDecBig(unscaled, inf.Scale(a.Scale)), a.Format)
	case "copy":
		mine = other
	case "add":
		mine.Add(other)
	case "sub":
		mine.Sub(other)
	case "neg":
		mine.Neg()
	case "mul":
		result = fits(mine.Mul(a.By), mine)
	case "roundUp":
		result = object{"exact": mine.RoundUp(resource.Scale(a.Scale))}
	default:
		return answer{}, errNoSuchOperation
	}
	q[a.Reg] = mine
	given := answer{state: quantityState(mine)}
	if result != nil {
		given.result = result
	}
	return given, nil
}

func refused(err error) (answer, error) {
	for word, class := range map[string]error{
		"FormatWrong": resource.ErrFormatWrong, "Suffix": resource.ErrSuffix, "Numeric": resource.ErrNumeric,
	} {
		if errors.Is(err, class) {
			err = named{word, err}
		}
	}
	return answer{failure: err}, nil
}

func quantityState(q resource.Quantity) object {
	exact := dec(q)
	long := q.DeepCopy()
	state := object{"text": printed(q), "format": string(q.Format), "sign": exact.Sign(), "asLong": nil}
	if value, ok := long.AsInt64(); ok {
		state["asLong"] = value
	}
	anew := q.DeepCopy()
	number, suffix := anew.CanonicalizeBytes(nil)
	if canonical := string(number) + string(suffix); canonical != state["text"] {
		state["canonical"] = canonical
	}
	if value, ok := rounded(q, 0)["value"]; ok {
		state["value"] = value
	}
	return state
}

func printed(q resource.Quantity) string {
	read := q.DeepCopy()
	return read.String()
}

func dec(q resource.Quantity) *inf.Dec {
	read := q.DeepCopy()
	return new(inf.Dec).Set(read.AsDec())
}

// rounded leaves out an answer that does not fit, or that is on the wrong side of a negative number.
func rounded(q resource.Quantity, scale resource.Scale) object {
	exact := dec(q)
	exact.SetScale(exact.Scale() + inf.Scale(scale))
	whole := new(inf.Dec).Round(exact, 0, inf.RoundUp).UnscaledBig()
	read := q.DeepCopy()
	value := read.ScaledValue(scale)
	if !whole.IsInt64() || exact.Sign() < 0 && value != whole.Int64() {
		return object{}
	}
	return object{"value": value}
}

// double leaves out an answer that is not the nearest.
func double(q resource.Quantity) object {
	exact := dec(q)
	factor := new(big.Int).Exp(big.NewInt(10), big.NewInt(max(int64(exact.Scale()), -int64(exact.Scale()))), nil)
	number := new(big.Rat).SetInt(exact.UnscaledBig())
	if exact.Scale() > 0 {
		number.Quo(number, new(big.Rat).SetInt(factor))
	} else {
		number.Mul(number, new(big.Rat).SetInt(factor))
	}
	nearest, _ := number.Float64()
	if read := q.DeepCopy(); read.AsApproximateFloat64() != nearest {
		return object{}
	}
	return object{"double": nearest}
}

// fits leaves out an answer that depends on the zeros which happen to stand at a decimal's end.
func fits(said bool, product resource.Quantity) object {
	exact := dec(product)
	ten, zero := big.NewInt(10), new(big.Int)
	for exact.Scale() > 0 {
		rest := new(big.Int)
		whole, _ := new(big.Int).QuoRem(exact.UnscaledBig(), ten, rest)
		if rest.Cmp(zero) != 0 {
			break
		}
		exact.SetUnscaledBig(whole)
		exact.SetScale(exact.Scale() - 1)
	}
	if exact.Scale() < 0 {
		exact.Round(exact, 0, inf.RoundExact)
	}
	if exact.UnscaledBig().IsInt64() != said {
		return nil
	}
	return object{"fits": said}
}
