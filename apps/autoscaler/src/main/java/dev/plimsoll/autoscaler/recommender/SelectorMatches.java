package dev.plimsoll.autoscaler.recommender;

import dev.plimsoll.autoscaler.cluster.AutoscaledPod;
import dev.plimsoll.autoscaler.cluster.ClusterState;
import dev.plimsoll.codec.selector.LabelRequirement;
import dev.plimsoll.codec.selector.LabelSelector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The pods of selectors, in one round: found by a label that a selector asks for, not by looking at all of them. */
final class SelectorMatches {
    private final ClusterState cluster;
    private final Map<String, Namespace> namespaces = new HashMap<>();

    SelectorMatches(ClusterState cluster) {
        this.cluster = cluster;
    }

    private static final class Namespace {
        private final List<AutoscaledPod> pods;
        private final Map<String, Map<String, List<AutoscaledPod>>> byLabel = new HashMap<>();

        Namespace(List<AutoscaledPod> pods) {
            this.pods = pods;
        }

        List<AutoscaledPod> with(String label, String value) {
            return byLabel.computeIfAbsent(label, this::indexed).getOrDefault(value, List.of());
        }

        private Map<String, List<AutoscaledPod>> indexed(String label) {
            var index = new HashMap<String, List<AutoscaledPod>>();
            for (var pod : pods) {
                var value = pod.pod().metadata().labels().get(label);
                if (value != null)
                    index.computeIfAbsent(value, _ -> new ArrayList<>()).add(pod);
            }
            return index;
        }
    }

    List<AutoscaledPod> pods(String namespace, LabelSelector selector) {
        var own = namespaces.computeIfAbsent(namespace, name -> new Namespace(cluster.podsOf(name)));
        var equal = equality(selector);
        var candidates = equal.isEmpty()
                ? own.pods
                : own.with(equal.get().key(), equal.get().values().first());
        if (equal.isPresent() && selector.requirements().size() == 1) return candidates;
        return candidates.stream()
                .filter(pod -> selector.matches(pod.pod().metadata().labels()))
                .toList();
    }

    private static Optional<LabelRequirement> equality(LabelSelector selector) {
        return selector.requirements().stream()
                .filter(requirement -> requirement.operator() == LabelRequirement.Operator.IN
                        && requirement.values().size() == 1)
                .findFirst();
    }
}
