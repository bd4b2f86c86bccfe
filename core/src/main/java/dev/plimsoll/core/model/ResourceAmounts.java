package dev.plimsoll.core.model;

import dev.plimsoll.core.quantity.Quantity;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A resource list: names with quantities, ordered by name.
 *
 * <p>{@link #ABSENT} is a list that was not given, {@link #EMPTY} one that was given without entries. The two are equal, as in
 * Kubernetes, but can be told apart by {@link #isDeclared()}. An entry of zero is an entry.
 */
@SuppressWarnings("ReferenceEquality") // ABSENT is told from EMPTY by identity
public final class ResourceAmounts {
    private static final ResourceName[] NO_NAMES = {};
    private static final Quantity[] NO_QUANTITIES = {};

    public static final ResourceAmounts ABSENT = new ResourceAmounts(NO_NAMES, NO_QUANTITIES);
    public static final ResourceAmounts EMPTY = new ResourceAmounts(NO_NAMES, NO_QUANTITIES);

    private final ResourceName[] names;
    private final Quantity[] quantities;
    /** Copies of two entries: nearly every question is about them, and most lists hold nothing else. */
    private final @Nullable Quantity cpu;

    private final @Nullable Quantity memory;

    private ResourceAmounts(ResourceName[] names, Quantity[] quantities) {
        this.names = names;
        this.quantities = quantities;
        Quantity foundCpu = null;
        Quantity foundMemory = null;
        for (var i = 0; i < names.length; i++) {
            if (names[i] == ResourceName.CPU) foundCpu = quantities[i];
            else if (names[i] == ResourceName.MEMORY) foundMemory = quantities[i];
        }
        this.cpu = foundCpu;
        this.memory = foundMemory;
    }

    public static ResourceAmounts of(Map<ResourceName, Quantity> entries) {
        if (entries.isEmpty()) return EMPTY;
        var sorted = new TreeMap<>(entries);
        return new ResourceAmounts(
                sorted.keySet().toArray(NO_NAMES), sorted.values().toArray(NO_QUANTITIES));
    }

    /** For literals: {@code ResourceAmounts.parse("cpu=500m,memory=1Gi")}. */
    public static ResourceAmounts parse(String entries) {
        var amounts = EMPTY;
        for (var entry : entries.split(",", -1)) {
            if (entry.isBlank()) continue;
            var split = entry.indexOf('=');
            if (split < 0) throw new IllegalArgumentException("not NAME=QUANTITY: \"" + entry + "\"");
            var name = ResourceName.of(entry.substring(0, split).strip());
            amounts = amounts.with(name, Quantity.of(entry.substring(split + 1).strip()));
        }
        return amounts;
    }

    /**
     * Wraps arrays that the caller hands over and no longer touches; {@code names} must be sorted and without repeats. Only
     * for the calculations that fill them in one pass.
     */
    public static ResourceAmounts ofSorted(ResourceName[] names, Quantity[] quantities) {
        return names.length == 0 ? EMPTY : new ResourceAmounts(names, quantities);
    }

    /** False only for {@link #ABSENT}. */
    public boolean isDeclared() {
        return this != ABSENT;
    }

    public boolean isEmpty() {
        return names.length == 0;
    }

    public int size() {
        return names.length;
    }

    public ResourceName name(int index) {
        return names[index];
    }

    public Quantity quantity(int index) {
        return quantities[index];
    }

    public List<ResourceName> names() {
        return List.of(names);
    }

    public boolean contains(ResourceName name) {
        return at(name) != null;
    }

    public Optional<Quantity> find(ResourceName name) {
        return Optional.ofNullable(at(name));
    }

    /** The entry, or null where there is none: {@link #find} without its allocation. */
    public @Nullable Quantity at(ResourceName name) {
        if (name == ResourceName.CPU) return cpu;
        if (name == ResourceName.MEMORY) return memory;
        var index = indexOf(name);
        return index < 0 ? null : quantities[index];
    }

    public @Nullable Quantity cpuOrNull() {
        return cpu;
    }

    public @Nullable Quantity memoryOrNull() {
        return memory;
    }

    /** Whether it has entries beside cpu and memory. */
    public boolean hasOthers() {
        return names.length > (cpu == null ? 0 : 1) + (memory == null ? 0 : 1);
    }

    /** The entry, or zero where there is none. */
    public Quantity amount(ResourceName name) {
        var quantity = at(name);
        return quantity == null ? Quantity.ZERO : quantity;
    }

    private int indexOf(ResourceName name) {
        for (var i = 0; i < names.length; i++) {
            if (names[i].isSame(name)) return i;
        }
        return -1;
    }

    @SuppressWarnings("ReferenceEquality")
    public ResourceAmounts with(ResourceName name, Quantity quantity) {
        var index = 0;
        while (index < names.length && names[index].compareTo(name) < 0) index++;
        if (index < names.length && names[index].isSame(name)) {
            if (quantities[index] == quantity) return this;
            var changed = quantities.clone();
            changed[index] = quantity;
            return new ResourceAmounts(names, changed);
        }
        var more = new ResourceName[names.length + 1];
        var amounts = new Quantity[more.length];
        System.arraycopy(names, 0, more, 0, index);
        System.arraycopy(quantities, 0, amounts, 0, index);
        more[index] = name;
        amounts[index] = quantity;
        System.arraycopy(names, index, more, index + 1, names.length - index);
        System.arraycopy(quantities, index, amounts, index + 1, names.length - index);
        return new ResourceAmounts(more, amounts);
    }

    public ResourceAmounts retaining(Predicate<ResourceName> wanted) {
        var kept = new ResourceName[names.length];
        var amounts = new Quantity[names.length];
        var count = 0;
        for (var i = 0; i < names.length; i++) {
            if (!wanted.test(names[i])) continue;
            kept[count] = names[i];
            amounts[count++] = quantities[i];
        }
        if (count == names.length) return this;
        return ofSorted(Arrays.copyOf(kept, count), Arrays.copyOf(amounts, count));
    }

    /** Adds name by name; a name that only one side has is kept. */
    public ResourceAmounts plus(ResourceAmounts other) {
        return merged(other, Quantity::plus);
    }

    /** Takes the larger entry name by name; this side's where they are equal. */
    public ResourceAmounts max(ResourceAmounts other) {
        return merged(other, Quantity::max);
    }

    /** Entries of {@code other} replace those of this list. */
    public ResourceAmounts overriddenBy(ResourceAmounts other) {
        return merged(other, (own, replacement) -> replacement);
    }

    private ResourceAmounts merged(ResourceAmounts other, BiFunction<Quantity, Quantity, Quantity> both) {
        if (other.isEmpty()) return isDeclared() ? this : other;
        if (isEmpty()) return other;
        var all = new ResourceName[names.length + other.names.length];
        var amounts = new Quantity[all.length];
        var count = 0;
        var own = 0;
        var others = 0;
        while (own < names.length || others < other.names.length) {
            var order = own == names.length
                    ? 1
                    : others == other.names.length ? -1 : names[own].compareTo(other.names[others]);
            all[count] = order <= 0 ? names[own] : other.names[others];
            if (order < 0) amounts[count++] = quantities[own++];
            else if (order > 0) amounts[count++] = other.quantities[others++];
            else amounts[count++] = both.apply(quantities[own++], other.quantities[others++]);
        }
        return ofSorted(Arrays.copyOf(all, count), Arrays.copyOf(amounts, count));
    }

    public ResourceAmounts mapped(UnaryOperator<Quantity> change) {
        Quantity[] changed = null;
        for (var i = 0; i < quantities.length; i++) {
            var quantity = change.apply(quantities[i]);
            if (quantity == quantities[i]) continue;
            if (changed == null) changed = quantities.clone();
            changed[i] = quantity;
        }
        return changed == null ? this : new ResourceAmounts(names, changed);
    }

    /** A fresh, sorted, modifiable map. */
    public NavigableMap<ResourceName, Quantity> toMap() {
        var entries = new TreeMap<ResourceName, Quantity>();
        for (var i = 0; i < names.length; i++) entries.put(names[i], quantities[i]);
        return entries;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ResourceAmounts that
                && Arrays.equals(names, that.names)
                && Arrays.equals(quantities, that.quantities);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(names) + Arrays.hashCode(quantities);
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        for (var i = 0; i < names.length; i++) {
            if (i > 0) text.append(',');
            text.append(names[i]).append('=').append(quantities[i]);
        }
        return text.toString();
    }
}
