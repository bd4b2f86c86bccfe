package dev.plimsoll.codec.schema;

import dev.plimsoll.codec.protobuf.MessageTypes;
import dev.plimsoll.codec.schema.KindShape.Origin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The kinds of the API by version and name. The messages of Kubernetes say which fields they have, the tables of types beside this
 * class how lists and maps merge and what is always written. A kind is put together when somebody first asks for it.
 */
public final class Schema {
    private static final List<String> TABLES = List.of(
            "meta",
            "core",
            "workloads",
            "autoscaling",
            "access",
            "admission",
            "networking",
            "storage",
            "resource",
            "cluster",
            "vpa");

    private final TypeTable table;
    private final Structs structs;
    private final Map<String, Optional<KindShape>> kinds = new ConcurrentHashMap<>();

    private Schema(TypeTable table) {
        this.table = table;
        this.structs = new Structs(table);
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
        var key = key(apiVersion, kind);
        var known = kinds.get(key);
        if (known != null) return known;
        var made = make(apiVersion, kind);
        // Any name may be asked for; only those that exist are kept.
        if (made.isPresent()) kinds.put(key, made);
        return made;
    }

    private Optional<KindShape> make(String apiVersion, String kind) {
        var custom = table.block(key(apiVersion, kind));
        if (custom.isPresent()) {
            return Optional.of(new KindShape(apiVersion, kind, structs.named(key(apiVersion, kind)), Origin.CUSTOM));
        }
        return MessageTypes.ofKind(apiVersion, kind)
                .filter(Structs::isKind)
                .map(message -> new KindShape(apiVersion, kind, structs.of(message), Origin.BUILT_IN));
    }

    /** The shape of a kind, known or not: of an unknown one only the metadata have a schema. */
    public KindShape shapeOf(String apiVersion, String kind) {
        return find(apiVersion, kind).orElseGet(() -> schemaless(apiVersion, kind));
    }

    /** All kinds with a schema, whether the server serves them or not. */
    public Collection<KindShape> kinds() {
        var all = new ArrayList<KindShape>();
        for (var name : table.customKinds()) {
            var words = name.split(" ", 2);
            find(words[0], words[1]).ifPresent(all::add);
        }
        for (var message : MessageTypes.names().stream().sorted().toList()) {
            MessageTypes.kindOf(message)
                    .flatMap(kind -> find(kind.apiVersion(), kind.name()))
                    .ifPresent(all::add);
        }
        return all;
    }

    /** What every object of a kind has that a definition describes: its type and its metadata, and nothing else. */
    public KindShape envelope(String apiVersion, String kind) {
        return new KindShape(apiVersion, kind, Shape.Struct.of(kind, false, ofEveryObject()), Origin.CUSTOM);
    }

    private KindShape schemaless(String apiVersion, String kind) {
        var anything = Shape.Struct.of(kind, false, ofEveryObject()).open();
        return new KindShape(apiVersion, kind, anything, Origin.SCHEMALESS);
    }

    private Map<String, SchemaField> ofEveryObject() {
        return Map.of(
                "apiVersion", new SchemaField("apiVersion", Shape.Scalar.STRING, PatchRule.PLAIN, false),
                "kind", new SchemaField("kind", Shape.Scalar.STRING, PatchRule.PLAIN, false),
                "metadata", new SchemaField("metadata", structs.named("meta.v1.ObjectMeta"), PatchRule.PLAIN, true));
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
