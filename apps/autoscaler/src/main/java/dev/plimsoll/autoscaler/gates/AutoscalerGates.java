package dev.plimsoll.autoscaler.gates;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The gates that are on; none by default. */
public final class AutoscalerGates {
    public static final AutoscalerGates NONE = new AutoscalerGates(EnumSet.noneOf(AutoscalerGate.class));

    private final Set<AutoscalerGate> on;

    private AutoscalerGates(Set<AutoscalerGate> on) {
        this.on = on;
    }

    public static AutoscalerGates of(AutoscalerGate... on) {
        var set = EnumSet.noneOf(AutoscalerGate.class);
        set.addAll(List.of(on));
        return new AutoscalerGates(set);
    }

    public boolean isOn(AutoscalerGate gate) {
        return on.contains(gate);
    }

    /** Gates as asked for, or every reason why that cannot be. */
    public sealed interface Parsed {
        record Accepted(AutoscalerGates gates) implements Parsed {}

        record Refused(List<String> reasons) implements Parsed {}
    }

    /** Reads {@code A=true,B=false}. */
    public static Parsed parse(String text) {
        var said = new HashMap<AutoscalerGate, Boolean>();
        var reasons = new ArrayList<String>();
        for (var entry : text.split(",", -1)) if (!entry.isBlank()) read(entry.strip(), said, reasons);
        if (!reasons.isEmpty()) return new Parsed.Refused(List.copyOf(reasons));
        var on = EnumSet.noneOf(AutoscalerGate.class);
        said.forEach((gate, value) -> {
            if (value) on.add(gate);
        });
        return new Parsed.Accepted(new AutoscalerGates(on));
    }

    private static void read(String entry, Map<AutoscalerGate, Boolean> said, List<String> reasons) {
        var split = entry.indexOf('=');
        if (split < 0) {
            reasons.add("missing bool value for " + entry + ", such as " + entry + "=true");
            return;
        }
        var name = entry.substring(0, split).strip();
        var value = entry.substring(split + 1).strip();
        var gate = AutoscalerGate.named(name);
        if (gate.isEmpty()) {
            reasons.add("unrecognized feature gate: " + name + " (known: "
                    + Arrays.stream(AutoscalerGate.values())
                            .map(AutoscalerGate::text)
                            .collect(Collectors.joining(", "))
                    + ")");
            return;
        }
        if (!value.equals("true") && !value.equals("false")) {
            reasons.add("invalid value of " + name + "=" + value + ": must be true or false");
            return;
        }
        var before = said.put(gate.get(), Boolean.valueOf(value));
        if (before != null && !before.equals(Boolean.valueOf(value))) {
            reasons.add(gate.get().text() + " is both true and false"
                    + (gate.get() == AutoscalerGate.POD_LEVEL_RESOURCES
                            ? ": " + AutoscalerGate.POD_LEVEL_ALIAS + " is another name of it"
                            : ""));
        }
    }

    @Override
    public String toString() {
        return on.stream().map(AutoscalerGate::text).collect(Collectors.joining(","));
    }
}
