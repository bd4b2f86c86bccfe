package dev.plimsoll.codec.structural;

import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.PatchRule;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.codec.schema.SchemaField;
import dev.plimsoll.codec.schema.Shape;
import dev.plimsoll.codec.schema.Shape.ListRule;
import dev.plimsoll.codec.structural.Structural.Additional;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Schemas as owners of fields see them: what is one thing, and what tells the entries of a list apart. */
public final class SchemaShapes {
    private SchemaShapes() {}

    public static KindShape of(Structural schema, String apiVersion, String kind) {
        var bare = Schema.bundled().envelope(apiVersion, kind);
        var fields = new HashMap<>(bare.shape().fields());
        schema.properties().forEach((name, property) -> {
            if (!fields.containsKey(name)) fields.put(name, field(name, property));
        });
        var whole = Shape.Struct.of(kind, false, fields);
        var shape = schema.markers().preserves() ? whole.open() : whole;
        return new KindShape(apiVersion, kind, shape, KindShape.Origin.CUSTOM);
    }

    private static SchemaField field(String name, Structural schema) {
        return new SchemaField(name, shape(schema), PatchRule.PLAIN, false);
    }

    private static Shape shape(@Nullable Structural schema) {
        if (schema == null) return Shape.Free.INSTANCE;
        if (schema.markers().intOrString()) return Shape.Scalar.INT_OR_STRING;
        return switch (schema.type()) {
            case NONE -> Shape.Free.INSTANCE;
            case OBJECT -> object(schema);
            case ARRAY -> new Shape.ListOf(shape(schema.items()), rule(schema));
            case STRING -> Shape.Scalar.STRING;
            case INTEGER -> Shape.Scalar.INT64;
            case NUMBER -> Shape.Scalar.DOUBLE;
            case BOOLEAN -> Shape.Scalar.BOOLEAN;
        };
    }

    private static Shape object(Structural schema) {
        var atomic = schema.markers().mapType().equals("atomic");
        if (!schema.properties().isEmpty()) {
            Map<String, SchemaField> fields = new HashMap<>();
            schema.properties().forEach((name, property) -> fields.put(name, field(name, property)));
            var object = Shape.Struct.of("", atomic, fields);
            // An object within has members of its own, which its schema need not name.
            return schema.markers().preserves() || schema.markers().embedded() ? object.open() : object;
        }
        if (schema.additional() instanceof Additional.Like(var value)) return new Shape.MapOf(shape(value), atomic);
        return atomic ? new Shape.MapOf(Shape.Free.INSTANCE, true) : Shape.Free.INSTANCE;
    }

    private static ListRule rule(Structural schema) {
        return switch (schema.markers().listType()) {
            case "set" -> ListRule.SET;
            case "map" -> {
                var keys = new ArrayList<ListRule.Key>();
                for (var name : schema.markers().listMapKeys()) {
                    var items = schema.items();
                    var key = items == null ? null : items.properties().get(name);
                    var standIn = key == null ? null : key.standIn();
                    keys.add(new ListRule.Key(name, standIn == null ? "" : standIn.asText()));
                }
                yield new ListRule.Keyed(keys);
            }
            default -> ListRule.ATOMIC;
        };
    }
}
