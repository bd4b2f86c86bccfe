package dev.plimsoll.core.cgroups;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.util.OptionalLong;

/** A huge page's size in bytes, with the name that cgroup files and CRI give it: {@code 2MB}, {@code 1GB}. */
public record HugePageSize(long bytes) implements Comparable<HugePageSize> {
    private static final String[] UNITS = {"B", "KB", "MB", "GB", "TB", "PB"};

    public static final HugePageSize OF_2_MIB = new HugePageSize(2L << 20);
    public static final HugePageSize OF_1_GIB = new HugePageSize(1L << 30);

    public HugePageSize {
        if (bytes <= 0) throw new IllegalArgumentException("a page has a size: " + bytes);
    }

    /** The size in a resource's name; nothing where the name holds none that could be one. */
    public static OptionalLong bytesIn(ResourceName name) {
        if (!name.isHugePages()) return OptionalLong.empty();
        return switch (Quantity.parse(name.pageSize())) {
            case ParsedQuantity.Parsed(var size)
            when size.sign() > 0 && size.isInteger() -> OptionalLong.of(size.value());
            case ParsedQuantity.Parsed _, ParsedQuantity.Malformed _ -> OptionalLong.empty();
        };
    }

    /** As in {@code hugetlb.2MB.max}: the largest unit of 1024s that leaves a whole number. */
    public String cgroupName() {
        var size = bytes;
        var unit = 0;
        while (size % 1024 == 0 && unit < UNITS.length - 1) {
            size /= 1024;
            unit++;
        }
        return size + UNITS[unit];
    }

    @Override
    public int compareTo(HugePageSize other) {
        return Long.compare(bytes, other.bytes);
    }
}
