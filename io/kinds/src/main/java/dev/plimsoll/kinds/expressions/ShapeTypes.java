package dev.plimsoll.kinds.expressions;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.plimsoll.codec.schema.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** The types of a kind, so that an expression that names a field wrongly can be told of. Texts with a format may be anything. */
final class ShapeTypes {
    private final List<StructType> structs = new ArrayList<>();

    /** The type of values of a shape; {@code name} is that of an object. */
    CelType of(Shape shape, String name) {
        return switch (shape) {
            case Shape.Scalar scalar -> scalar(scalar);
            case Shape.Struct struct -> struct(struct, name);
            case Shape.MapOf map -> MapType.create(SimpleType.STRING, of(map.value(), name + ".values"));
            case Shape.ListOf list -> ListType.create(of(list.element(), name + ".items"));
            case Shape.Free _ -> SimpleType.DYN;
        };
    }

    private static CelType scalar(Shape.Scalar scalar) {
        return switch (scalar) {
            case STRING -> SimpleType.STRING;
            case BOOLEAN -> SimpleType.BOOL;
            case INT32, INT64 -> SimpleType.INT;
            case DOUBLE -> SimpleType.DOUBLE;
            case QUANTITY, INT_OR_STRING, TIME, MICRO_TIME, BYTES, ANYTHING -> SimpleType.DYN;
        };
    }

    private CelType struct(Shape.Struct struct, String name) {
        var fields = new LinkedHashMap<String, CelType>();
        struct.fields().forEach((field, value) -> fields.put(field, of(value.shape(), name + "." + field)));
        var type = AdmissionTypes.struct(name, fields);
        structs.add(type);
        return type;
    }

    /** All objects that were met. */
    List<StructType> structs() {
        return structs;
    }
}
