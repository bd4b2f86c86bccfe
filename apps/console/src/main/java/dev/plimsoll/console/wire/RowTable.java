package dev.plimsoll.console.wire;

import dev.plimsoll.client.ObjectName;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows of one kind, each encoded once, and which of them have changed. Used by one thread. */
public final class RowTable {
    private final int type;
    private final Words words;
    private final Map<ObjectName, EncodedRow> named = new HashMap<>();
    /** By their ids; null where there is none. */
    private final List<@Nullable EncodedRow> rows = new ArrayList<>();
    /** Ids of rows that are gone: they are given again, so that ids stay small however long the console runs. */
    private final BitSet free = new BitSet();

    private BitSet changed = new BitSet();

    /**
     * Without rows.
     *
     * @param type the first byte of its frames
     */
    public RowTable(int type, Words words) {
        this.type = type;
        this.words = words;
    }

    int type() {
        return type;
    }

    Words words() {
        return words;
    }

    /** Takes over a row; nothing has changed where it would be sent as before. */
    public void put(ObjectName name, RowBytes content, int... used) {
        var before = named.get(name);
        var id = before == null ? newId() : before.id();
        var bytes = new RowBytes().number(id).bytes(content.toBytes()).toBytes();
        if (before != null && before.isSent(bytes)) return;
        var row = new EncodedRow(id, name.namespace(), used.clone(), bytes);
        named.put(name, row);
        rows.set(id, row);
        changed.set(id);
    }

    private int newId() {
        var id = free.nextSetBit(0);
        if (id < 0) {
            rows.add(null);
            return rows.size() - 1;
        }
        free.clear(id);
        return id;
    }

    public void remove(ObjectName name) {
        var row = named.remove(name);
        if (row == null) return;
        rows.set(row.id(), null);
        free.set(row.id());
        changed.set(row.id());
    }

    @Nullable
    EncodedRow rowOrNull(int id) {
        return id < rows.size() ? rows.get(id) : null;
    }

    /** The ids of all rows. */
    BitSet all() {
        var all = new BitSet(rows.size());
        all.set(0, rows.size());
        all.andNot(free);
        return all;
    }

    /** The rows that have changed since this was asked last. */
    public BitSet takeChanged() {
        var taken = changed;
        changed = new BitSet();
        return taken;
    }

    public int size() {
        return named.size();
    }
}
