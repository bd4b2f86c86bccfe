package dev.plimsoll.core.placement.table;

import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.model.ResourceName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Columns of resources that not every node has; each begins to exist when a node or a pod names it. */
final class OtherColumns {
    private final Map<ResourceName, Integer> index = new HashMap<>();
    private final List<long[]> has = new ArrayList<>();
    private final List<long[]> used = new ArrayList<>();
    private int rows;

    OtherColumns(int rows) {
        this.rows = rows;
    }

    int column(ResourceName name) {
        return index.getOrDefault(name, -1);
    }

    private int made(ResourceName name) {
        return index.computeIfAbsent(name, _ -> {
            has.add(new long[rows]);
            used.add(new long[rows]);
            return has.size() - 1;
        });
    }

    void grow(int more) {
        rows = more;
        has.replaceAll(column -> Arrays.copyOf(column, more));
        used.replaceAll(column -> Arrays.copyOf(column, more));
    }

    void setAllocatable(int row, Amounts amounts) {
        for (var column : has) column[row] = 0;
        for (var other : amounts.others()) has.get(made(other.name()))[row] = other.amount();
    }

    void use(int row, Amounts amounts, int sign) {
        for (var other : amounts.others()) used.get(made(other.name()))[row] += sign * other.amount();
    }

    long allocatable(int column, int row) {
        return column < 0 ? 0 : has.get(column)[row];
    }

    long used(int column, int row) {
        return column < 0 ? 0 : used.get(column)[row];
    }

    OtherColumns single(int row) {
        var one = new OtherColumns(1);
        one.index.putAll(index);
        for (var i = 0; i < has.size(); i++) {
            one.has.add(new long[] {has.get(i)[row]});
            one.used.add(new long[] {used.get(i)[row]});
        }
        return one;
    }
}
