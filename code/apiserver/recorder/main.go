// Writes what the API server of this module knows of Kubernetes' own types, and what its tests compare it with.
//
//	go run . ../src/main/resources/insideinformer/apiserver/bodies/fields.txt ../src/test/resources/insideinformer/apiserver/bodies
//
// The first file says for every kind which fields it has: number, name, type. The folder gets objects of every kind,
// as protobuf and as JSON, and what Go's JSON decoder says of values of a wrong type. The results are committed, so
// that nobody needs Go to build or test.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	storagev1 "k8s.io/api/storage/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/apimachinery/pkg/util/intstr"
	kjson "sigs.k8s.io/json"
)

type kind struct {
	apiVersion string
	object     runtime.Object
}

var kinds = []kind{
	{"v1", &corev1.ConfigMap{}},
	{"v1", &corev1.Endpoints{}},
	{"v1", &corev1.Event{}},
	{"v1", &corev1.LimitRange{}},
	{"v1", &corev1.Namespace{}},
	{"v1", &corev1.Node{}},
	{"v1", &corev1.PersistentVolumeClaim{}},
	{"v1", &corev1.PersistentVolume{}},
	{"v1", &corev1.Pod{}},
	{"v1", &corev1.ReplicationController{}},
	{"v1", &corev1.ResourceQuota{}},
	{"v1", &corev1.Secret{}},
	{"v1", &corev1.ServiceAccount{}},
	{"v1", &corev1.Service{}},
	{"apps/v1", &appsv1.DaemonSet{}},
	{"apps/v1", &appsv1.Deployment{}},
	{"apps/v1", &appsv1.ReplicaSet{}},
	{"apps/v1", &appsv1.StatefulSet{}},
	{"autoscaling/v2", &autoscalingv2.HorizontalPodAutoscaler{}},
	{"batch/v1", &batchv1.CronJob{}},
	{"batch/v1", &batchv1.Job{}},
	{"networking.k8s.io/v1", &networkingv1.Ingress{}},
	{"networking.k8s.io/v1", &networkingv1.NetworkPolicy{}},
	{"policy/v1", &policyv1.PodDisruptionBudget{}},
	{"rbac.authorization.k8s.io/v1", &rbacv1.RoleBinding{}},
	{"rbac.authorization.k8s.io/v1", &rbacv1.Role{}},
	{"storage.k8s.io/v1", &storagev1.StorageClass{}},
	{"scheduling.k8s.io/v1", &schedulingv1.PriorityClass{}},
	{"coordination.k8s.io/v1", &coordinationv1.Lease{}},
	{"autoscaling/v1", &autoscalingv1.Scale{}},
	{"authorization.k8s.io/v1", &authorizationv1.SelfSubjectAccessReview{}},
	{"authorization.k8s.io/v1", &authorizationv1.SelfSubjectRulesReview{}},
	{"meta.k8s.io/v1", &metav1.DeleteOptions{}},
	{"v1", &metav1.DeleteOptions{}},
}

// ---- the fields ----------------------------------------------------------------------------------------------------

// special are types that have a form of their own in JSON.
var special = map[string]string{
	"resource.Quantity":    "Quantity",
	"v1.Time":              "Time",
	"v1.MicroTime":         "MicroTime",
	"intstr.IntOrString":   "IntOrString",
	"v1.FieldsV1":          "FieldsV1",
	"runtime.RawExtension": "RawExtension",
}

type writer struct {
	out  bytes.Buffer
	seen map[reflect.Type]bool
	todo []reflect.Type
}

// id is the last two parts of the package, and the name: core/v1.Pod.
func id(t reflect.Type) string {
	parts := strings.Split(t.PkgPath(), "/")
	return strings.Join(parts[max(0, len(parts)-2):], "/") + "." + t.Name()
}

func (w *writer) describe(t reflect.Type) string {
	if name, ok := special[t.String()]; ok {
		return name
	}
	named := ""
	if t.Name() != "" && t.PkgPath() != "" {
		named = t.String() + "="
	}
	switch t.Kind() {
	case reflect.String, reflect.Bool, reflect.Int32, reflect.Int64:
		return named + t.Kind().String()
	case reflect.Ptr:
		return "*" + w.describe(t.Elem())
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return named + "bytes"
		}
		return named + "[]" + w.describe(t.Elem())
	case reflect.Map:
		if t.Key().Kind() != reflect.String {
			panic(t)
		}
		if t.Key().Name() != "string" && named == "" {
			named = t.String() + "="
		}
		return named + "{}" + w.describe(t.Elem())
	case reflect.Struct:
		w.add(t)
		return id(t)
	}
	panic(fmt.Sprint("a type that is not foreseen: ", t))
}

func (w *writer) add(t reflect.Type) {
	if !w.seen[t] {
		w.seen[t] = true
		w.todo = append(w.todo, t)
	}
}

