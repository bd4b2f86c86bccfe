package dev.plimsoll.core.placement.table;

import java.util.Arrays;

/** How many of something are in which rows; rows without any cost nothing. Open addressing, keys are never taken out alone. */
final class RowCounts {
    private static final int FREE = -1;

    private int[] rows = filled(8);
    private int[] counts = new int[8];
    private int used;
    private int total;

    private static int[] filled(int size) {
        var rows = new int[size];
        Arrays.fill(rows, FREE);
        return rows;
    }

    void add(int row, int change) {
        total += change;
        var slot = slot(rows, row);
        if (rows[slot] == FREE) {
            if (4 * (used + 1) > 3 * rows.length) {
                rebuild();
                slot = slot(rows, row);
            }
            rows[slot] = row;
            used++;
        }
        counts[slot] += change;
    }

    int total() {
        return total;
    }

    int at(int row) {
        var slot = slot(rows, row);
        return rows[slot] == FREE ? 0 : counts[slot];
    }

    void forEach(Visitor visitor) {
        for (var i = 0; i < rows.length; i++) if (counts[i] != 0) visitor.visit(rows[i], counts[i]);
    }

    /** Is told each row that has any. */
    @FunctionalInterface
    interface Visitor {
        void visit(int row, int count);
    }

    private static int slot(int[] rows, int row) {
        var mask = rows.length - 1;
        var slot = (row * 0x9e3779b9) >>> 7 & mask;
        while (rows[slot] != FREE && rows[slot] != row) slot = slot + 1 & mask;
        return slot;
    }

    private void rebuild() {
        var living = 0;
        for (var count : counts) if (count != 0) living++;
        var size = Math.max(8, Integer.highestOneBit(Math.max(1, living)) * 4);
        var newRows = filled(size);
        var newCounts = new int[size];
        for (var i = 0; i < rows.length; i++) {
            if (counts[i] == 0) continue;
            var slot = slot(newRows, rows[i]);
            newRows[slot] = rows[i];
            newCounts[slot] = counts[i];
        }
        rows = newRows;
        counts = newCounts;
        used = living;
    }
}
