package dev.plimsoll.conformance;

import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * Recognises lines in which Kubernetes added overhead to the pod's own pod-level quantity, in place, while computing a sum.
 *
 * <p>It happens to quantities that Kubernetes holds in arbitrary precision, which the recorded text does not tell. What was
 * computed (or printed) afterwards then holds the overhead once more. A line is such a one only if the pod with exactly that
 * change explains all of it.
 */
final class OverheadInPlace {
    static final String NAME = "overhead-added-in-place";
    private static final int MOST_ADDITIONS = 3;

    private OverheadInPlace() {}

    /** The pod with its pod-level requests, limits or both already raised by overhead, once or more. */
    static List<PodSpec> raised(PodSpec spec) {
        return variants(spec, Quantity::plus);
    }

    /** The pod as it was before its pod-level requests, limits or both were raised by overhead. */
    static List<PodSpec> lowered(PodSpec spec) {
        return variants(spec, Quantity::minus);
    }

    /**
     * Whether every value agrees under some variant. Each was recorded at its own moment, so each may show another number of
     * additions.
     */
    static boolean explains(List<PodSpec> variants, Function<PodSpec, LineComparison> compared) {
        Set<String> open = null;
        for (var variant : variants) {
            var differing = compared.apply(variant).differing();
            if (open == null) open = new HashSet<>(differing);
            else open.retainAll(differing);
            if (open.isEmpty()) return true;
        }
        return false;
    }

    private static List<PodSpec> variants(PodSpec spec, BinaryOperator<Quantity> change) {
        var resources = spec.resources();
        var variants = new ArrayList<PodSpec>();
        for (var name : spec.overhead().names()) {
            var by = spec.overhead().amount(name);
            var requests = resources.requests();
            for (var i = 0; i <= MOST_ADDITIONS; i++) {
                var limits = resources.limits();
                for (var j = 0; j <= MOST_ADDITIONS; j++) {
                    if (i + j > 0)
                        variants.add(spec.withResources(
                                resources.withRequests(requests).withLimits(limits)));
                    limits = changed(limits, name, by, change);
                }
                requests = changed(requests, name, by, change);
            }
        }
        return variants;
    }

    private static ResourceAmounts changed(
            ResourceAmounts amounts, ResourceName name, Quantity by, BinaryOperator<Quantity> change) {
        var entries = amounts.toMap();
        entries.replaceAll((key, value) -> key.equals(name) ? change.apply(value, by) : value);
        return ResourceAmounts.of(entries);
    }
}
