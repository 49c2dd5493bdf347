package insideinformer.apiserver.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import insideinformer.apiserver.TestObjects;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.apiserver.kinds.ServedTypes;
import insideinformer.json.Json;
import insideinformer.testing.Spec;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** The three patch algorithms, without a server. */
class PatchKindsTest {

    private static final ResourceType PODS = type("pods");
    private static final ResourceType SERVICES = type("services");

    static Stream<Arguments> merges() {
        return Stream.of(
                arguments("{'a':'b'}", "{'a':'c'}", "{'a':'c'}"),
                arguments("{'a':'b'}", "{'b':'c'}", "{'a':'b','b':'c'}"),
                arguments("{'a':'b'}", "{'a':null}", "{}"),
                arguments("{'a':'b','b':'c'}", "{'a':null}", "{'b':'c'}"),
                arguments("{'a':['b']}", "{'a':'c'}", "{'a':'c'}"),
                arguments("{'a':'c'}", "{'a':['b']}", "{'a':['b']}"),
                arguments("{'a':{'b':'c'}}", "{'a':{'b':'d','c':null}}", "{'a':{'b':'d'}}"),
                arguments("{'a':[{'b':'c'}]}", "{'a':[1]}", "{'a':[1]}"),
                arguments("{}", "{'a':{'bb':{'ccc':null}}}", "{'a':{'bb':{}}}"));
    }

    @ParameterizedTest
    @Spec("AP-50")
    @MethodSource("merges")
    void merge(String target, String patch, String expected) {
        assertThat(MergePatch.apply(json(target), json(patch))).isEqualTo(json(expected));
    }

    static Stream<Arguments> operations() {
        return Stream.of(
                arguments("{'a':1}", "[{'op':'add','path':'/b','value':2}]", "{'a':1,'b':2}"),
                arguments("{'a':[1,3]}", "[{'op':'add','path':'/a/1','value':2}]", "{'a':[1,2,3]}"),
                arguments("{'a':[1]}", "[{'op':'add','path':'/a/-','value':2}]", "{'a':[1,2]}"),
                arguments("{'a':1,'b':2}", "[{'op':'remove','path':'/b'}]", "{'a':1}"),
                arguments("{'a':[1,2]}", "[{'op':'remove','path':'/a/0'}]", "{'a':[2]}"),
                arguments("{'a':1}", "[{'op':'replace','path':'/a','value':{'b':2}}]", "{'a':{'b':2}}"),
                arguments("{'a':[1,2,3]}", "[{'op':'replace','path':'/a/1','value':9}]", "{'a':[1,9,3]}"),
                arguments("{'a':{'x':1},'b':{}}", "[{'op':'move','from':'/a/x','path':'/b/y'}]",
                        "{'a':{},'b':{'y':1}}"),
                arguments("{'a':{'x':1}}", "[{'op':'copy','from':'/a','path':'/b'}]", "{'a':{'x':1},'b':{'x':1}}"),
                arguments("{'a/b':1,'m~n':2}",
                        "[{'op':'remove','path':'/a~1b'},{'op':'test','path':'/m~0n','value':2}]", "{'m~n':2}"),
                arguments("{'a':1}", "[{'op':'test','path':'/a','value':1.0}]", "{'a':1}"));
    }

    @ParameterizedTest
    @Spec("AP-51")
    @MethodSource("operations")
    void json_patch(String target, String patch, String expected) throws Exception {
        assertThat(JsonPatch.apply(json(target), (ArrayNode) json(patch))).isEqualTo(json(expected));
    }

    static Stream<String> inapplicable() {
        return Stream.of(
                "[{'op':'remove','path':'/none'}]",
                "[{'op':'replace','path':'/none','value':1}]",
                "[{'op':'add','path':'/none/x','value':1}]",
                "[{'op':'add','path':'/list/9','value':1}]",
                "[{'op':'add','path':'/a'}]",
                "[{'op':'test','path':'/a','value':2}]",
                "[{'op':'move','from':'/none','path':'/b'}]",
                "[{'op':'nonsense','path':'/a'}]",
                "[{'op':'add','value':1}]",
                "[{'op':'add','path':'a','value':1}]");
    }

    @ParameterizedTest
    @Spec("AP-51")
    @MethodSource("inapplicable")
    void json_patch_that_does_not_apply(String patch) {
        assertThatThrownBy(() -> JsonPatch.apply(json("{'a':1,'list':[1]}"), (ArrayNode) json(patch)))
                .isInstanceOf(JsonPatch.NotApplicableException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "[{'op':'nonsense','path':'/data/k','value':'hunter2'}]",
        "[{'op':'add','value':'hunter2'}]",
        "[{'op':'test','path':'/data/k','value':'hunter2'}]",
        "[{'op':'add','path':'/none/k','value':'hunter2'}]"
    })
    void what_json_patch_says_of_a_failure_shows_no_value(String patch) {
        assertThatThrownBy(() -> JsonPatch.apply(json("{'data':{'k':'v'}}"), (ArrayNode) json(patch)))
                .isInstanceOf(JsonPatch.NotApplicableException.class)
                .message().doesNotContain("hunter2");
    }

