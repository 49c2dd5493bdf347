package insideinformer.soak;

import insideinformer.api.ApiResource;
import insideinformer.api.GroupResource;
import insideinformer.api.KubernetesObject;

/** The kinds of objects that schedules create, change and delete. */
enum Kind {
    CONFIG_MAPS(ApiResource.CONFIG_MAPS),
    PODS(ApiResource.PODS),
    SERVICES(ApiResource.SERVICES);

    private final ApiResource<? extends KubernetesObject> resource;

    Kind(ApiResource<? extends KubernetesObject> resource) {
        this.resource = resource;
    }

    ApiResource<? extends KubernetesObject> resource() {
        return resource;
    }

    GroupResource groupResource() {
        return resource.gvr().groupResource();
    }
}
