package dev.plimsoll.core.prediction;

import dev.plimsoll.core.resize.admission.Holders;
import java.util.List;

/**
 * What becomes of a resize.
 *
 * @param node empty for a pod that has none yet
 * @param message as the pod's condition would have it; empty where the resize is done
 * @param holders who has what is missing, resource by resource
 * @param restarted containers that are restarted for it
 */
public record ResizeFate(
        String namespace,
        String name,
        String node,
        Verdict verdict,
        String message,
        List<Holders> holders,
        List<String> restarted) {
    /** The node's answer. */
    public enum Verdict {
        DONE,
        DEFERRED,
        INFEASIBLE,
        /** Not the node's: the API server refuses it. */
        REFUSED
    }

    public ResizeFate {
        holders = List.copyOf(holders);
        restarted = List.copyOf(restarted);
    }

    public String qualifiedName() {
        return namespace + "/" + name;
    }
}
