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
 * Lists page by page and gives back one list. All pages show the state of the first; should that state expire under
 * way, everything is asked for again at once, in one page.
 *
 * <p>Blocks its caller. The end of the context ends it before the next page; during a page that, and an interrupt, end
 * it as far as {@code pages} heeds them. For any number of threads.
 *
 * <p>Upstream: {@code tools/pager/pager.go, ListPager}.
 *
 * @param pages asks for one page
 * @param pageSize how many objects a page may have if the options do not say; 0: no limit
 */
public record ListPager<T>(ListWatch.ListFunc<T> pages, long pageSize) {

    public static final long DEFAULT_PAGE_SIZE = 500; // objects

    private static final Logger LOG = LoggerFactory.getLogger(ListPager.class);

    /** @param paginated whether it came in more than one page, or would have */
    public record Result<T>(KubernetesList<T> list, boolean paginated) {}

    public ListPager(ListWatch.ListFunc<T> pages) {
        this(pages, DEFAULT_PAGE_SIZE);
    }

    /** @throws IOException as {@code pages} does, unless asking for all at once helps; or if the context has ended */
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
                LOG.debug("the list expired between pages; asking for all of it at once", e);
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
            // The token says which state goes on; a version beside it would be refused.
            page = page.withResourceVersion("").withResourceVersionMatch(null).withContinue(token);
        }
    }

    private KubernetesList<T> next(Context context, ListOptions options) throws IOException, InterruptedException {
        if (context.isDone()) {
            throw new IOException("not listed to the end: the context has ended");
        }
        return pages.list(context, options);
    }

    private static String continueToken(KubernetesList<?> list) {
        String token = list.metadata().continueToken();
        return token == null ? "" : token;
    }
}
