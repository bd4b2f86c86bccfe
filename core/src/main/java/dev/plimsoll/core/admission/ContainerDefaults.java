package dev.plimsoll.core.admission;

import dev.plimsoll.core.admission.Defaulted.Addition;
import dev.plimsoll.core.admission.Defaulted.Rule;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * Defaults that apply at each decoding of a pod, not of a template: in every regular and init container, a limit without a
 * request is also the request, for every resource name.
 */
public final class ContainerDefaults {
    private ContainerDefaults() {}

    public static Defaulted apply(PodSpec spec) {
        var additions = new ArrayList<Addition>();
        var changed = spec.withContainers(each(spec.containers(), "spec.containers", additions))
                .withInitContainers(each(spec.initContainers(), "spec.initContainers", additions));
        return new Defaulted(additions.isEmpty() ? spec : changed, additions);
    }

    private static List<Container> each(List<Container> containers, String path, List<Addition> additions) {
        var changed = new ArrayList<Container>(containers.size());
        for (var i = 0; i < containers.size(); i++) {
            changed.add(one(containers.get(i), path + "[" + i + "].resources.requests", additions));
        }
        return changed;
    }

    private static Container one(Container container, String path, List<Addition> additions) {
        var resources = container.resources();
        var requests = resources.requests();
        for (var name : resources.limits().names()) {
            if (requests.contains(name)) continue;
            var limit = resources.limits().amount(name);
            requests = requests.with(name, limit);
            additions.add(new Addition(path, name, limit, Rule.REQUEST_FROM_LIMIT));
        }
        return requests.equals(resources.requests())
                ? container
                : container.withResources(resources.withRequests(requests));
    }
}