func (w *writer) writeStruct(t reflect.Type) {
	fmt.Fprintf(&w.out, "%s\n", id(t))
	for i := 0; i < t.NumField(); i++ {
		f := t.Field(i)
		parts := strings.Split(f.Tag.Get("json"), ",")
		number := "0"
		if tag := f.Tag.Get("protobuf"); tag != "" {
			number = strings.Split(tag, ",")[1]
		}
		name, rule := parts[0], "always"
		for _, option := range parts[1:] {
			switch option {
			case "omitempty":
				if rule != "omitzero" {
					rule = "omitempty"
				}
			case "omitzero":
				rule = "omitzero"
			case "inline":
				name = ""
			default:
				panic(option)
			}
		}
		if name == "-" {
			panic(f.Name)
		}
		if name == "" {
			name = "." + f.Name
		}
		fmt.Fprintf(&w.out, " %s %s %s %s\n", number, name, w.describe(f.Type), rule)
	}
}

func writeFields(file string) {
	w := &writer{seen: map[reflect.Type]bool{}}
	fmt.Fprintln(&w.out, "# Written by code/apiserver/recorder from the Go types of k8s.io/api v0.37.2: of every kind its message, of")
	fmt.Fprintln(&w.out, "# every message its fields. Number in protobuf (0: has none), name in JSON (.Name: is inline), type (before =")
	fmt.Fprintln(&w.out, "# stands its name in Go), and when JSON has it: omitempty, omitzero, or always.")
	for _, k := range kinds {
		t := reflect.TypeOf(k.object).Elem()
		fmt.Fprintf(&w.out, "kind %s %s %s\n", k.apiVersion, t.Name(), id(t))
		w.add(t)
	}
	for len(w.todo) > 0 {
		t := w.todo[0]
		w.todo = w.todo[1:]
		w.writeStruct(t)
	}
	check(os.WriteFile(file, w.out.Bytes(), 0o644))
}

// ---- objects -------------------------------------------------------------------------------------------------------

type filler struct {
	n      int
	random *rand.Rand // nil: every field is set
	zero   bool       // pointers point to zeros, lists have zero elements
}

func (f *filler) skip() bool { return f.random != nil && f.random.Intn(3) == 0 }

