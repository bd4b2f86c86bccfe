package dev.plimsoll.codec.schema;

import dev.plimsoll.codec.schema.KindShape.Origin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The kinds of the API by version and name, as the tables of types beside this class list them. */
public final class Schema {
    private static final List<String> TABLES = List.of(
            "meta", "pod", "volumes", "core", "apps", "batch", "autoscaling", "vpa", "access", "others", "extensions");

    private final Map<String, KindShape> kinds;
    private final Shape.Struct metadata;

    private Schema(TypeTable table) {
        this.kinds = table.kinds();
        this.metadata = table.struct("ObjectMeta");
    }

    /** The kinds that this release knows. */
    public static Schema bundled() {
        return Bundled.SCHEMA;
    }

    /** Reads tables of types; for tests of tables. */
    static Schema of(String text) {
        return new Schema(TypeTable.read(text));
    }

    public Optional<KindShape> find(String apiVersion, String kind) {
        return Optional.ofNullable(kinds.get(key(apiVersion, kind)));
    }

    /** The shape of a kind, known or not: of an unknown one only the metadata have a schema. */
    public KindShape shapeOf(String apiVersion, String kind) {
        return find(apiVersion, kind).orElseGet(() -> schemaless(apiVersion, kind));
    }

    public Collection<KindShape> kinds() {
        return kinds.values();
    }

    /** What every object of a kind has that a definition describes: its type and its metadata, and nothing else. */
    public KindShape envelope(String apiVersion, String kind) {
        return new KindShape(apiVersion, kind, Shape.Struct.of(kind, false, ofEveryObject()), Origin.CUSTOM);
    }

    private KindShape schemaless(String apiVersion, String kind) {
        return new KindShape(apiVersion, kind, Shape.Struct.of(kind, false, ofEveryObject()), Origin.SCHEMALESS);
    }

    private Map<String, Field> ofEveryObject() {
        return Map.of(
                "apiVersion", new Field("apiVersion", Shape.Scalar.STRING, PatchRule.PLAIN, false),
                "kind", new Field("kind", Shape.Scalar.STRING, PatchRule.PLAIN, false),
                "metadata", new Field("metadata", metadata, PatchRule.PLAIN, true));
    }

    static String key(String apiVersion, String kind) {
        return apiVersion + " " + kind;
    }

    private static final class Bundled {
        static final Schema SCHEMA = of(text());

        private static String text() {
            var all = new StringBuilder();
            for (var table : TABLES) all.append(text(table)).append('\n');
            return all.toString();
        }

        private static String text(String table) {
            try (var stream = Schema.class.getResourceAsStream(table + ".types")) {
                if (stream == null) throw new IllegalStateException("no table of types named " + table);
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
