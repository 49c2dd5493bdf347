package insideinformer.apiserver.write;

import insideinformer.apiserver.kinds.ResourceType;

/**
 * The object that a write is about.
 *
 * @param namespace of the URL; not looked at where the kind has none
 * @param subresource empty for the object itself
 */
public record Target(ResourceType type, String namespace, String name, String subresource) {}
