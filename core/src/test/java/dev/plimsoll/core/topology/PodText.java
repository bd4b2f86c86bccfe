package dev.plimsoll.core.topology;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.Map;

/**
 * A pod in a line: {@code p1 pod=8/6Gi init:i1=4/2Gi side:s1=2/1Gi a1=3/2Gi a2}. First the uid; amounts are CPU, memory and
 * 2Mi huge pages, requests and limits alike; without a memory amount 64Mi; a container without amounts asks for nothing.
 */
final class PodText {
    private PodText() {}

    static Pod pod(String text) {
        var words = text.strip().split("\\s+", -1);
        var spec = PodSpec.builder();
        for (var i = 1; i < words.length; i++) {
            var split = words[i].indexOf('=');
            var name = split < 0 ? words[i] : words[i].substring(0, split);
            var resources = split < 0 ? ResourceRequirements.ABSENT : resources(words[i].substring(split + 1));
            if (name.equals("pod")) spec.podLevel(resources);
            else if (name.startsWith("init:")) spec.initContainer(Container.of(name.substring(5), resources));
            else if (name.startsWith("side:"))
                spec.initContainer(Container.of(name.substring(5), resources).asSidecar());
            else spec.container(Container.of(name, resources));
        }
        var metadata = new ObjectMeta(words[0], "", "default", words[0], 1, Map.of(), Map.of(), null);
        return new Pod(metadata, spec.build(), PodStatus.NONE);
    }

    private static ResourceRequirements resources(String amounts) {
        var parts = amounts.split("/", -1);
        var list = "cpu=" + parts[0] + ",memory=" + (parts.length > 1 ? parts[1] : "64Mi")
                + (parts.length > 2 ? ",hugepages-2Mi=" + parts[2] : "");
        return ResourceRequirements.parse(list, list);
    }
}
