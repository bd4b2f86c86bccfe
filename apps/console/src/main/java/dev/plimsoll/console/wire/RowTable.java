package dev.plimsoll.console.wire;

import dev.plimsoll.client.ObjectName;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows of one kind, each encoded once, and which of them have changed. Used by one thread. */
public final class RowTable {
    private final int type;
    private final Words words;
    private final Map<ObjectName, Integer> ids = new HashMap<>();
    private final Map<Integer, EncodedRow> rows = new HashMap<>();
    /** Ids of rows that are gone: they are given again, so that ids stay small however long the console runs. */
    private final BitSet free = new BitSet();

    private BitSet changed = new BitSet();
    private int next;

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
        var id = ids.computeIfAbsent(name, _ -> newId());
        var bytes = new RowBytes().number(id).bytes(content.toBytes()).toBytes();
        var before = rows.get(id);
        if (before != null && before.isSent(bytes)) return;
        rows.put(id, new EncodedRow(id, name.namespace(), used.clone(), bytes));
        changed.set(id);
    }

    private int newId() {
        var id = free.nextSetBit(0);
        if (id < 0) return next++;
        free.clear(id);
        return id;
    }

    public void remove(ObjectName name) {
        var id = ids.remove(name);
        if (id == null) return;
        rows.remove(id);
        free.set(id);
        changed.set(id);
    }

    @Nullable
    EncodedRow rowOrNull(int id) {
        return rows.get(id);
    }

    /** The ids of all rows. */
    BitSet all() {
        var all = new BitSet(next);
        for (var id : rows.keySet()) all.set(id);
        return all;
    }

    /** The rows that have changed since this was asked last. */
    public BitSet takeChanged() {
        var taken = changed;
        changed = new BitSet();
        return taken;
    }

    public int size() {
        return rows.size();
    }
}
