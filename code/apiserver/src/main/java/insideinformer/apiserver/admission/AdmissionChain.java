package insideinformer.apiserver.admission;

import insideinformer.api.ApiException;
import insideinformer.apiserver.store.ObjectStore;
import java.util.List;

/**
 * Several plugins, asked in order. All of them fill in what is left open before the first one may refuse. The first
 * refusal ends it.
 *
 * <p>Upstream: {@code k8s.io/apiserver/pkg/admission/chain.go, chainAdmissionHandler}.
 */
public final class AdmissionChain implements Admission {

    private final List<Admission> plugins;

    private AdmissionChain(List<Admission> plugins) {
        this.plugins = plugins;
    }

    /**
     * The plugins of a cluster that change what a quota counts, in upstream's order.
     *
     * @param quota comes last, because it charges what nobody after it may refuse
     */
    public static AdmissionChain before(Admission quota) {
        return of(new LimitRanger(), new ServiceAccountAdmission(), new Priority(), new DefaultStorageClass(), quota);
    }

    public static AdmissionChain of(Admission... plugins) {
        return new AdmissionChain(List.of(plugins));
    }

    @Override
    public void start(ObjectStore store) {
        plugins.forEach(plugin -> plugin.start(store));
    }

    @Override
    public void mutate(AdmissionAttributes attributes) throws ApiException, InterruptedException {
        for (Admission plugin : plugins) {
            plugin.mutate(attributes);
        }
    }

    @Override
    public void admit(AdmissionAttributes attributes) throws ApiException, InterruptedException {
        for (Admission plugin : plugins) {
            plugin.admit(attributes);
        }
    }

    @Override
    public void close() {
        plugins.reversed().forEach(Admission::close);
    }
}
