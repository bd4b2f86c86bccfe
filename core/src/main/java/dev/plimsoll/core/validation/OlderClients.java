package dev.plimsoll.core.validation;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResizePolicy;
import java.util.ArrayList;
import java.util.List;

/**
 * What a client that does not know a field sends without it, and what therefore stays as it is stored (KEP-1287, version skew).
 *
 * <p>A resize policy cannot be changed, so nothing is lost to a client that knows the field.
 */
public final class OlderClients {
    private OlderClients() {}

    /** The policy that a container of an update or resize has. */
    public static List<ResizePolicy> resizePolicy(Container stored, Container sent) {
        return sent.resizePolicy().isEmpty() ? stored.resizePolicy() : sent.resizePolicy();
    }

    static PodSpec withResizePolicies(PodSpec stored, PodSpec sent) {
        return sent.withContainers(containers(stored.containers(), sent.containers()))
                .withInitContainers(containers(stored.initContainers(), sent.initContainers()));
    }

    private static List<Container> containers(List<Container> stored, List<Container> sent) {
        var kept = new ArrayList<Container>(sent.size());
        for (var i = 0; i < sent.size(); i++) {
            var isSame =
                    i < stored.size() && stored.get(i).name().equals(sent.get(i).name());
            kept.add(isSame ? sent.get(i).withResizePolicy(resizePolicy(stored.get(i), sent.get(i))) : sent.get(i));
        }
        return kept;
    }
}
