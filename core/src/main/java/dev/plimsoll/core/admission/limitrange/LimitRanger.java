package dev.plimsoll.core.admission.limitrange;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What the LimitRanges of a namespace do to its pods. They are taken in the order of their names. */
public final class LimitRanger {
    public static final LimitRanger DEFAULT = under(FeatureGates.DEFAULT);

    private final boolean podDefaults;
    private final PodBounds podBounds;

    private LimitRanger(boolean podDefaults, PodBounds podBounds) {
        this.podDefaults = podDefaults;
        this.podBounds = podBounds;
    }

    public static LimitRanger under(FeatureGates gates) {
        return new LimitRanger(
                gates.isOn(Gate.LIMIT_RANGE_POD_DEFAULTS) && gates.isOn(Gate.POD_LEVEL_RESOURCES),
                PodBounds.under(gates));
    }

    /** What a pod is made for: a resize gets no pod-level defaults, since it must not alter what it does not name. */
    public enum Operation {
        CREATE,
        RESIZE
    }

    /** Fills in what containers (and pods, where that is switched on) leave open. Runs after the defaults of decoding. */
    public RangeDefaults.Applied fill(Pod pod, List<LimitRange> ranges, Operation operation) {
        var defaults = new RangeDefaults(pod.spec());
        for (var range : inOrder(ranges)) {
            defaults.begin();
            for (var item : range.items()) {
                if (item.isForContainers()) defaults.fillContainers(item);
            }
            for (var item : range.items()) {
                if (podDefaults && operation == Operation.CREATE && item.isForPods()) defaults.fillPod(item);
            }
            defaults.end();
        }
        return defaults.applied();
    }

    /** The first LimitRange that the pod breaks, with every rule of it that is broken. */
    public Optional<Violation> check(PodSpec spec, List<LimitRange> ranges) {
        for (var range : inOrder(ranges)) {
            var messages = violations(spec, range);
            if (!messages.isEmpty()) return Optional.of(new Violation(range.name(), messages));
        }
        return Optional.empty();
    }

    /** A pod that a LimitRange refuses. */
    public record Violation(String rangeName, List<String> messages) {
        public Violation {
            messages = List.copyOf(messages);
        }

        /** As the API server prints it, after {@code pods "name" is forbidden: }. */
        public String text() {
            var distinct = messages.stream().distinct().toList();
            return distinct.size() == 1 ? distinct.getFirst() : "[" + String.join(", ", distinct) + "]";
        }
    }

    List<String> violations(PodSpec spec, LimitRange range) {
        var bounds = new BoundMessages();
        for (var item : range.items()) {
            if (item.isForContainers()) {
                for (var container : spec.containers()) bounds.check(item, container.resources());
                for (var container : spec.initContainers()) bounds.check(item, container.resources());
            }
            if (item.isForPods()) bounds.check(item, podBounds.of(spec));
        }
        return bounds.messages();
    }

    private static List<LimitRange> inOrder(List<LimitRange> ranges) {
        return ranges.stream().sorted(Comparator.comparing(LimitRange::name)).toList();
    }
}