func (f *filler) fill(v reflect.Value) {
	f.n++
	switch v.Type().String() {
	case "resource.Quantity":
		if !f.zero {
			v.Set(reflect.ValueOf(resource.MustParse([]string{"250m", "2Gi", "17", "1500k", "3n"}[f.n%5])))
		}
		return
	case "v1.Time":
		if !f.zero {
			v.Set(reflect.ValueOf(metav1.Time{Time: time.Unix(1700000000+int64(f.n), 0).UTC()}))
		}
		return
	case "v1.MicroTime":
		if !f.zero {
			v.Set(reflect.ValueOf(metav1.MicroTime{Time: time.Unix(1700000000, int64(f.n%1000)*1000).UTC()}))
		}
		return
	case "intstr.IntOrString":
		if f.zero {
			return
		}
		if f.n%2 == 0 {
			v.Set(reflect.ValueOf(intstr.FromInt32(int32(f.n - 5))))
		} else {
			v.Set(reflect.ValueOf(intstr.FromString(strconv.Itoa(f.n) + "%")))
		}
		return
	case "v1.FieldsV1":
		v.FieldByName("Raw").SetBytes([]byte(`{"f:spec":{"f:n":{}}}`))
		return
	}
	switch v.Kind() {
	case reflect.String:
		if !f.zero {
			v.SetString("s" + strconv.Itoa(f.n%97))
		}
	case reflect.Bool:
		v.SetBool(!f.zero)
	case reflect.Int32, reflect.Int64:
		if !f.zero {
			v.SetInt(int64(f.n%89) - 7)
			if f.n%13 == 0 && v.Kind() == reflect.Int64 {
				v.SetInt(1<<62 - int64(f.n))
			}
		}
	case reflect.Ptr:
		if !f.skip() {
			v.Set(reflect.New(v.Type().Elem()))
			f.fill(v.Elem())
		}
	case reflect.Slice:
		if f.skip() {
			return
		}
		if v.Type().Elem().Kind() == reflect.Uint8 {
			v.SetBytes([]byte{0, 0xff, byte(f.n)})
			return
		}
		n := 1
		if v.Type().Elem().Kind() != reflect.Struct {
			n = 2
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := 0; i < n; i++ {
			f.fill(v.Index(i))
		}
	case reflect.Map:
		if f.skip() {
			return
		}
		v.Set(reflect.MakeMap(v.Type()))
		for i := 0; i < 2; i++ {
			f.n++
			value := reflect.New(v.Type().Elem()).Elem()
			f.fill(value)
			v.SetMapIndex(reflect.ValueOf("k"+strconv.Itoa(f.n%97)).Convert(v.Type().Key()), value)
		}
	case reflect.Struct:
		for i := 0; i < v.NumField(); i++ {
			if v.Type().Field(i).Type.String() == "v1.TypeMeta" {
				continue // not in protobuf but in its envelope
			}
			f.fill(v.Field(i))
		}
	default:
		panic(v.Type().String())
	}
}

type body struct {
	ApiVersion string          `json:"apiVersion"`
	Kind       string          `json:"kind"`
	Fill       string          `json:"fill"`
	Protobuf   []byte          `json:"protobuf"`
	JSON       json.RawMessage `json:"json"`
}

func bodies() []body {
	var all []body
	for _, k := range kinds {
		t := reflect.TypeOf(k.object).Elem()
		for name, f := range map[string]*filler{
			"all": {}, "zeros": {zero: true}, "some": {random: rand.New(rand.NewSource(7))}, "none": nil,
		} {
			object := reflect.New(t).Interface().(runtime.Object)
			if f != nil {
				f.fill(reflect.ValueOf(object).Elem())
			}
			object.GetObjectKind().SetGroupVersionKind(schema.FromAPIVersionAndKind(k.apiVersion, t.Name()))
			var pb bytes.Buffer
			check(protobuf.NewSerializer(nil, nil).Encode(object, &pb))
			js, err := json.Marshal(object)
			check(err)
			all = append(all, body{k.apiVersion, t.Name(), name, pb.Bytes(), js})
		}
	}
	sort.SliceStable(all, func(i, j int) bool {
		a, b := all[i], all[j]
		return a.ApiVersion+a.Kind+a.Fill < b.ApiVersion+b.Kind+b.Fill
	})
	return all
}

// ---- values of a wrong type ----------------------------------------------------------------------------------------

type wrong struct {
	ApiVersion string          `json:"apiVersion"`
	Kind       string          `json:"kind"`
	Path       []any           `json:"path"`
	Value      json.RawMessage `json:"value"`
	Error      string          `json:"error"`
}

// paths of everything in a tree.
func paths(v any, at []any, out *[][]any) {
	if len(at) > 0 {
		*out = append(*out, append([]any{}, at...))
	}
	switch x := v.(type) {
	case map[string]any:
		keys := make([]string, 0, len(x))
		for key := range x {
			keys = append(keys, key)
		}
		sort.Strings(keys)
		for _, key := range keys {
			if key != "apiVersion" && key != "kind" || len(at) > 0 {
				paths(x[key], append(at, key), out)
			}
		}
	case []any:
		for i := range x {
			paths(x[i], append(at, i), out)
		}
	}
}

// with is the tree with another value at the path; it changes the tree.
func with(v any, path []any, value any) any {
	if len(path) == 0 {
		return value
	}
	switch x := v.(type) {
	case map[string]any:
		x[path[0].(string)] = with(x[path[0].(string)], path[1:], value)
	case []any:
		x[path[0].(int)] = with(x[path[0].(int)], path[1:], value)
	}
	return v
}

var values = []string{`"text"`, `"80"`, `80`, `1.5`, `3000000000`, `1e2`, `9300000000000000000`, `true`, `null`, `[]`, `{}`, `["a"]`, `{"a":1}`, `""`}

func wrongs(all []body) []wrong {
	random := rand.New(rand.NewSource(11))
	var result []wrong
	for _, b := range all {
		if b.Fill != "all" {
			continue
		}
		var tree any
		check(json.Unmarshal(b.JSON, &tree))
		var places [][]any
		paths(tree, nil, &places)
		for i := 0; i < 60; i++ {
			path := places[random.Intn(len(places))]
			value := values[random.Intn(len(values))]
			var fresh any
			decoder := json.NewDecoder(bytes.NewReader(b.JSON))
			decoder.UseNumber()
			check(decoder.Decode(&fresh))
			text, err := json.Marshal(with(fresh, path, json.RawMessage(value)))
			check(err)
			object := reflect.New(reflect.TypeOf(find(b)).Elem()).Interface()
			message := ""
			if err := kjson.UnmarshalCaseSensitivePreserveInts(text, object); err != nil {
				message = err.Error()
			}
			result = append(result, wrong{b.ApiVersion, b.Kind, path, json.RawMessage(value), message})
		}
	}
	return result
}

func find(b body) runtime.Object {
	for _, k := range kinds {
		if k.apiVersion == b.ApiVersion && reflect.TypeOf(k.object).Elem().Name() == b.Kind {
			return k.object
		}
	}
	panic(b.Kind)
}

func write[T any](file string, lines []T) {
	f, err := os.Create(file)
	check(err)
	zip, err := gzip.NewWriterLevel(f, gzip.BestCompression)
	check(err)
	encoder := json.NewEncoder(zip)
	encoder.SetEscapeHTML(false)
	for _, line := range lines {
		check(encoder.Encode(line))
	}
	check(zip.Close())
	check(f.Close())
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	check(os.MkdirAll(filepath.Dir(os.Args[1]), 0o755))
	check(os.MkdirAll(os.Args[2], 0o755))
	writeFields(os.Args[1])
	all := bodies()
	write(filepath.Join(os.Args[2], "bodies.jsonl.gz"), all)
	write(filepath.Join(os.Args[2], "wrong-types.jsonl.gz"), wrongs(all))
}
