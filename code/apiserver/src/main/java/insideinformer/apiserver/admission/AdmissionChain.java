package insideinformer.apiserver.admission;

import insideinformer.api.ApiException;
import insideinformer.apiserver.store.ObjectStore;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The plugins of a cluster that change what a quota counts, and the quota behind them. All plugins fill in what the
 * object leaves open before the first one is asked to admit it. The first refusal is the answer.
 *
 * <p>Upstream: {@code k8s.io/apiserver/pkg/admission/chain.go, chainAdmissionHandler}.
 */
public final class AdmissionChain implements Admission {

    private final List<Function<ObjectStore, Admission>> makers;
    private @Nullable List<Admission> plugins; // set by start, before the first request

    private AdmissionChain(List<Function<ObjectStore, Admission>> makers) {
        this.makers = makers;
    }

    /**
     * The plugins in upstream's order.
     *
     * @param quota comes last, because it charges the write, and no later plugin may refuse what is charged
     */
    public static AdmissionChain before(Admission quota) {
        return new AdmissionChain(List.of(
                LimitRanger::new, ServiceAccountAdmission::new, Priority::new, DefaultStorageClass::new, store -> {
                    quota.start(store);
                    return quota;
                }));
    }

    @Override
    public void start(ObjectStore store) {
        plugins = makers.stream().map(maker -> maker.apply(store)).toList();
    }

    @Override
    public void mutate(AdmissionAttributes attributes) throws ApiException, InterruptedException {
        for (Admission plugin : started()) {
            plugin.mutate(attributes);
        }
    }

    @Override
    public void admit(AdmissionAttributes attributes) throws ApiException, InterruptedException {
        for (Admission plugin : started()) {
            plugin.admit(attributes);
        }
    }

    @Override
    public void close() {
        if (plugins != null) {
            plugins.reversed().forEach(Admission::close);
        }
    }

    private List<Admission> started() {
        if (plugins == null) {
            throw new IllegalStateException("start() must be called before the first write is admitted");
        }
        return plugins;
    }
}
