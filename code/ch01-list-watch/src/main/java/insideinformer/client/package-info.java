/** Talking to an API server: requests, lists, watch streams, kubeconfig. */
@NullMarked
package insideinformer.client;

import org.jspecify.annotations.NullMarked;
