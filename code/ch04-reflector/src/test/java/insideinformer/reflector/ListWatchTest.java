package insideinformer.reflector;

import static insideinformer.reflector.ScriptedSource.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ApiException;
import insideinformer.api.KubernetesList;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ListMeta;
import insideinformer.api.ListOptions;
import insideinformer.client.Watch;
import insideinformer.selectors.FieldSelector;
import insideinformer.testing.Spec;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ListWatchTest {

    private final Context context = Context.background();
    private final List<ListOptions> asked = new ArrayList<>();
    private final KubernetesList<KubernetesObject> page = new KubernetesList<>(new ListMeta("10", "more", null,
            Map.of()), List.of());
    private final Watch<KubernetesObject> stream = new ScriptedSource.ScriptedWatch();
    private final ListWatch<KubernetesObject> client = new ListWatch<>(
            (c, options) -> {
                asked.add(options);
                return page;
            },
            (c, options) -> {
                asked.add(options);
                return stream;
            });

    @Test
    @Spec("RF-04")
    void it_neither_pages_nor_copies() throws Exception {
        assertThat(client.list(context, ListOptions.EMPTY)).isSameAs(page);
        assertThat(client.watch(context, ListOptions.EMPTY)).isSameAs(stream);
        assertThat(asked).hasSize(2);
    }

    @Test
    @Spec("RF-04")
    void it_does_not_retry() {
        ApiException failure = status(500, "InternalError");
        ListWatch<KubernetesObject> failing = new ListWatch<>((c, options) -> {
            asked.add(options);
            throw failure;
        }, client.watchFunc());

        assertThatThrownBy(() -> failing.list(context, ListOptions.EMPTY)).isSameAs(failure);
        assertThat(asked).hasSize(1);
    }

    @Test
    @Spec("RF-03")
    void the_options_of_every_call_pass_through_the_modifier_and_nothing_leaks_into_the_next() throws Exception {
        ListWatch<KubernetesObject> filtered = ListWatch.filtered(client,
                options -> options.withLimit(options.limit() + 1));
        ListOptions options = ListOptions.EMPTY.withLabelSelector("tier=web");

        filtered.list(context, options);
        filtered.list(context, options);
        filtered.watch(context, options);

        assertThat(asked).containsExactly(options.withLimit(1), options.withLimit(1), options.withLimit(1));
    }

    @Test
    @Spec("RF-03")
    void a_field_selector_is_one_option_more() throws Exception {
        ListWatch<KubernetesObject> selecting = ListWatch.selecting(client,
                FieldSelector.parse("status.phase!=Failed"));

        selecting.list(context, ListOptions.EMPTY.withLimit(5));
        selecting.watch(context, ListOptions.EMPTY);

        assertThat(asked).containsExactly(
                ListOptions.EMPTY.withLimit(5).withFieldSelector("status.phase!=Failed"),
                ListOptions.EMPTY.withFieldSelector("status.phase!=Failed"));
    }

    @Test
    @Spec("RF-01")
    void each_call_sees_the_end_of_its_callers_context() throws Exception {
        List<Context> seen = new ArrayList<>();
        ListWatch<KubernetesObject> telling = new ListWatch<>(
                (c, options) -> {
                    seen.add(c);
                    return page;
                },
                (c, options) -> {
                    seen.add(c);
                    return stream;
                });

        try (Cancellable caller = context.withCancel()) {
            telling.list(caller, ListOptions.EMPTY);
            telling.watch(caller, ListOptions.EMPTY);
        }

        assertThat(seen).hasSize(2).allMatch(Context::isDone);
    }

    @Test
    @Spec("RF-02")
    @SuppressWarnings("DataFlowIssue") // on purpose
    void one_function_alone_is_refused_before_anybody_calls_it() {
        assertThatThrownBy(() -> new ListWatch<>(null, client.watchFunc()))
                .hasMessage("listFunc is null; give the function that lists");
        assertThatThrownBy(() -> new ListWatch<>(client.listFunc(), null))
                .hasMessage("watchFunc is null; give the function that watches");
    }
}
