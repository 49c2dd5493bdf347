package main

import (
	"encoding/json"
	"errors"

	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
)

func init() {
	subjects["label-selector"] = subject{"k8s.io/apimachinery", newLabelSelector, simply}
	subjects["field-selector"] = subject{"k8s.io/apimachinery", newFieldSelector, simply}
}

type selectorArgs struct {
	Text   string            `json:"text"`
	Labels map[string]string `json:"labels"`
	Fields map[string]string `json:"fields"`
	Key    string            `json:"key"`
	Field  string            `json:"field"`
}

// onlyQueries refuses traces that use more than the query language.
func onlyQueries(config json.RawMessage) error {
	var c struct {
		Extended bool `json:"extended"`
	}
	if err := decode(config, &c); err != nil {
		return err
	}
	if c.Extended {
		return errors.New("there is no driver for more than the query language")
	}
	return nil
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

func newLabelSelector(config json.RawMessage) (driver, error) {
	return &labelSelector{labels.Everything()}, onlyQueries(config)
}

func (s *labelSelector) do(op string, args json.RawMessage) (answer, error) {
	var a selectorArgs
	if err := decode(args, &a); err != nil {
		return answer{}, err
	}
	switch op {
	case "parse":
		parsed, err := labels.Parse(a.Text)
		if err != nil {
			return answer{failure: named{"invalid", err}}, nil
		}
		s.current = parsed
		all, selectable := parsed.Requirements()
		requirements := []object{}
		for _, one := range all {
			requirements = append(requirements, object{
				"key": one.Key(), "operator": string(one.Operator()), "values": one.Values().List(),
			})
		}
		return answer{result: object{
			"text": parsed.String(), "empty": parsed.Empty(), "selectable": selectable, "requirements": requirements,
		}}, nil
	case "matches":
		return answer{result: object{"answer": s.current.Matches(labels.Set(a.Labels))}}, nil
	case "requiresExactMatch":
		return exact(s.current.RequiresExactMatch(a.Key)), nil
	}
	return answer{}, errNoSuchOperation
}

type fieldSelector struct{ current fields.Selector }

func newFieldSelector(config json.RawMessage) (driver, error) {
	return &fieldSelector{fields.Everything()}, onlyQueries(config)
}

func (s *fieldSelector) do(op string, args json.RawMessage) (answer, error) {
	var a selectorArgs
	if err := decode(args, &a); err != nil {
		return answer{}, err
	}
	switch op {
	case "parse":
		parsed, err := fields.ParseSelector(a.Text)
		if err != nil {
			return answer{failure: named{"invalid", err}}, nil
		}
		s.current = parsed
		requirements := []object{}
		for _, one := range parsed.Requirements() {
			requirements = append(requirements, object{
				"field": one.Field, "operator": string(one.Operator), "value": one.Value,
			})
		}
		return answer{result: object{
			"text": parsed.String(), "empty": parsed.Empty(), "requirements": requirements,
		}}, nil
	case "matches":
		return answer{result: object{"answer": s.current.Matches(fields.Set(a.Fields))}}, nil
	case "requiresExactMatch":
		return exact(s.current.RequiresExactMatch(a.Field)), nil
	}
	return answer{}, errNoSuchOperation
}
