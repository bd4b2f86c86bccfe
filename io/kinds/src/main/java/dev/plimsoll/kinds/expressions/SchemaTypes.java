package dev.plimsoll.kinds.expressions;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.plimsoll.codec.structural.Structural;
import dev.plimsoll.codec.structural.Structural.Additional;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The types of a schema, so that an expression that names a field wrongly is found out before it is ever used. */
final class SchemaTypes {
    private static final Map<String, CelType> OF_METADATA =
            Map.of("name", SimpleType.STRING, "generateName", SimpleType.STRING);

    private final Map<String, StructType> structs = new LinkedHashMap<>();

    /** The type of a value; {@code root} has type and metadata beside what its schema says. */
    CelType of(Structural schema, String name, boolean root) {
        if (schema.markers().intOrString()) return SimpleType.DYN;
        return switch (schema.type()) {
            case NONE -> SimpleType.DYN;
            case INTEGER -> SimpleType.INT;
            case NUMBER -> SimpleType.DOUBLE;
            case BOOLEAN -> SimpleType.BOOL;
            case STRING -> text(schema.limits().format());
            case ARRAY -> ListType.create(orAnything(schema.items(), name + ".items"));
            case OBJECT -> object(schema, name, root);
        };
    }

    private CelType orAnything(@Nullable Structural schema, String name) {
        return schema == null ? SimpleType.DYN : of(schema, name, false);
    }

    private static CelType text(String format) {
        return switch (format) {
            case "date-time", "datetime", "date" -> SimpleType.TIMESTAMP;
            case "duration" -> SimpleType.DURATION;
            case "byte" -> SimpleType.BYTES;
            default -> SimpleType.STRING;
        };
    }

    private CelType object(Structural schema, String name, boolean root) {
        if (schema.additional() instanceof Additional.Like(var value)) {
            return MapType.create(SimpleType.STRING, of(value, name + ".values", false));
        }
        if (schema.markers().preserves() && schema.properties().isEmpty()) return SimpleType.DYN;
        var fields = new LinkedHashMap<String, CelType>();
        schema.properties().forEach((field, property) -> {
            var escaped = CelNames.escaped(field);
            if (!escaped.isEmpty()) fields.put(escaped, of(property, name + "." + field, false));
        });
        if (root || schema.markers().embedded()) {
            fields.put("apiVersion", SimpleType.STRING);
            fields.put("kind", SimpleType.STRING);
            fields.put("metadata", struct(name + ".metadata", OF_METADATA));
        }
        return struct(name, fields);
    }

    private StructType struct(String name, Map<String, CelType> fields) {
        var known = ImmutableMap.copyOf(fields);
        var struct = StructType.create(
                name, ImmutableSet.copyOf(known.keySet()), field -> Optional.ofNullable(known.get(field)));
        structs.put(name, struct);
        return struct;
    }

    /** All types that were asked for up to now, by name. */
    CelTypeProvider known() {
        return new Known(ImmutableMap.copyOf(structs));
    }

    private record Known(ImmutableMap<String, StructType> structs) implements CelTypeProvider {
        @Override
        public ImmutableCollection<CelType> types() {
            return ImmutableList.copyOf(structs.values());
        }

        @Override
        public Optional<CelType> findType(String name) {
            return Optional.ofNullable(structs.get(name));
        }
    }
}
