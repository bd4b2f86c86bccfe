package dev.plimsoll.apiserver.proxy;

import dev.plimsoll.apiserver.nodes.PodRelay;
import java.net.URI;

/** Who answers. */
sealed interface ProxyTarget {
    /** Scheme, host and port. */
    URI base();

    /** What a node serves by itself; it is asked with the server's own certificate. */
    record OfNode(String node, URI base) implements ProxyTarget {}

    /** What a pod serves that only its node reaches; it is asked without any credentials. */
    record OfPod(PodRelay.Way way, URI base) implements ProxyTarget {}

    /** What anything else serves; it is asked without any credentials. */
    record OfOther(URI base) implements ProxyTarget {}
}
