package insideinformer.reflector;

import insideinformer.api.ApiErrors;
import insideinformer.api.KubernetesList;
import insideinformer.api.ListMeta;
import insideinformer.api.ListOptions;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists page by page and returns one list. All pages show the state of the first page. If the server gives up that
 * state before the last page, everything is asked for again in one page.
 *
 * <p>Blocks its caller. The context is looked at before each page; {@code pageFn} can look at it during a page. Any
 * thread may call.
 *
 * <p>Upstream: {@code tools/pager/pager.go, ListPager}.
 *
 * @param pageFn asks for one page
 * @param pageSize how many objects a page can have if the options set no limit; 0: no limit
 */
public record ListPager<T>(ListWatch.ListFunc<T> pageFn, long pageSize) {

    public static final long DEFAULT_PAGE_SIZE = 500; // objects

    private static final Logger LOG = LoggerFactory.getLogger(ListPager.class);

    /** @param paginated whether there was more than one page, also if the list then came as a whole */
    public record Result<T>(KubernetesList<T> list, boolean paginated) {}

    public ListPager(ListWatch.ListFunc<T> pageFn) {
        this(pageFn, DEFAULT_PAGE_SIZE);
    }

    /** @throws IOException if the context has ended, or if a page fails and one page for everything does not help */
    public Result<T> list(Context context, ListOptions options) throws IOException, InterruptedException {
        ListOptions page = options.limit() == 0 ? options.withLimit(pageSize) : options;
        List<T> items = new ArrayList<>();
        Set<String> unread = new HashSet<>();
        ListMeta metadata = null; // of the first page
        while (true) {
            KubernetesList<T> next;
            try {
                next = next(context, page);
            } catch (IOException e) {
                if (page.continueToken().isEmpty() || !ApiErrors.isResourceExpired(e)) {
                    throw e;
                }
                LOG.debug("the state of the first page is no longer kept; asking for everything in one page", e);
                return new Result<>(next(context, options.withLimit(0).withContinue("")), metadata != null);
            }
            String token = continueToken(next);
            if (metadata == null && token.isEmpty()) {
                return new Result<>(next, false);
            }
            metadata = metadata == null ? next.metadata() : metadata;
            items.addAll(next.items());
            unread.addAll(next.unread());
            if (token.isEmpty()) {
                ListMeta whole = new ListMeta(metadata.resourceVersion(), null, null, metadata.unknown());
                return new Result<>(new KubernetesList<>(whole, items, unread), true);
            }
            // The token says which state the next page shows. The server would refuse a version beside it.
            page = page.withResourceVersion("").withResourceVersionMatch(null).withContinue(token);
        }
    }

    private KubernetesList<T> next(Context context, ListOptions options) throws IOException, InterruptedException {
        if (context.isDone()) {
            throw new IOException("not listed to the end: the context has ended");
        }
        return pageFn.list(context, options);
    }

    private static String continueToken(KubernetesList<?> list) {
        String token = list.metadata().continueToken();
        return token == null ? "" : token;
    }
}
