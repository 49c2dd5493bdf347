package main

import (
	"encoding/json"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	quota "k8s.io/apiserver/pkg/quota/v1"
)

func init() {
	subjects["resource-list"] = subject{"k8s.io/apiserver", newResourceLists, simply}
}

// resourceLists has nothing under test: each operation is one function.
type resourceLists struct{}

func newResourceLists(config json.RawMessage) (driver, error) {
	return resourceLists{}, decode(config, &struct{}{})
}

func (resourceLists) do(op string, args json.RawMessage) (answer, error) {
	var a struct {
		A        map[string]string     `json:"a"`
		B        map[string]string     `json:"b"`
		Names    []corev1.ResourceName `json:"names"`
		Others   []corev1.ResourceName `json:"others"`
		Name     corev1.ResourceName   `json:"name"`
		Prefixes []string              `json:"prefixes"`
	}
	if err := decode(args, &a); err != nil {
		return answer{}, err
	}
	left, err := parsed(a.A)
	if err != nil {
		return answer{}, err
	}
	right, err := parsed(a.B)
	if err != nil {
		return answer{}, err
	}
	var result object
	switch op {
	case "equals":
		result = object{"answer": quota.Equals(left, right)}
	case "lessThanOrEqual":
		within, exceeded := quota.LessThanOrEqual(left, right)
		result = object{"answer": within, "names": inOrder(exceeded)}
	case "max":
		result = listed(quota.Max(left, right))
	case "add":
		result = listed(quota.Add(left, right))
	case "subtract":
		result = listed(quota.Subtract(left, right))
	case "subtractWithNonNegativeResult":
		result = listed(quota.SubtractWithNonNegativeResult(left, right))
	case "mask":
		result = listed(quota.Mask(left, a.Names))
	case "removeZeros":
		result = listed(quota.RemoveZeros(left))
	case "resourceNames":
		result = object{"names": inOrder(quota.ResourceNames(left))}
	case "isNegative":
		result = object{"names": inOrder(quota.IsNegative(left))}
	case "isZero":
		result = object{"answer": quota.IsZero(left)}
	case "contains":
		result = object{"answer": quota.Contains(a.Names, a.Name)}
	case "containsPrefix":
		result = object{"answer": quota.ContainsPrefix(a.Prefixes, a.Name)}
	case "intersection":
		result = object{"names": quota.Intersection(a.Names, a.Others)}
	case "difference":
		result = object{"names": quota.Difference(a.Names, a.Others)}
	case "toSet":
		result = object{"names": quota.ToSet(a.Names).List()}
	default:
		return answer{}, errNoSuchOperation
	}
	return answer{result: result}, nil
}

func parsed(texts map[string]string) (corev1.ResourceList, error) {
	list := corev1.ResourceList{}
	for name, text := range texts {
		quantity, err := resource.ParseQuantity(text)
		if err != nil {
			return nil, err
		}
		list[corev1.ResourceName(name)] = quantity
	}
	return list, nil
}

// texts are what a list's quantities print.
func texts(list corev1.ResourceList) object {
	all := object{}
	for name, quantity := range list {
		all[string(name)] = printed(quantity)
	}
	return all
}

func listed(list corev1.ResourceList) object {
	return object{"list": texts(list)}
}

// inOrder sorts names that come from a map.
func inOrder(names []corev1.ResourceName) []corev1.ResourceName {
	sorted := append([]corev1.ResourceName{}, names...)
	slices.Sort(sorted)
	return sorted
}
