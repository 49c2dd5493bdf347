package insideinformer.quota;

import static insideinformer.quota.TestObjects.claim;
import static insideinformer.quota.TestObjects.pod;
import static insideinformer.quota.TestObjects.quota;
import static insideinformer.quota.TestObjects.term;
import static insideinformer.quota.TestObjects.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import insideinformer.api.Pod;
import insideinformer.api.ScopeSelector;
import insideinformer.api.ScopedResourceSelectorRequirement;
import insideinformer.quota.TestObjects.PodBuilder;
import insideinformer.testing.Spec;
import insideinformer.wait.FakeClock;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScopesTest {

    private static final List<ScopedResourceSelectorRequirement> ALL = List.of(
            term("Exists Terminating"),
            term("Exists NotTerminating"),
            term("Exists BestEffort"),
            term("Exists NotBestEffort"),
            term("In PriorityClass class1"),
            term("Exists CrossNamespacePodAffinity"));

    private final PodEvaluator pods = new PodEvaluator(ListFuncByNamespace.NONE, new FakeClock(), QuotaFeatures.ALL);
    private final PersistentVolumeClaimEvaluator claims =
            new PersistentVolumeClaimEvaluator(ListFuncByNamespace.NONE, QuotaFeatures.ALL);

    static Stream<Arguments> tableM() {
        String crossing = "Terminating BestEffort CrossNamespacePodAffinity";
        return Stream.of(
                arguments("empty", pod(), "NotTerminating BestEffort"),
                arguments("of class1", pod().priorityClass("class1"), "NotTerminating BestEffort PriorityClass"),
                arguments(
                        "with amounts",
                        pod().container("cpu=1,memory=1", "cpu=1,memory=1"),
                        "NotTerminating NotBestEffort"),
                arguments("with a deadline", pod().deadline(30), "Terminating BestEffort"),
                arguments(
                        "required affinity with namespaces",
                        pod().deadline(30).requiredTerm("podAffinity", "{'namespaces':['ns1']}"),
                        crossing),
                arguments(
                        "preferred affinity with an empty selector",
                        pod().deadline(30).preferredTerm("podAffinity", "{'namespaceSelector':{}}"),
                        crossing),
                arguments(
                        "preferred anti-affinity with an empty selector",
                        pod().deadline(30).preferredTerm("podAntiAffinity", "{'namespaceSelector':{}}"),
                        crossing),
                arguments(
                        "required anti-affinity with namespaces",
                        pod().deadline(30).requiredTerm("podAntiAffinity", "{'namespaces':['ns3']}"),
                        crossing),
                arguments(
                        "affinity within its namespace",
                        pod().requiredTerm("podAffinity", "{'topologyKey':'zone'}"),
                        "NotTerminating BestEffort"),
                arguments(
                        "affinity with a null selector",
                        pod().requiredTerm("podAffinity", "{'namespaceSelector':null}"),
                        "NotTerminating BestEffort"),
                arguments("deadline 0", pod().deadline(0), "Terminating BestEffort"),
                arguments("deadline -1", pod().deadline(-1), "NotTerminating BestEffort"),
                arguments("being deleted", pod().deleted("2030-01-01T00:00:00Z", 30L), "NotTerminating BestEffort"),
                arguments("amounts of zero", pod().container("cpu=0,memory=0", "cpu=0"), "NotTerminating BestEffort"),
                arguments("a negative amount", pod().container("cpu=-1", ""), "NotTerminating NotBestEffort"),
                arguments("only storage", pod().container("ephemeral-storage=1Gi", ""), "NotTerminating BestEffort"),
                arguments(
                        "only an init container asks",
                        pod().container("", "").init("memory=1", ""),
                        "NotTerminating NotBestEffort"),
                arguments("class from the status", pod().qosClass("Guaranteed"), "NotTerminating NotBestEffort"),
                arguments(
                        "best effort by status",
                        pod().container("cpu=1", "").qosClass("BestEffort"),
                        "NotTerminating BestEffort"),
                arguments(
                        "amounts for the whole pod",
                        pod().container("", "").podLevel("", "cpu=1"),
                        "NotTerminating NotBestEffort"),
                arguments(
                        "hugepages for the whole pod hide the containers",
                        pod().container("cpu=1", "").podLevel("hugepages-2Mi=2Mi", ""),
                        "NotTerminating BestEffort"));
    }

    @Spec({"QE-30", "QE-31", "QE-33", "QE-35", "K16"})
    @ParameterizedTest(name = "a pod {0}")
    @MethodSource("tableM")
    void a_pod_is_in_its_scopes(String what, PodBuilder pod, String scopes) throws QuotaException {
        List<String> matching = pods.matchingScopes(pod.build(), ALL).stream()
                .map(ScopedResourceSelectorRequirement::scopeName)
                .toList();

        assertThat(matching).containsExactly(scopes.split(" "));
    }

    @Spec({"QE-32", "K16"})
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "Exists PriorityClass, true, true, false", "DoesNotExist PriorityClass, false, false, true",
        "In PriorityClass high, true, false, false", "In PriorityClass high low, true, true, false",
        "NotIn PriorityClass high, false, true, true"
    })
    void priority_classes_follow_the_logic_of_label_selectors(String term, boolean high, boolean low, boolean none)
            throws QuotaException {
        assertThat(matches(pod().priorityClass("high").build(), term)).isEqualTo(high);
        assertThat(matches(pod().priorityClass("low").build(), term)).isEqualTo(low);
        assertThat(matches(pod().build(), term)).isEqualTo(none);
        assertThat(matches(pod().priorityClass("").build(), term)).isEqualTo(none);
    }

    @Spec("QE-32")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Equals PriorityClass high",
                "In PriorityClass",
                "NotIn PriorityClass",
                "DoesNotExist PriorityClass high",
                "In PriorityClass a/b"
            })
    void a_term_that_makes_no_condition_is_an_error(String term) {
        QuotaException refusal = catchThrowableOfType(QuotaException.class, () -> matches(pod().build(), term));

        assertThat(refusal.kind()).isEqualTo(QuotaException.Kind.BAD_SELECTOR);
    }

    @Test
    @Spec("QE-34")
    void an_unknown_scope_matches_nothing_and_operators_matter_only_for_classes() throws QuotaException {
        assertThat(matches(pod().build(), "Exists Foo")).isFalse();
        assertThat(matches(pod().build(), "NotIn BestEffort x")).isTrue();
        assertThat(matches(pod().deadline(1).build(), "DoesNotExist Terminating"))
                .isTrue();
    }

    @Test
    @Spec("QE-35")
    void terms_are_covered_by_name_alone() {
        List<ScopedResourceSelectorRequirement> limited =
                List.of(term("In PriorityClass x"), term("Exists BestEffort"));

        assertThat(pods.uncoveredQuotaScopes(limited, List.of(term("Exists PriorityClass"))))
                .containsExactly(term("Exists BestEffort"));
        assertThat(pods.uncoveredQuotaScopes(limited, List.of())).isEqualTo(limited);
        assertThat(claims.uncoveredQuotaScopes(limited, List.of())).isEqualTo(limited);
        assertThat(new ServiceEvaluator(ListFuncByNamespace.NONE).uncoveredQuotaScopes(limited, List.of()))
                .isEmpty();
    }

    @Spec("QE-46")
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = ';',
            value = {
                "{}; DoesNotExist, NotIn c4",
                "{'spec':{'volumeAttributesClassName':'c1'},'status':{'currentVolumeAttributesClassName':'c2'}}; "
                        + "Exists, In c1, In c2, In c1 c2 c4, NotIn c4",
                "{'spec':{'volumeAttributesClassName':'c1'},'status':{'currentVolumeAttributesClassName':'c2',"
                        + "'modifyVolumeStatus':{'targetVolumeAttributesClassName':'c3'}}}; "
                        + "Exists, In c1, In c2, In c3, In c1 c2 c4, NotIn c4",
                "{'spec':{'volumeAttributesClassName':''}}; DoesNotExist, NotIn c4"
            },
            quoteCharacter = '`')
    void a_claim_is_in_the_scope_of_every_attributes_class_it_refers_to(String json, String matching)
            throws QuotaException {
        for (String term :
                List.of("Exists", "DoesNotExist", "In c1", "In c2", "In c3", "In c4", "In c1 c2 c4", "NotIn c4")) {
            String whole = term.replaceFirst("(\\S+)", "$1 VolumeAttributesClass");

            assertThat(claims.matchingScopes(claim(json), List.of(term(whole))).isEmpty())
                    .as(term)
                    .isEqualTo(!List.of(matching.split(", ")).contains(term));
        }
    }

    @Test
    @Spec({"QE-14", "QE-46"})
    void without_the_gate_a_claim_is_in_no_scope() throws QuotaException {
        PersistentVolumeClaimEvaluator gated =
                new PersistentVolumeClaimEvaluator(ListFuncByNamespace.NONE, new QuotaFeatures(true, true, false));
        List<ScopedResourceSelectorRequirement> terms = List.of(term("DoesNotExist VolumeAttributesClass"));

        assertThat(gated.matchingScopes(claim("{}"), terms)).isEmpty();
        assertThat(gated.uncoveredQuotaScopes(terms, List.of())).isEmpty();
        assertThat(claims.matchingScopes(claim("{}"), List.of(term("Exists BestEffort"))))
                .isEmpty();
    }

    @Test
    @Spec("QE-09")
    void a_quota_matches_by_what_its_status_limits() throws QuotaException {
        Pod pod = pod().build();

        assertThat(pods.matches(quota("{'spec':{'hard':{'pods':'1'}}}"), pod)).isFalse();
        assertThat(pods.matches(quota("{'status':{'hard':{'pods':'1'}}}"), pod)).isTrue();
        assertThat(pods.matches(quota("{'status':{'hard':{'services':'1'}}}"), pod))
                .isFalse();
        assertThat(catchThrowableOfType(QuotaException.class, () -> pods.matches(null, pod))
                        .kind())
                .isEqualTo(QuotaException.Kind.NO_QUOTA);
    }

    @Test
    @Spec("QE-10")
    void scopes_and_selector_terms_must_all_hold() throws QuotaException {
        String both = "{'spec':{'scopes':['BestEffort'],'scopeSelector':{'matchExpressions':"
                + "[{'scopeName':'PriorityClass','operator':'In','values':['high']}]}},'status':{'hard':{'pods':'1'}}}";

        assertThat(GenericEvaluation.getScopeSelectorsFromQuota(quota(both)))
                .containsExactly(term("Exists BestEffort"), term("In PriorityClass high"));
        assertThat(pods.matches(quota(both), pod().priorityClass("high").build()))
                .isTrue();
        assertThat(pods.matches(quota(both), pod().priorityClass("low").build()))
                .isFalse();
        assertThat(pods.matches(
                        quota(both),
                        pod().priorityClass("high").container("cpu=1", "").build()))
                .isFalse();
    }

    @Test
    @Spec({"QE-11", "QE-19", "QE-31", "QE-32"})
    void only_pods_in_scope_are_counted() throws UsageStatsException {
        ScopeSelector high = new ScopeSelector(List.of(term("In PriorityClass high")), Map.of());

        assertThat(count(List.of(), null, running(""), running("")))
                .isEqualTo("count/pods=2,cpu=2,limits.cpu=2,pods=2");
        assertThat(count(List.of(), null, running(""), running("").phase("Succeeded")))
                .isEqualTo("count/pods=2,cpu=1,limits.cpu=1,pods=1");
        assertThat(count(List.of(), high, running("high"), running("high").phase("Succeeded"), running("low")))
                .isEqualTo("count/pods=2,cpu=1,limits.cpu=1,pods=1");
        assertThat(count(
                        List.of("PriorityClass", "BestEffort"),
                        high,
                        running("high"),
                        running("low"),
                        pod().priorityClass("high").phase("Failed")))
                .isEqualTo("count/pods=1");
    }

    private static PodBuilder running(String priorityClass) {
        return pod().container("cpu=1", "cpu=1").priorityClass(priorityClass).phase("Running");
    }

    private static String count(List<String> scopes, ScopeSelector selector, PodBuilder... pods)
            throws UsageStatsException {
        List<Pod> listed = Stream.of(pods).map(PodBuilder::build).toList();
        PodEvaluator evaluator = new PodEvaluator(namespace -> listed, new FakeClock(), QuotaFeatures.ALL);
        Map<String, Quantity> used = evaluator
                .usageStats(new UsageStatsOptions("lantern", scopes, List.of(), selector))
                .used();
        return text(ResourceLists.mask(used, List.of("pods", "count/pods", "cpu", "limits.cpu")));
    }

    private boolean matches(Pod pod, String term) throws QuotaException {
        return !pods.matchingScopes(pod, List.of(term(term))).isEmpty();
    }
}
