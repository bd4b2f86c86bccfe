package dev.plimsoll.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResizePolicy;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The resources of a spec as they are recorded: pod level, then the containers of both lists. */
final class RecordedSpec {
    private RecordedSpec() {}

    static void compare(LineComparison comparison, String what, JsonNode recorded, PodSpec ours) {
        comparison.equal(
                what + ".resources declared",
                recorded.has("resources"),
                ours.resources().isDeclared());
        var podLevel = recorded.path("resources");
        comparison.amounts(
                what + ".resources.requests",
                podLevel.get("requests"),
                ours.resources().requests());
        comparison.amounts(
                what + ".resources.limits",
                podLevel.get("limits"),
                ours.resources().limits());
        containers(comparison, what + ".containers", recorded.path("containers"), ours.containers(), true);
        containers(comparison, what + ".initContainers", recorded.path("initContainers"), ours.initContainers(), true);
    }

    static void containers(
            LineComparison comparison, String what, JsonNode recorded, List<Container> ours, boolean policies) {
        comparison.equal(what + ".size", recorded.size(), ours.size());
        for (var i = 0; i < Math.min(recorded.size(), ours.size()); i++) {
            var expected = recorded.get(i);
            var container = ours.get(i);
            var path = what + "[" + i + "]";
            comparison.text(path + ".name", expected.get("name"), container.name());
            comparison.amounts(
                    path + ".requests",
                    expected.get("requests"),
                    container.resources().requests());
            comparison.amounts(
                    path + ".limits",
                    expected.get("limits"),
                    container.resources().limits());
            if (!policies) continue;
            comparison.equal(
                    path + ".resizePolicy",
                    LineComparison.texts(expected.get("resizePolicy")),
                    policies(container.resizePolicy()));
        }
    }

    private static Map<String, String> policies(List<ResizePolicy> policies) {
        var entries = new TreeMap<String, String>();
        for (var policy : policies) entries.put(policy.resourceName(), policy.restartPolicy());
        return entries;
    }
}
