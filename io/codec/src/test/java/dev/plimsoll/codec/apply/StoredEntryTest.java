package dev.plimsoll.codec.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.plimsoll.codec.apply.ManagedEntry.Operation;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Stored entries are read only where a write has to do with their fields; that may not be seen. */
class StoredEntryTest {
    private static FieldSet fields(Random random, int depth) {
        var children = new TreeMap<PathElement, FieldSet>();
        for (var i = depth == 0 ? 0 : random.nextInt(4); i > 0; i--)
            children.put(step(random), fields(random, depth - 1));
        return children.isEmpty() ? FieldSet.SELF : new FieldSet(random.nextBoolean(), children);
    }

    private static PathElement step(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> key("name", "c\"" + random.nextInt(2));
            case 1 -> key("name", "é" + random.nextInt(2));
            case 2 -> new PathElement.Value(TextNode.valueOf("v" + random.nextInt(2)));
            case 3 -> new PathElement.Index(random.nextInt(2));
            default -> PathElement.Name.of("n" + random.nextInt(4));
        };
    }

    private static PathElement key(String name, String value) {
        var values = new TreeMap<String, JsonNode>();
        values.put(name, TextNode.valueOf(value));
        return PathElement.Key.of(values);
    }

    private static ManagedEntry entry(FieldSet fields) {
        return new ManagedEntry("kubectl", Operation.UPDATE, "v1", "status", "2026-11-18T00:00:00Z", fields);
    }

    @Test
    @SuppressWarnings("ReferenceEquality") // the very same entry was not read
    void whatIsTakenFromAStoredEntryIsWhatIsTakenFromItsFields() {
        var untouched = 0;
        for (var seed = 0; seed < 3000; seed++) {
            var random = new Random(seed);
            var printed = entry(fields(random, 4)).print();
            var taken = fields(random, 3);
            var stored = ManagedEntry.stored(printed).orElseThrow();
            var read = ManagedEntry.parse(printed).orElseThrow();
            var expected = read.with(read.fields().difference(taken));
            var rest = stored.without(taken);
            if (rest == stored) untouched++;
            assertThat(rest).as("seed %s", seed).isEqualTo(expected);
            assertThat(rest.print()).as("seed %s", seed).isEqualTo(expected.print());
            assertThat(rest.isEmpty())
                    .as("seed %s", seed)
                    .isEqualTo(expected.fields().isEmpty());
        }
        assertThat(untouched).isBetween(200, 2800);
    }

    @Test
    void keysThatNeedQuotesAreQuotedAsJson() {
        assertThat(key("na\"me", "a\\b\u0001é").wire())
                .isEqualTo("k:" + JsonNodeFactory.instance.objectNode().put("na\"me", "a\\b\u0001é"));
        assertThat(key("name", "plain-1.x").wire()).isEqualTo("k:{\"name\":\"plain-1.x\"}");
    }

    @Test
    void anEntryThatCannotBeReadOwnsNothing() {
        var printed = entry(fields(new Random(3), 3).union(FieldSet.path("a"))).print();
        var wrong = printed.deepCopy();
        wrong.withObject("/fieldsV1").putObject("x:y");
        assertThat(ManagedEntry.parse(wrong)).isEmpty();
        assertThat(ManagedEntry.stored(wrong)).isEmpty();
        assertThat(ManagedEntry.stored(printed)).isPresent();
    }
}
