package insideinformer.apiserver.admission;

import static insideinformer.apiserver.admission.Given.CLAIMS;
import static insideinformer.apiserver.admission.Given.PODS;
import static insideinformer.apiserver.admission.Given.SERVICES;
import static insideinformer.apiserver.admission.Given.WIDGETS;
import static insideinformer.apiserver.admission.Given.claim;
import static insideinformer.apiserver.admission.Given.create;
import static insideinformer.apiserver.admission.Given.pod;
import static insideinformer.apiserver.admission.Given.quota;
import static insideinformer.apiserver.admission.Given.request;
import static insideinformer.apiserver.admission.Given.term;
import static insideinformer.apiserver.admission.Given.update;
import static insideinformer.apiserver.admission.Given.used;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import insideinformer.api.ApiException;
import insideinformer.api.ResourceQuota;
import insideinformer.quota.AdmissionRequest;
import insideinformer.quota.AdmissionRequest.Operation;
import insideinformer.quota.Evaluator;
import insideinformer.quota.ListFuncByNamespace;
import insideinformer.quota.ObjectCountEvaluator;
import insideinformer.quota.QuotaException;
import insideinformer.quota.QuotaFeatures;
import insideinformer.quota.QuotaInstall;
import insideinformer.quota.Registry;
import insideinformer.quota.SimpleRegistry;
import insideinformer.testing.Spec;
import insideinformer.wait.FakeClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckRequestTest {

    private static final String TABLE_X = "cpu=3,memory=100Gi,pods=5";
    private static final String TABLE_X_USED = "cpu=1,memory=50Gi,pods=3";

    private final Registry registry = new SimpleRegistry(
            QuotaInstall.forAdmission(new FakeClock(), QuotaFeatures.ALL).evaluators());
    private final List<LimitedResource> limited = new ArrayList<>();

    @BeforeEach
    void widgets_can_be_counted() {
        registry.add(new ObjectCountEvaluator(WIDGETS, ListFuncByNamespace.NONE, null));
    }

    private List<MeasuredQuota> check(AdmissionRequest request, MeasuredQuota... quotas)
            throws ApiException, QuotaException {
        Evaluator evaluator = registry.get(request.resource());
        assertThat(evaluator).isNotNull();
        return CheckRequest.check(List.of(quotas), request, evaluator, limited);
    }

    private String usedAfter(AdmissionRequest request, MeasuredQuota quota) throws ApiException, QuotaException {
        return used(check(request, quota).getFirst());
    }

    private String refusal(AdmissionRequest request, MeasuredQuota... quotas) {
        ApiException refusal = catchThrowableOfType(ApiException.class, () -> check(request, quotas));
        assertThat(refusal).as("a refusal").isNotNull();
        assertThat(refusal.status().code()).isEqualTo(403);
        return refusal.getMessage();
    }

    @Test
    @Spec({"QA-12", "QA-22"})
    void a_pod_that_fits_is_charged() throws Exception {
        assertThat(usedAfter(create(PODS, pod("cpu=100m,memory=2Gi", "")), quota("quota", TABLE_X, TABLE_X_USED)))
                .isEqualTo("cpu=1100m,memory=52Gi,pods=4");
    }

    @Test
    @Spec({"QA-22", "QA-27"})
    void a_pod_that_does_not_fit_is_refused_with_what_it_asks_what_is_used_and_what_is_the_limit() throws Exception {
        assertThat(refusal(
                        create(PODS, pod("memory=20Gi", "")),
                        quota("quota", "memory=10Gi,pods=5", "memory=1Gi,pods=0")))
                .isEqualTo(
                        "pods \"cart\" is forbidden: exceeded quota: quota, requested: memory=20Gi, used: memory=1Gi, "
                                + "limited: memory=10Gi");
        assertThat(refusal(create(PODS, pod("cpu=3,memory=60Gi", "")), quota("quota", TABLE_X, TABLE_X_USED)))
                .isEqualTo("pods \"cart\" is forbidden: exceeded quota: quota, requested: cpu=3,memory=60Gi, "
                        + "used: cpu=1,memory=50Gi, limited: cpu=3,memory=100Gi");
    }

    @Test
    @Spec("QA-22")
    void a_limit_may_be_reached_exactly() throws Exception {
        assertThat(usedAfter(create(PODS, pod("cpu=2,memory=50Gi", "")), quota("quota", TABLE_X, TABLE_X_USED)))
                .isEqualTo("cpu=3,memory=100Gi,pods=4");
    }

    @Test
    @Spec("QA-16")
    void a_limited_amount_must_be_given() throws Exception {
        MeasuredQuota quota = quota("quota", TABLE_X + ",limits.memory=200Gi", TABLE_X_USED + ",limits.memory=100Gi");

        assertThat(refusal(create(PODS, pod("cpu=100m,memory=2Gi", "cpu=200m")), quota))
                .isEqualTo("pods \"cart\" is forbidden: failed quota: quota: must specify limits.memory for: c");
    }

    @Test
    @Spec("QA-16")
    void nothing_passes_before_the_usage_is_known() throws Exception {
        AdmissionRequest request = create(PODS, pod("cpu=1,memory=1", ""));
        String hard = "pods=2,requests.cpu=1,requests.memory=1Gi,services=3";

        assertThat(refusal(request, quota("q", hard, "")))
                .isEqualTo("pods \"cart\" is forbidden: status unknown for quota: q, resources:"
                        + " pods,requests.cpu,requests.memory");
        assertThat(refusal(request, quota("q", hard, "requests.cpu=0,requests.memory=0")))
                .endsWith("resources: pods,requests.cpu,requests.memory"); // also those that are known
        assertThat(usedAfter(request, quota("q", hard, "pods=0,requests.cpu=0,requests.memory=0")))
                .isEqualTo("pods=1,requests.cpu=1,requests.memory=1"); // services are none of a pod's business
    }

    @Test
    @Spec("QA-16")
    void a_quota_without_a_status_binds_nobody() throws Exception {
        MeasuredQuota fresh = MeasuredQuota.of(
                Given.read(ResourceQuota.class, "{'metadata':{'name':'new'},'spec':{'hard':{'pods':'0','cpu':'1'}}}"));

        assertThat(check(create(PODS, pod("", "")), fresh)).containsExactly(fresh);
    }

    @Test
    @Spec("QA-17")
    void a_negative_amount_is_refused() throws Exception {
        MeasuredQuota quota = quota("quota", "requests.storage=10Gi", "requests.storage=1Gi");

        assertThat(refusal(create(CLAIMS, claim("-1Gi")), quota))
                .isEqualTo("persistentvolumeclaims \"data\" is forbidden: quota usage is negative for resource(s):"
                        + " requests.storage");
    }

    @Test
    @Spec({"QA-18", "QA-19", "QA-26"})
    void an_update_pays_only_for_what_became_more() throws Exception {
        MeasuredQuota quota = quota(
                "quota",
                "requests.storage=20Gi,persistentvolumeclaims=1",
                "requests.storage=10Gi,persistentvolumeclaims=1");

        assertThat(usedAfter(update(CLAIMS, claim("15Gi"), claim("10Gi")), quota))
                .isEqualTo("persistentvolumeclaims=1,requests.storage=15Gi");
        assertThat(check(update(CLAIMS, claim("5Gi"), claim("10Gi")), quota)).containsExactly(quota);
        assertThat(check(update(CLAIMS, claim("10240Mi"), claim("10Gi")), quota))
                .containsExactly(quota);
        assertThat(refusal(update(CLAIMS, claim("21Gi"), claim("10Gi")), quota))
                .contains("requested: requests.storage=11Gi");
    }

    @Test
    @Spec("QA-18")
    void an_update_needs_the_state_before_it() throws Exception {
        MeasuredQuota quota = quota("quota", "requests.storage=20Gi", "requests.storage=10Gi");

        assertThat(refusal(update(CLAIMS, claim("15Gi"), null), quota))
                .isEqualTo("persistentvolumeclaims \"data\" is forbidden: "
                        + "unable to get previous usage since prior version of object was not found");
    }

    @Test
    @Spec("QA-18")
    void an_update_that_creates_pays_in_full() throws Exception {
        String node = "{'metadata':{'name':'shop'},'spec':{'type':'NodePort','ports':[{'port':80}]}}";
        String balancer =
                "{'metadata':{'name':'shop'},'spec':{'type':'LoadBalancer','ports':[]}}"; // without a resourceVersion
        MeasuredQuota quota = quota(
                "quota",
                "services=5,services.loadbalancers=5,services.nodeports=5",
                "services=1,services.loadbalancers=1,services.nodeports=0");

        assertThat(usedAfter(update(SERVICES, node, balancer), quota))
                .isEqualTo("services=2,services.loadbalancers=1,services.nodeports=1");
    }

    @Test
    @Spec({"QA-18", "QA-26"})
    void a_pod_that_moves_into_a_scope_is_charged_in_full_there_and_credited_nowhere() throws Exception {
        MeasuredQuota terminating = quota("ends", "pods=5,cpu=5", "pods=0,cpu=0", "'scopes':['Terminating'],");
        MeasuredQuota notTerminating = quota("stays", "pods=5,cpu=5", "pods=1,cpu=1", "'scopes':['NotTerminating'],");
        MeasuredQuota both = quota("both", "pods=5,cpu=5", "pods=1,cpu=1");
        String old = pod("cpu=1", "").replace("'name':'cart'", "'name':'cart','resourceVersion':'7'");

        List<MeasuredQuota> after = check(
                update(PODS, pod("cpu=1", "", "'activeDeadlineSeconds':30,"), old), terminating, notTerminating, both);

        assertThat(after).extracting(Given::used).containsExactly("cpu=1,pods=1", "cpu=1,pods=1", "cpu=1,pods=1");
        assertThat(after.subList(1, 3)).containsExactly(notTerminating, both);
    }

    @Test
    @Spec({"QA-19", "QA-03"})
    void an_update_that_changes_no_usage_is_not_even_checked() throws Exception {
        MeasuredQuota unknown = quota("quota", "pods=1", "");

        assertThat(check(update(PODS, pod("cpu=9", ""), pod("cpu=1", "")), unknown))
                .containsExactly(unknown);
    }

    @Spec("QA-20")
    @ParameterizedTest(name = "hard {0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "requests.cpu=3 | requests.cpu=1 | ''",
                "requests.memory=3Gi | requests.memory=1Gi | requests.cpu",
                "'' | '' | requests.cpu"
            })
    void what_is_limited_by_default_needs_a_quota_that_speaks_of_it(String hard, String used, String missing)
            throws Exception {
        limited.add(new LimitedResource(PODS, List.of("requests.cpu"), List.of()));
        MeasuredQuota[] quotas =
                hard.isEmpty() ? new MeasuredQuota[0] : new MeasuredQuota[] {quota("quota", hard, used)};
        AdmissionRequest request = create(PODS, pod("cpu=1,memory=1Gi", ""));

        if (missing.isEmpty()) {
            assertThat(usedAfter(request, quotas[0])).isEqualTo("requests.cpu=2");
        } else {
            assertThat(refusal(request, quotas))
                    .isEqualTo("pods \"cart\" is forbidden: insufficient quota to consume: " + missing);
        }
    }

    @Test
    @Spec("QA-20")
    void limits_by_default_are_parts_of_names_and_only_of_their_resource() throws Exception {
        limited.add(new LimitedResource(PODS, List.of("cpu", "pods"), List.of()));
        limited.add(new LimitedResource(WIDGETS, List.of("nothing like it"), List.of()));

        assertThat(refusal(create(PODS, pod("cpu=1", ""))))
                .endsWith("insufficient quota to consume: count/pods,cpu,pods,requests.cpu");
        assertThat(refusal(create(PODS, pod("cpu=0", ""))))
                .endsWith("consume: count/pods,pods"); // zero consumes nothing
        assertThat(check(create(WIDGETS, "{'metadata':{'name':'w'}}"))).isEmpty();
        assertThat(check(create(SERVICES, "{'metadata':{'name':'s'}}"))).isEmpty();
    }

    @Test
    @Spec("QA-21")
    void a_limited_scope_needs_a_quota_whose_scope_holds_the_object() throws Exception {
        limited.add(new LimitedResource(PODS, List.of(), List.of(term("In PriorityClass x y"))));
        AdmissionRequest ofX = create(PODS, pod("", "", "'priorityClassName':'x',"));
        String any = "'scopeSelector':{'matchExpressions':[{'scopeName':'PriorityClass','operator':'Exists'}]},";
        String onlyY =
                "'scopeSelector':{'matchExpressions':[{'scopeName':'PriorityClass','operator':'In','values':['y']}]},";

        assertThat(usedAfter(ofX, quota("any", "pods=5", "pods=0", any))).isEqualTo("pods=1");
        assertThat(catchThrowableOfType(QuotaException.class, () -> check(ofX, quota("y", "pods=5", "pods=0", onlyY))))
                .hasMessage("insufficient quota to match these scopes: [{PriorityClass In [x y]}]");
        assertThat(check(create(PODS, pod("", "", "'priorityClassName':'z',")))).isEmpty();
    }

    @Test
    @Spec("QA-21")
    void every_uncovered_scope_is_named() {
        limited.add(
                new LimitedResource(PODS, List.of(), List.of(term("In PriorityClass a b"), term("Exists BestEffort"))));

        QuotaException refusal = catchThrowableOfType(
                QuotaException.class, () -> check(create(PODS, pod("", "", "'priorityClassName':'a',"))));

        assertThat(refusal)
                .hasMessage(
                        "insufficient quota to match these scopes: [{PriorityClass In [a b]} {BestEffort Exists []}]");
        assertThat(refusal.kind()).isEqualTo(QuotaException.Kind.UNCOVERED_SCOPES);
    }

    @Test
    @Spec("QA-21")
    void terms_that_make_no_condition_let_pass_in_the_configuration_and_refuse_in_a_quota() throws Exception {
        MeasuredQuota full = quota("full", "pods=0", "pods=0");
        AdmissionRequest request = create(PODS, pod("", ""));
        String broken = "'scopeSelector':{'matchExpressions':[{'scopeName':'PriorityClass','operator':'Like'}]},";

        assertThat(catchThrowableOfType(
                        QuotaException.class, () -> check(request, quota("odd", "pods=5", "pods=0", broken))))
                .hasMessageStartingWith("error matching scopes of quota odd, err: ");
        limited.add(new LimitedResource(PODS, List.of(), List.of(term("Like PriorityClass"))));
        assertThat(check(request, full)).containsExactly(full);
    }

    @Test
    @Spec("QA-23")
    void what_is_over_its_limit_hinders_nobody_who_does_not_ask_for_it() throws Exception {
        assertThat(usedAfter(create(PODS, pod("", "")), quota("quota", "pods=5,services=3", "pods=0,services=4")))
                .isEqualTo("pods=1,services=4");
        MeasuredQuota shrunk = quota("quota", "pods=5,cpu=1", "pods=0,cpu=4");
        assertThat(refusal(create(PODS, pod("cpu=1m", "")), shrunk)).contains("exceeded quota");
    }

    @Test
    @Spec("QA-24")
    void a_status_is_charged_whatever_the_limit() throws Exception {
        String now = claim("10Gi").replace("'spec'", "'status':{'allocatedResources':{'storage':'30Gi'}},'spec'");

        assertThat(usedAfter(
                        request(Operation.UPDATE, CLAIMS, "status", now, claim("10Gi")),
                        quota("quota", "requests.storage=20Gi", "requests.storage=10Gi")))
                .isEqualTo("requests.storage=30Gi");
    }

    @Test
    @Spec("QA-25")
    void all_applying_quotas_must_allow_and_all_are_charged() throws Exception {
        MeasuredQuota roomy = quota("roomy", "pods=5", "pods=0");
        MeasuredQuota wide = quota("wide", "count/pods=5", "count/pods=0");
        MeasuredQuota full = quota("full", "pods=0", "pods=0");

        assertThat(check(create(PODS, pod("", "")), roomy, wide))
                .extracting(Given::used)
                .containsExactly("pods=1", "count/pods=1");
        assertThat(refusal(create(PODS, pod("", "")), roomy, full)).contains("exceeded quota: full");
        assertThat(used(roomy)).isEqualTo("pods=0");
    }

    @Test
    @Spec({"QA-16", "QA-25"})
    void only_quotas_of_the_objects_scopes_apply() throws Exception {
        MeasuredQuota ends = quota("ends", "pods=5", "pods=0", "'scopes':['Terminating'],");
        MeasuredQuota stays = quota("stays", "pods=5", "pods=0", "'scopes':['NotTerminating'],");
        MeasuredQuota best = quota("best", "pods=5", "pods=0", "'scopes':['BestEffort'],");
        MeasuredQuota notBest = quota("not-best", "pods=5", "pods=0", "'scopes':['NotBestEffort'],");

        assertThat(check(create(PODS, pod("", "", "'activeDeadlineSeconds':30,")), ends, stays))
                .extracting(Given::used)
                .containsExactly("pods=1", "pods=0");
        assertThat(check(create(PODS, pod("", "")), best, notBest))
                .extracting(Given::used)
                .containsExactly("pods=1", "pods=0");
        assertThat(check(create(PODS, pod("cpu=1", "")), best)).containsExactly(best);
    }

    @Spec("QA-27")
    @ParameterizedTest(name = "request {0}, metadata {1}")
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "named, `{'name':'own'}`, named",
                "``, `{'name':'own','generateName':'gn-'}`, own",
                "``, `{'generateName':'gn-'}`, gn-",
                "``, `{}`, Unknown"
            })
    void a_refusal_names_the_object_as_well_as_it_can(String requestName, String metadata, String name)
            throws Exception {
        AdmissionRequest unnamed = create(WIDGETS, "{'metadata':" + metadata + "}");
        AdmissionRequest request = new AdmissionRequest(
                Operation.CREATE, WIDGETS, "", "lantern", requestName, unnamed.object(), null, false);
        MeasuredQuota full = quota("full", "count/widgets.toys.example=1", "count/widgets.toys.example=1");

        ApiException refusal = catchThrowableOfType(ApiException.class, () -> check(request, full));

        assertThat(refusal.status().status()).isEqualTo("Failure");
        assertThat(refusal.status().reason()).isEqualTo("Forbidden");
        assertThat(refusal.status().code()).isEqualTo(403);
        assertThat(refusal)
                .hasMessage("widgets.toys.example \"" + name + "\" is forbidden: exceeded quota: full, requested:"
                        + " count/widgets.toys.example=1, used:"
                        + " count/widgets.toys.example=1, limited:"
                        + " count/widgets.toys.example=1");
        assertThat(refusal.status().details().name()).isEqualTo(name);
        assertThat(refusal.status().details().group()).isEqualTo("toys.example");
        assertThat(refusal.status().details().kind()).isEqualTo("widgets");
    }

    @Test
    void a_quota_whose_status_holds_no_amounts_says_so() {
        QuotaException refusal = catchThrowableOfType(QuotaException.class, () -> quota("odd", "pods=many", ""));

        assertThat(refusal).hasMessageContaining("status of quota odd").hasMessageContaining("many");
    }
}
