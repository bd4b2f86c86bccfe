package dev.plimsoll.cli.explain.admission;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;

/** Amounts that are valid and make no sense: mostly a letter of another unit. */
public final class UnitWarnings {
    private static final Quantity MOST_CPUS = Quantity.of("100k");
    private static final Quantity LEAST_MEMORY = Quantity.of("64Ki");

    private final String prefix;
    private final List<Complaint> found = new ArrayList<>();

    private UnitWarnings(String prefix) {
        this.prefix = prefix;
    }

    /** Of a pod as it was written; {@code prefix} leads to it in its object. */
    public static List<Complaint> of(PodSpec spec, String prefix) {
        var warnings = new UnitWarnings(prefix);
        warnings.add("spec.resources", spec.resources());
        warnings.add("spec.initContainers", spec.initContainers());
        warnings.add("spec.containers", spec.containers());
        return List.copyOf(warnings.found);
    }

    private void add(String list, List<Container> containers) {
        for (var i = 0; i < containers.size(); i++)
            add(list + "[" + i + "].resources", containers.get(i).resources());
    }

    private void add(String field, ResourceRequirements resources) {
        add(field + ".requests", resources.requests());
        add(field + ".limits", resources.limits());
    }

    private void add(String field, ResourceAmounts amounts) {
        if (amounts.contains(ResourceName.CPU)) {
            var cpu = amounts.amount(ResourceName.CPU);
            if (cpu.isGreaterThan(MOST_CPUS))
                warn(field + "[cpu]", cpu + " are " + cpu.toBigDecimal().toPlainString() + " CPUs; 500m is half a CPU");
        }
        if (amounts.contains(ResourceName.MEMORY)) {
            var memory = amounts.amount(ResourceName.MEMORY);
            if (memory.sign() > 0 && memory.isLessThan(LEAST_MEMORY)) {
                warn(
                        field + "[memory]",
                        memory + " are " + memory.toBigDecimal().toPlainString()
                                + " bytes; 512Mi or 512M are megabytes");
            }
        }
    }

    private void warn(String field, String message) {
        found.add(new Complaint("UnlikelyUnit", prefix + field, message));
    }
}
