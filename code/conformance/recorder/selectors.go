package main

import (
	"encoding/json"
	"errors"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/selection"
)

func init() {
	subjects["label-selector"] = subject{"k8s.io/apimachinery", newLabelSelector, simply}
	subjects["field-selector"] = subject{"k8s.io/apimachinery", newFieldSelector, simply}
}

type selectorArgs struct {
	Text     string                `json:"text"`
	Labels   map[string]string     `json:"labels"`
	Fields   map[string]string     `json:"fields"`
	Key      string                `json:"key"`
	Field    string                `json:"field"`
	Value    string                `json:"value"`
	Operator string                `json:"operator"`
	Values   []string              `json:"values"`
	Rename   map[string]string     `json:"rename"`
	Selector *metav1.LabelSelector `json:"selector"`
}

// exact is an answer that may be none.
func exact(value string, found bool) answer {
	result := object{"found": found}
	if found {
		result["value"] = value
	}
	return answer{result: result}
}

type labelSelector struct{ current labels.Selector }

func newLabelSelector(json.RawMessage) (driver, error) {
	return &labelSelector{labels.Everything()}, nil
}

func (s *labelSelector) do(op string, args json.RawMessage) (answer, error) {
	var a selectorArgs
	if err := decode(args, &a); err != nil {
		return answer{}, err
	}
	switch op {
	case "parse":
		return s.selected(labels.Parse(a.Text))
	case "fromLabelSelector":
		return s.selected(metav1.LabelSelectorAsSelector(a.Selector))
	case "formatLabelSelector":
		return answer{result: object{"text": metav1.FormatLabelSelector(a.Selector)}}, nil
	case "fromSet":
		return s.selected(labels.SelectorFromSet(a.Labels), nil)
	case "fromValidatedSet":
		return s.selected(labels.ValidatedSelectorFromSet(a.Labels))
	case "everything":
		return s.selected(labels.Everything(), nil)
	case "nothing":
		return s.selected(labels.Nothing(), nil)
	case "add":
		requirement, err := labels.NewRequirement(a.Key, selection.Operator(a.Operator), a.Values)
		if err != nil {
			return s.selected(nil, err)
		}
		return s.selected(s.current.Add(*requirement), nil)
	case "formatLabels":
		return answer{result: object{"text": labels.FormatLabels(a.Labels)}}, nil
	case "matches":
		return answer{result: object{"answer": s.current.Matches(labels.Set(a.Labels))}}, nil
	case "requiresExactMatch":
		return exact(s.current.RequiresExactMatch(a.Key)), nil
	}
	return answer{}, errNoSuchOperation
}

// selected is what a selector says of itself, which is the current one from now on.
func (s *labelSelector) selected(selector labels.Selector, err error) (answer, error) {
	if err != nil {
		return answer{failure: named{"invalid", err}}, nil
	}
	s.current = selector
	all, selectable := selector.Requirements()
	requirements := []object{}
	for _, one := range all {
		requirements = append(requirements, object{
			"key": one.Key(), "operator": string(one.Operator()), "values": one.Values().List(),
		})
	}
	return answer{result: object{
		"text": selector.String(), "empty": selector.Empty(), "selectable": selectable, "requirements": requirements,
	}}, nil
}

type fieldSelector struct{ current fields.Selector }

func newFieldSelector(json.RawMessage) (driver, error) {
	return &fieldSelector{fields.Everything()}, nil
}

func (s *fieldSelector) do(op string, args json.RawMessage) (answer, error) {
	var a selectorArgs
	if err := decode(args, &a); err != nil {
		return answer{}, err
	}
	switch op {
	case "parse":
		return s.selected(fields.ParseSelector(a.Text))
	case "parseAndTransform":
		return s.selected(fields.ParseAndTransformSelector(a.Text, renaming(a.Rename)))
	case "transform":
		return s.selected(s.current.Transform(renaming(a.Rename)))
	case "termEqual":
		return s.selected(fields.OneTermEqualSelector(a.Field, a.Value), nil)
	case "termNotEqual":
		return s.selected(fields.OneTermNotEqualSelector(a.Field, a.Value), nil)
	case "andTermEqual":
		return s.selected(fields.AndSelectors(s.current, fields.OneTermEqualSelector(a.Field, a.Value)), nil)
	case "andTermNotEqual":
		return s.selected(fields.AndSelectors(s.current, fields.OneTermNotEqualSelector(a.Field, a.Value)), nil)
	case "everything":
		return s.selected(fields.Everything(), nil)
	case "nothing":
		return s.selected(fields.Nothing(), nil)
	case "escape":
		return answer{result: object{"value": fields.EscapeValue(a.Value)}}, nil
	case "unescape":
		value, err := fields.UnescapeValue(a.Value)
		if err != nil {
			return answer{failure: named{"invalid", err}}, nil
		}
		return answer{result: object{"value": value}}, nil
	case "matches":
		return answer{result: object{"answer": s.current.Matches(fields.Set(a.Fields))}}, nil
	case "requiresExactMatch":
		return exact(s.current.RequiresExactMatch(a.Field)), nil
	}
	return answer{}, errNoSuchOperation
}

// renaming leaves fields without an entry as they are; "" leaves a term out, "!" fails.
func renaming(names map[string]string) fields.TransformFunc {
	return func(field, value string) (string, string, error) {
		name, ok := names[field]
		switch {
		case !ok:
			return field, value, nil
		case name == "":
			return "", "", nil
		case name == "!":
			return "", "", errors.New("there is no such field")
		}
		return name, value + "'", nil
	}
}

func (s *fieldSelector) selected(selector fields.Selector, err error) (answer, error) {
	if err != nil {
		return answer{failure: named{"invalid", err}}, nil
	}
	s.current = selector
	requirements := []object{}
	for _, one := range selector.Requirements() {
		requirements = append(requirements, object{
			"field": one.Field, "operator": string(one.Operator), "value": one.Value,
		})
	}
	return answer{result: object{
		"text": selector.String(), "empty": selector.Empty(), "requirements": requirements,
	}}, nil
}
