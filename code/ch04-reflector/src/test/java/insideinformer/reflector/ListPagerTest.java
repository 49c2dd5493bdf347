package insideinformer.reflector;

import static insideinformer.reflector.ScriptedSource.configMap;
import static insideinformer.reflector.ScriptedSource.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ApiException;
import insideinformer.api.KubernetesList;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ListMeta;
import insideinformer.api.ListOptions;
import insideinformer.api.ResourceVersionMatch;
import insideinformer.testing.Spec;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListPagerTest {

    private static final ListOptions FROM_TEN =
            ListOptions.EMPTY.withResourceVersion("10").withResourceVersionMatch(ResourceVersionMatch.NOT_OLDER_THAN);

    private final List<ListOptions> asked = new ArrayList<>();
    private final List<Object> answers = new ArrayList<>(); // lists and exceptions
    private final Context context = Context.background();

    private ListPager<KubernetesObject> pager(long pageSize) {
        return new ListPager<>((c, options) -> {
            asked.add(options);
            Object answer = answers.removeFirst();
            if (answer instanceof IOException failure) {
                throw failure;
            }
            @SuppressWarnings("unchecked")
            KubernetesList<KubernetesObject> list = (KubernetesList<KubernetesObject>) answer;
            return list;
        }, pageSize);
    }

    private static KubernetesList<KubernetesObject> page(String version, String token, String... names) {
        List<KubernetesObject> items = new ArrayList<>();
        for (String name : names) {
            items.add(configMap(name, "5"));
        }
        return new KubernetesList<>(new ListMeta(version, token, null, Map.of()), items);
    }

    @Test
    @Spec("C4")
    void what_could_not_be_read_of_any_page_is_told_of_the_whole_list() throws Exception {
        for (String key : List.of("lab/ada", "lab/bob")) {
            ListMeta metadata = new ListMeta("10", key.endsWith("ada") ? "more" : null, null, Map.of());
            answers.add(new KubernetesList<>(metadata, List.of(), Set.of(key)));
        }

        assertThat(pager(500).list(context, ListOptions.EMPTY).list().unread())
                .containsExactlyInAnyOrder("lab/ada", "lab/bob");
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0", "0, 500, 500", "4, 500, 4"})
    @Spec("RF-48")
    void the_limit_of_the_options_goes_before_the_page_size(long limit, long pageSize, long sent) throws Exception {
        answers.add(page("10", null));

        pager(pageSize).list(context, FROM_TEN.withLimit(limit));

        assertThat(asked).containsExactly(FROM_TEN.withLimit(sent));
    }

    @Test
    @Spec("RF-48")
    void an_answer_without_a_token_is_given_on_as_it_is() throws Exception {
        KubernetesList<KubernetesObject> only = page("10", "", "ada");
        answers.add(only);

        ListPager.Result<KubernetesObject> result = pager(4).list(context, FROM_TEN);

        assertThat(result.list()).isSameAs(only);
        assertThat(result.paginated()).isFalse();
    }

    @Test
    @Spec({"RF-48", "RF-49"})
    void pages_become_one_list_with_the_version_of_the_first() throws Exception {
        answers.addAll(List.of(page("10", "t1", "ada"), page("11", "t2", "bob"), page("12", null, "cy")));

        ListPager.Result<KubernetesObject> result = pager(4).list(context, FROM_TEN);

        assertThat(result.paginated()).isTrue();
        assertThat(result.list().items()).extracting(o -> o.metadata().name()).containsExactly("ada", "bob", "cy");
        assertThat(result.list().metadata()).isEqualTo(new ListMeta("10", null, null, Map.of()));
        assertThat(asked).containsExactly(
                FROM_TEN.withLimit(4), ListOptions.EMPTY.withLimit(4).withContinue("t1"),
                ListOptions.EMPTY.withLimit(4).withContinue("t2"));
    }

    @Test
    @Spec("RF-50")
    void when_a_later_page_has_expired_everything_is_asked_for_at_once_as_it_was_first() throws Exception {
        KubernetesList<KubernetesObject> whole = page("12", null, "bob");
        answers.addAll(List.of(page("10", "t1", "ada"), status(410, "Expired"), whole));

        ListPager.Result<KubernetesObject> result = pager(4).list(context, FROM_TEN);

        assertThat(result.list()).isSameAs(whole);
        assertThat(result.paginated()).isTrue();
        assertThat(asked).endsWith(ListOptions.EMPTY.withLimit(4).withContinue("t1"), FROM_TEN);
    }

    @Test
    @Spec("RF-50")
    void the_failure_of_that_second_try_is_the_result() {
        ApiException failure = status(500, "InternalError");
        answers.addAll(List.of(page("10", "t1"), status(410, "Expired"), failure));

        assertThatThrownBy(() -> pager(4).list(context, FROM_TEN)).isSameAs(failure);
    }

    @Test
    @Spec("RF-50")
    void a_list_that_goes_on_from_a_token_that_has_expired_is_asked_for_at_once() throws Exception {
        KubernetesList<KubernetesObject> whole = page("12", null, "bob");
        answers.addAll(List.of(status(410, "Expired"), whole));

        ListPager.Result<KubernetesObject> result = pager(4).list(context, ListOptions.EMPTY.withContinue("t1"));

        assertThat(result.list()).isSameAs(whole);
        assertThat(result.paginated()).isFalse();
        assertThat(asked).containsExactly(ListOptions.EMPTY.withLimit(4).withContinue("t1"), ListOptions.EMPTY);
    }

    @Test
    @Spec("RF-50")
    void an_expired_first_page_is_a_failure() {
        ApiException expired = status(410, "Expired");
        answers.add(expired);

        assertThatThrownBy(() -> pager(4).list(context, FROM_TEN)).isSameAs(expired);
        assertThat(asked).hasSize(1);
    }

    @Test
    @Spec("RF-50")
    void a_later_page_that_is_gone_is_a_failure() {
        ApiException gone = status(410, "Gone");
        answers.addAll(List.of(page("10", "t1"), gone));

        assertThatThrownBy(() -> pager(4).list(context, FROM_TEN)).isSameAs(gone);
        assertThat(asked).hasSize(2);
    }

    @Test
    @Spec("RF-51")
    void the_end_of_the_context_ends_it_between_pages() {
        Cancellable stop = context.withCancel();
        ListPager<KubernetesObject> pager = new ListPager<>((c, options) -> {
            asked.add(options);
            stop.cancel();
            return page("10", "more");
        });

        assertThatThrownBy(() -> pager.list(stop, FROM_TEN)).isInstanceOf(IOException.class);
        assertThat(asked).hasSize(1);
    }

    @Test
    @Spec("D3")
    void a_server_that_ignores_the_limit_is_taken_at_its_word() throws Exception {
        answers.add(page("10", null, "ada", "bob", "cy", "dan", "eve"));

        assertThat(pager(2).list(context, ListOptions.EMPTY.withResourceVersion("0")).list().items()).hasSize(5);
    }
}
