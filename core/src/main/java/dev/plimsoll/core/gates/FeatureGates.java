package dev.plimsoll.core.gates;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The gates that are on. Decisions do not ask it; they are put together from it, once, when a program starts. */
public final class FeatureGates {
    public static final FeatureGates DEFAULT = new FeatureGates(defaults());

    private final Set<Gate> on;

    private FeatureGates(Set<Gate> on) {
        this.on = on;
    }

    private static EnumSet<Gate> defaults() {
        var on = EnumSet.noneOf(Gate.class);
        for (var gate : Gate.values()) {
            if (gate.isOnByDefault()) on.add(gate);
        }
        return on;
    }

    /** Gates as asked for, or every reason why that cannot be. */
    public sealed interface Parsed {
        record Accepted(FeatureGates gates) implements Parsed {}

        record Refused(List<String> reasons) implements Parsed {}
    }

    /** Reads {@code A=true,B=false}; what it does not name stays at its default. */
    public static Parsed parse(String text) {
        var on = defaults();
        var reasons = new ArrayList<String>();
        for (var entry : text.split(",", -1)) {
            if (!entry.isBlank()) apply(entry.strip(), on, reasons);
        }
        if (reasons.isEmpty()) reasons.addAll(brokenDependencies(on));
        return reasons.isEmpty() ? new Parsed.Accepted(new FeatureGates(on)) : new Parsed.Refused(List.copyOf(reasons));
    }

    private static void apply(String entry, Set<Gate> on, List<String> reasons) {
        var split = entry.indexOf('=');
        if (split < 0) {
            reasons.add("missing bool value for " + entry);
            return;
        }
        var name = entry.substring(0, split).strip();
        var value = entry.substring(split + 1).strip();
        var found = Gate.named(name);
        if (found.isEmpty()) {
            reasons.add("unrecognized feature gate: " + name + known());
            return;
        }
        var gate = found.get();
        switch (value) {
            case "true" -> on.add(gate);
            case "false" -> {
                if (gate.isLocked()) {
                    reasons.add("cannot set feature gate " + gate.kubernetesName()
                            + " to false, feature is locked to true");
                }
                on.remove(gate);
            }
            default -> reasons.add("invalid value of " + name + "=" + value + ": must be true or false");
        }
    }

    private static String known() {
        return EnumSet.allOf(Gate.class).stream()
                .map(Gate::kubernetesName)
                .sorted()
                .collect(Collectors.joining(", ", " (known: ", ")"));
    }

    private static List<String> brokenDependencies(Set<Gate> on) {
        var reasons = new ArrayList<String>();
        for (var gate : on) {
            var missing = gate.dependencies().stream()
                    .filter(dependency -> !on.contains(dependency))
                    .map(Gate::kubernetesName)
                    .toList();
            if (missing.isEmpty()) continue;
            reasons.add(gate.kubernetesName() + " is enabled, but depends on features that are disabled: ["
                    + String.join(" ", missing) + "]");
        }
        return reasons;
    }

    public boolean isOn(Gate gate) {
        return on.contains(gate);
    }

    /** With one gate switched; dependencies are not checked, for tests and rollback scenarios. */
    public FeatureGates with(Gate gate, boolean enabled) {
        var changed = EnumSet.copyOf(on);
        if (enabled) changed.add(gate);
        else changed.remove(gate);
        return new FeatureGates(changed);
    }

    @Override
    public String toString() {
        return on.stream().map(Gate::kubernetesName).sorted().collect(Collectors.joining(","));
    }
}