    static Stream<Arguments> strategic() {
        return Stream.of(
                arguments("maps merge", PODS, "{'m':{'a':1}}", "{'m':{'b':2}}", "{'m':{'a':1,'b':2}}"),
                arguments("null removes", PODS, "{'m':{'a':1,'b':2}}", "{'m':{'a':null}}", "{'m':{'b':2}}"),
                arguments("other lists are replaced", PODS, "{'tolerations':[{'key':'a'}]}",
                        "{'tolerations':[{'key':'b'}]}",
                        "{'tolerations':[{'key':'b'}]}"),
                arguments("containers by name", PODS,
                        "{'containers':[{'name':'a','image':'1'},{'name':'b','image':'1'}]}",
                        "{'containers':[{'name':'b','image':'2'},{'name':'c','image':'3'}]}",
                        "{'containers':[{'name':'a','image':'1'},{'name':'b','image':'2'},{'name':'c','image':'3'}]}"),
                arguments("env in containers", PODS, "{'containers':[{'name':'a','env':[{'name':'x','value':'1'}]}]}",
                        "{'containers':[{'name':'a','env':[{'name':'y','value':'2'}]}]}",
                        "{'containers':[{'name':'a','env':[{'name':'x','value':'1'},{'name':'y','value':'2'}]}]}"),
                arguments("container ports by number", PODS, "{'ports':[{'containerPort':80,'name':'a'}]}",
                        "{'ports':[{'containerPort':80,'name':'b'}]}", "{'ports':[{'containerPort':80,'name':'b'}]}"),
                arguments("service ports by port", SERVICES, "{'ports':[{'port':80,'name':'a'}]}",
                        "{'ports':[{'port':81,'name':'b'}]}",
                        "{'ports':[{'port':80,'name':'a'},{'port':81,'name':'b'}]}"),
                arguments("owners by uid", PODS, "{'ownerReferences':[{'uid':'1','name':'a'}]}",
                        "{'ownerReferences':[{'uid':'2','name':'b'}]}",
                        "{'ownerReferences':[{'uid':'1','name':'a'},{'uid':'2','name':'b'}]}"),
                arguments("finalizers are a set", PODS, "{'finalizers':['a','b']}", "{'finalizers':['b','c']}",
                        "{'finalizers':['a','b','c']}"),
                arguments("$patch delete in a list", PODS, "{'containers':[{'name':'a'},{'name':'b'}]}",
                        "{'containers':[{'name':'a','$patch':'delete'}]}", "{'containers':[{'name':'b'}]}"),
                arguments("$patch replace of a list", PODS, "{'containers':[{'name':'a'},{'name':'b'}]}",
                        "{'containers':[{'name':'c'},{'$patch':'replace'}]}", "{'containers':[{'name':'c'}]}"),
                arguments("$patch replace of a map", PODS, "{'m':{'a':1}}", "{'m':{'b':2,'$patch':'replace'}}",
                        "{'m':{'b':2}}"),
                arguments("$patch delete of a map", PODS, "{'m':{'a':1}}", "{'m':{'$patch':'delete'}}", "{'m':{}}"),
                arguments("$retainKeys", PODS, "{'strategy':{'type':'RollingUpdate','rollingUpdate':{'x':1}}}",
                        "{'strategy':{'$retainKeys':['type'],'type':'Recreate'}}", "{'strategy':{'type':'Recreate'}}"),
                arguments("$deleteFromPrimitiveList", PODS, "{'finalizers':['a','b']}",
                        "{'$deleteFromPrimitiveList/finalizers':['a']}", "{'finalizers':['b']}"),
                arguments("$setElementOrder with a change", PODS, "{'containers':[{'name':'a'},{'name':'b'}]}",
                        "{'$setElementOrder/containers':[{'name':'c'},{'name':'b'},{'name':'a'}],'containers':[{'name':'c'}]}",
                        "{'containers':[{'name':'c'},{'name':'b'},{'name':'a'}]}"),
                arguments("$setElementOrder alone", PODS, "{'containers':[{'name':'a'},{'name':'b'}]}",
                        "{'$setElementOrder/containers':[{'name':'b'},{'name':'a'}]}",
                        "{'containers':[{'name':'b'},{'name':'a'}]}"),
                arguments("what only the server has keeps its place", PODS,
                        "{'containers':[{'name':'s'},{'name':'a'},{'name':'b'}]}",
                        "{'$setElementOrder/containers':[{'name':'a'},{'name':'b'}],'containers':[{'name':'b','image':'2'}]}",
                        "{'containers':[{'name':'s'},{'name':'a'},{'name':'b','image':'2'}]}"));
    }

    @ParameterizedTest(name = "{0}")
    @Spec("AP-52")
    @MethodSource("strategic")
    void strategic_merge(String what, ResourceType type, String target, String patch, String expected) {
        assertThat(StrategicMerge.apply(type, TestObjects.parse(plain(target)), TestObjects.parse(plain(patch))))
                .as(what).isEqualTo(json(expected));
    }

    private static ResourceType type(String resource) {
        return new ServedTypes().all().stream().filter(t -> t.gvr().resource().equals(resource)).findFirst().orElseThrow();
    }

    private static JsonNode json(String text) {
        return Json.MAPPER.readTree(plain(text));
    }

    private static String plain(String text) {
        return text.replace('\'', '"');
    }
}
