package dev.plimsoll.codec.fields;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.Shape;

/** How a Go decoder names types; structs are named with the version of their group. */
record GoTypes(String version) {
    static GoTypes of(KindShape kind) {
        return new GoTypes(kind.apiVersion().substring(kind.apiVersion().indexOf('/') + 1));
    }

    /** The name of a field's type. */
    String nameOf(String struct, String field, Shape shape) {
        var text = GoNames.bundled().typeOf(struct, field);
        return nameOf(shape, text.isEmpty() ? "string" : text.contains(".") ? text : version + "." + text);
    }

    String nameOf(Shape shape) {
        return nameOf(shape, "string");
    }

    /** @param text what texts are called in it */
    private String nameOf(Shape shape, String text) {
        return switch (shape) {
            case Shape.Struct struct -> (isShared(struct) ? "v1" : version) + "." + struct.simpleName();
            case Shape.MapOf(var value, var _) ->
                value == Shape.Scalar.QUANTITY ? "v1.ResourceList" : "map[string]" + nameOf(value, text);
            case Shape.ListOf list -> "[]" + nameOf(list.element(), text);
            case Shape.Free _ -> "interface {}";
            case Shape.Scalar scalar ->
                switch (scalar) {
                    case STRING -> text;
                    case BOOLEAN -> "bool";
                    case INT32 -> "int32";
                    case INT64 -> "int64";
                    case DOUBLE -> "float64";
                    case QUANTITY -> "resource.Quantity";
                    case INT_OR_STRING -> "intstr.IntOrString";
                    case TIME -> "v1.Time";
                    case MICRO_TIME -> "v1.MicroTime";
                    case BYTES -> "[]uint8";
                    case ANYTHING -> "runtime.RawExtension";
                };
        };
    }

    private static boolean isShared(Shape.Struct struct) {
        return struct.name().startsWith("io.k8s.apimachinery.") || struct.name().startsWith("io.k8s.api.core.");
    }

    static String wordFor(JsonNode node) {
        return switch (node.getNodeType()) {
            case ARRAY -> "array";
            case OBJECT, POJO -> "object";
            case BOOLEAN -> "bool";
            case NUMBER -> "number";
            case STRING, BINARY -> "string";
            case NULL, MISSING -> "null";
        };
    }
}
