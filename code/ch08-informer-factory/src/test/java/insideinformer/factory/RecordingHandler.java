package insideinformer.factory;

import insideinformer.api.KubernetesObject;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.testing.informers.HandlerCalls;

/** {@link HandlerCalls} as a handler. */
final class RecordingHandler<T extends KubernetesObject> extends HandlerCalls<T> implements ResourceEventHandler<T> {}
