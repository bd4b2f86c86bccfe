package dev.plimsoll.core.demand;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantitySum;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The largest simultaneous need of a pod's containers, resource by resource (KEP-753).
 *
 * <p>Either all regular containers run beside all sidecars, or the pod is still starting: one init container runs beside the
 * sidecars declared before it. A resource that no container names is absent, not zero. Ephemeral containers never count.
 *
 * <p>Constraint: this runs for every pod at every decision, so it walks the lists once per resource name, in long arithmetic,
 * and allocates little beside the result.
 */
public final class ContainerAggregate {
    private final List<Container> regular;
    private final List<Container> init;
    private final ContainerAmounts reading;
    private final QuantitySum sum = new QuantitySum();
    private ResourceName[] names = new ResourceName[6];
    private int count;
    private boolean cpu;
    private boolean memory;

    ContainerAggregate(PodSpec spec, ContainerAmounts reading) {
        this.regular = spec.containers();
        this.init = spec.initContainers();
        this.reading = reading;
        for (var i = 0; i < regular.size(); i++) include(reading.of(regular.get(i)));
        for (var i = 0; i < init.size(); i++) include(reading.of(init.get(i)));
    }

    /** The aggregate of one pod under one reading. */
    public static ResourceAmounts of(PodSpec spec, ContainerAmounts reading) {
        var aggregate = new ContainerAggregate(spec, reading);
        var names = aggregate.names();
        var quantities = new Quantity[names.length];
        for (var i = 0; i < names.length; i++) {
            var quantity = aggregate.quantity(names[i]);
            quantities[i] = quantity == null ? Quantity.ZERO : quantity;
        }
        return ResourceAmounts.ofSorted(names, quantities);
    }

    public static ResourceAmounts requests(PodSpec spec) {
        return of(spec, ContainerAmounts.REQUESTS);
    }

    public static ResourceAmounts limits(PodSpec spec) {
        return of(spec, ContainerAmounts.LIMITS);
    }

    /** Adds a list's names to those that will be asked for. */
    void include(ResourceAmounts amounts) {
        if (amounts.cpuOrNull() != null && !cpu) {
            cpu = true;
            include(ResourceName.CPU);
        }
        if (amounts.memoryOrNull() != null && !memory) {
            memory = true;
            include(ResourceName.MEMORY);
        }
        if (!amounts.hasOthers()) return;
        for (var i = 0; i < amounts.size(); i++) include(amounts.name(i));
    }

    void include(ResourceName name) {
        var position = count;
        for (var i = 0; i < count; i++) {
            if (names[i].isSame(name)) return;
        }
        while (position > 0 && names[position - 1].compareTo(name) > 0) position--;
        if (count == names.length) names = Arrays.copyOf(names, 2 * count);
        System.arraycopy(names, position, names, position + 1, count - position);
        names[position] = name;
        count++;
    }

    /** Every name included so far, sorted. */
    ResourceName[] names() {
        return Arrays.copyOf(names, count);
    }

    /** The aggregate for one resource, or null where no container names it. */
    @Nullable
    Quantity quantity(ResourceName name) {
        var startup = init.isEmpty() ? null : startup(name);
        sum.clear();
        for (var i = 0; i < regular.size(); i++) add(regular.get(i), name);
        for (var i = 0; i < init.size(); i++) {
            if (init.get(i).restartsAlways()) add(init.get(i), name);
        }
        if (sum.isEmpty()) return startup;
        var running = sum.toQuantity();
        return startup == null ? running : running.max(startup);
    }

    private void add(Container container, ResourceName name) {
        var quantity = reading.of(container).at(name);
        if (quantity != null) sum.add(quantity);
    }

    /** The peak over the init containers in order, each beside the sidecars that already run. */
    private @Nullable Quantity startup(ResourceName name) {
        Quantity peak = null;
        Quantity sidecars = null;
        for (var i = 0; i < init.size(); i++) {
            var container = init.get(i);
            var own = reading.of(container).at(name);
            if (own == null) continue;
            Quantity together;
            if (container.restartsAlways()) {
                sidecars = sidecars == null ? own : sidecars.plus(own);
                together = sidecars;
            } else {
                together = sidecars == null ? own : own.plus(sidecars);
            }
            peak = peak == null ? together : peak.max(together);
        }
        return peak;
    }
}
