package dev.plimsoll.core.estimation;

import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import java.util.List;
import java.util.OptionalLong;

/** A resource that the autoscaler decides on, with the unit of its arithmetic: thousandths of a core, or bytes. */
public enum Compute {
    CPU(ResourceName.CPU) {
        @Override
        public long units(Quantity quantity) {
            return quantity.milliValue();
        }

        @Override
        public Quantity quantity(long units) {
            return Quantity.ofMilli(units);
        }
    },
    MEMORY(ResourceName.MEMORY) {
        @Override
        public long units(Quantity quantity) {
            return quantity.value();
        }

        @Override
        public Quantity quantity(long units) {
            return Quantity.of(units, QuantityFormat.BINARY_SI);
        }
    };

    /** Both, in the order in which texts name them. */
    public static final List<Compute> ALL = List.of(CPU, MEMORY);

    /** No amount is ever larger. */
    public static final long LARGEST = 100_000_000_000_000L;

    private final ResourceName resource;

    Compute(ResourceName resource) {
        this.resource = resource;
    }

    public ResourceName resource() {
        return resource;
    }

    /** A quantity in this unit, rounded up. */
    public abstract long units(Quantity quantity);

    public abstract Quantity quantity(long units);

    /** The entry of a list in this unit; an entry of zero counts as none, as people write it to mean so, and so does less. */
    public OptionalLong set(ResourceAmounts amounts) {
        var units = unitsOf(amounts);
        return units > 0 ? OptionalLong.of(units) : OptionalLong.empty();
    }

    /** The entry of a list in this unit, zero where there is none. */
    public long unitsOf(ResourceAmounts amounts) {
        var quantity = amounts.at(resource);
        return quantity == null ? 0 : units(quantity);
    }

    public ResourceAmounts with(ResourceAmounts amounts, long units) {
        return amounts.with(resource, quantity(units));
    }

    /** A measured number as an amount: cut to whole units and to what an amount may be; nothing times infinity is nothing. */
    public static long clipped(double units) {
        if (Double.isNaN(units) || units <= 0) return 0;
        return units >= LARGEST ? LARGEST : (long) units;
    }

    /** The units times a factor, cut as {@link #clipped}. */
    public static long scaled(long units, double factor) {
        return units == 0 ? 0 : clipped(units * factor);
    }
}
