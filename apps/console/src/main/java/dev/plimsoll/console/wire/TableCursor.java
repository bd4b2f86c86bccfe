package dev.plimsoll.console.wire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;

/** How far one viewer is with a table: what it has, and what it is to get next. Used by one thread. */
public final class TableCursor {
    private static final int RESET = 1;
    private static final int LAST = 2;
    private static final int ROWS_IN_FRAME = 4_000;

    private final RowTable table;
    private final BitSet known = new BitSet();
    private final BitSet sent = new BitSet();
    private BitSet pending = new BitSet();
    private boolean isFirst = true;

    public TableCursor(RowTable table) {
        this.table = table;
    }

    /** Rows that have changed; all of them come first. */
    public void changed(BitSet ids) {
        pending.or(ids);
    }

    /** Everything is sent again with its words, for instance because the viewer may see other things now. */
    public void reset() {
        isFirst = true;
    }

    /** The frames that bring the viewer up to date. */
    public List<ByteBuffer> frames(Predicate<String> visible) {
        var flags = 0;
        if (isFirst) {
            isFirst = false;
            flags = RESET;
            sent.clear();
            known.clear();
            known.set(0); // the empty word
            pending = table.all();
        } else if (pending.isEmpty()) {
            return List.of();
        }
        var ids = pending;
        pending = new BitSet();
        var frames = new ArrayList<ByteBuffer>();
        var from = 0;
        while (true) {
            var frame = new Frame();
            from = frame.fill(ids, from, visible);
            var isLast = from < 0;
            if (isLast && frames.isEmpty() && frame.isEmpty() && flags == 0) return List.of();
            frames.add(frame.encode(flags | (isLast ? LAST : 0)));
            flags = 0;
            if (isLast) return frames;
        }
    }

    /** One frame: new words, rows that are gone, rows that are new or changed. */
    private final class Frame {
        private final RowBytes words = new RowBytes();
        private final RowBytes gone = new RowBytes();
        private final RowBytes rows = new RowBytes();
        private int wordCount;
        private int goneCount;
        private int rowCount;

        /** Takes rows until the frame is full; where to go on, or -1 at the end. */
        int fill(BitSet ids, int from, Predicate<String> visible) {
            for (var id = ids.nextSetBit(from); id >= 0; id = ids.nextSetBit(id + 1)) {
                if (rowCount == ROWS_IN_FRAME) return id;
                var row = table.rowOrNull(id);
                if (row != null && visible.test(row.namespace())) add(row);
                else if (sent.get(id)) remove(id);
            }
            return -1;
        }

        private void add(EncodedRow row) {
            for (var word : row.words()) {
                if (known.get(word)) continue;
                known.set(word);
                words.number(word).text(table.words().text(word));
                wordCount++;
            }
            rows.bytes(row.bytes());
            rowCount++;
            sent.set(row.id());
        }

        private void remove(int id) {
            sent.clear(id);
            gone.number(id);
            goneCount++;
        }

        boolean isEmpty() {
            return rowCount == 0 && goneCount == 0;
        }

        ByteBuffer encode(int flags) {
            var whole = new RowBytes()
                    .number(table.type())
                    .number(flags)
                    .number(wordCount)
                    .bytes(words.toBytes())
                    .number(goneCount)
                    .bytes(gone.toBytes())
                    .number(rowCount)
                    .bytes(rows.toBytes());
            return ByteBuffer.wrap(whole.toBytes());
        }
    }
}
