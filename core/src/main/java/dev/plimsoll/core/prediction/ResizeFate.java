package dev.plimsoll.core.prediction;

import dev.plimsoll.core.fit.InsufficientResource;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.resize.admission.Holders;
import java.util.List;
import java.util.Optional;

/**
 * What becomes of a resize.
 *
 * @param node empty for a pod that has none yet
 * @param message as the pod's condition would have it; empty where the resize is done
 * @param shortages what its node does not have for it: how much is missing, and how much would fit
 * @param holders who has what is missing, resource by resource; empty where the resize never fits
 * @param restarted containers that are restarted for it
 */
public record ResizeFate(
        String namespace,
        String name,
        String node,
        Verdict verdict,
        String message,
        List<InsufficientResource> shortages,
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
        shortages = List.copyOf(shortages);
        holders = List.copyOf(holders);
        restarted = List.copyOf(restarted);
    }

    /** The same with what stands in its way. */
    ResizeFate missing(List<InsufficientResource> amounts, List<Holders> theirs) {
        return new ResizeFate(namespace, name, node, verdict, message, amounts, theirs, restarted);
    }

    /** Who has what is missing of a resource. */
    public Optional<Holders> holders(ResourceName resource) {
        return holders.stream().filter(each -> each.resource().equals(resource)).findFirst();
    }

    public String qualifiedName() {
        return namespace + "/" + name;
    }
}
