package dev.plimsoll.console.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ObjectName;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What viewers have of a table is what it has, as far as they may see it, whatever came and went between two frames. */
// Acceptance of the console: encoded-once, deltas
class TableCursorTest {
    private final Words words = new Words();
    private final RowTable table = new RowTable(1, words);

    private void put(String namespace, String name, int value) {
        var word = words.number(namespace);
        table.put(
                new ObjectName(namespace, name),
                new RowBytes().number(word).text(name).number(value),
                word);
    }

    /** Reads frames as the page does. */
    private static final class Picture {
        private final Map<Integer, String> words = new HashMap<>();
        private final Map<Integer, String> rows = new TreeMap<>();

        private void take(List<ByteBuffer> frames) {
            for (var frame : frames) take(frame);
        }

        private void take(ByteBuffer frame) {
            number(frame);
            if ((number(frame) & 1) != 0) {
                rows.clear();
                words.clear();
                words.put(0, "");
            }
            for (var left = number(frame); left > 0; left--) words.put(number(frame), text(frame));
            for (var left = number(frame); left > 0; left--) rows.remove(number(frame));
            for (var left = number(frame); left > 0; left--) {
                var id = number(frame);
                var namespace = words.get(number(frame));
                rows.put(id, namespace + "/" + text(frame) + "=" + number(frame));
            }
            assertThat(frame.hasRemaining()).isFalse();
        }

        private static int number(ByteBuffer frame) {
            var value = 0;
            for (var shift = 0; ; shift += 7) {
                var each = frame.get();
                value |= (each & 0x7f) << shift;
                if (each >= 0) return value;
            }
        }

        private static String text(ByteBuffer frame) {
            var bytes = new byte[number(frame)];
            frame.get(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    @Test
    @DisplayName("two viewers, one of whom may see one namespace and now and then the other, have what the table has")
    void followed() {
        var random = new SplittableRandom(7);
        var all = new TableCursor(table);
        var some = new TableCursor(table);
        var allSeen = new Picture();
        var someSeen = new Picture();
        var known = new TreeMap<String, Integer>();
        Predicate<String> visible = "a"::equals;
        for (var step = 0; step < 2_000; step++) {
            var namespace = random.nextBoolean() ? "a" : "b";
            var name = "p" + random.nextInt(40);
            if (random.nextInt(3) == 0) {
                table.remove(new ObjectName(namespace, name));
                known.remove(namespace + "/" + name);
            } else {
                put(namespace, name, step);
                known.put(namespace + "/" + name, step);
            }
            if (random.nextInt(4) == 0) continue;
            var changed = table.takeChanged();
            all.changed(changed);
            some.changed(changed);
            if (random.nextInt(50) == 0) {
                var other = random.nextBoolean() ? "a" : "b";
                visible = other::equals;
                some.reset();
            }
            allSeen.take(all.frames(_ -> true));
            if (random.nextInt(3) == 0) continue; // not ready
            someSeen.take(some.frames(visible));
            assertThat(allSeen.rows.values())
                    .containsExactlyInAnyOrderElementsOf(known.entrySet().stream()
                            .map(each -> each.getKey() + "=" + each.getValue())
                            .toList());
            var may = visible;
            assertThat(someSeen.rows.values())
                    .containsExactlyInAnyOrderElementsOf(known.entrySet().stream()
                            .filter(each -> may.test(each.getKey().substring(0, 1)))
                            .map(each -> each.getKey() + "=" + each.getValue())
                            .toList());
        }
    }

    @Test
    @DisplayName("ids stay below the most rows that there were at once, however many come and go")
    void ids() {
        for (var i = 0; i < 10_000; i++) {
            put("a", "p" + i, i);
            if (i >= 10) table.remove(new ObjectName("a", "p" + (i - 10)));
        }
        assertThat(table.all().length()).isLessThanOrEqualTo(11);
        assertThat(table.takeChanged().length()).isLessThanOrEqualTo(11);
    }
}
