package dev.plimsoll.codec.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.FieldError;
import java.util.HashSet;
import java.util.List;

/** What {@code x-kubernetes-list-type}, {@code -list-map-keys} and {@code -map-type} must fit to. */
final class ListTypeChecks {
    private static final List<String> LIST_TYPES = List.of("atomic", "set", "map");
    private static final List<String> MAP_TYPES = List.of("atomic", "granular");
    private static final String LIST_TYPE = ".x-kubernetes-list-type";
    private static final String LIST_KEYS = ".x-kubernetes-list-map-keys";
    private static final String MAP_TYPE = ".x-kubernetes-map-type";

    private final List<FieldError> errors;

    ListTypeChecks(List<FieldError> errors) {
        this.errors = errors;
    }

    void check(JsonNode schema, String type, String path) {
        var listType = schema.path(LIST_TYPE.substring(1)).asText();
        if (!listType.isEmpty()) {
            typed(type, "array", path, "must be array if x-kubernetes-list-type is specified");
            if (!LIST_TYPES.contains(listType)) {
                errors.add(FieldError.notSupported(path + LIST_TYPE, listType, LIST_TYPES));
            }
        }
        var mapType = schema.path(MAP_TYPE.substring(1)).asText();
        if (!mapType.isEmpty()) {
            typed(type, "object", path, "must be object if x-kubernetes-map-type is specified");
            if (!MAP_TYPES.contains(mapType)) {
                errors.add(FieldError.notSupported(path + MAP_TYPE, mapType, MAP_TYPES));
            }
        }
        var keys = schema.path(LIST_KEYS.substring(1));
        if (!keys.isEmpty() && !listType.equals("map")) {
            var what = "must be map if x-kubernetes-list-map-keys is non-empty";
            errors.add(
                    listType.isEmpty()
                            ? FieldError.required(path + LIST_TYPE, what)
                            : FieldError.invalid(path + LIST_TYPE, listType, what));
        }
        if (listType.equals("set")) set(schema.path("items"), path + ".items");
        if (listType.equals("map")) map(schema, keys, path);
    }

    private void typed(String type, String wanted, String path, String what) {
        if (type.equals(wanted)) return;
        errors.add(
                type.isEmpty()
                        ? FieldError.required(path + ".type", what)
                        : FieldError.invalid(path + ".type", type, what));
    }

    private void set(JsonNode items, String path) {
        if (items.path("nullable").asBoolean()) {
            errors.add(
                    FieldError.forbidden(path + ".nullable", "cannot be nullable when x-kubernetes-list-type is set"));
        }
        var what = "must be atomic as item of a list with x-kubernetes-list-type=set";
        var type = items.path("type").asText();
        var listType = items.path(LIST_TYPE.substring(1)).asText("atomic");
        var mapType = items.path(MAP_TYPE.substring(1)).asText();
        if (type.equals("array") && !listType.equals("atomic")) {
            errors.add(FieldError.invalid(path + LIST_TYPE, listType, what));
        }
        if (type.equals("object") && !mapType.equals("atomic")) {
            errors.add(FieldError.invalid(path + MAP_TYPE, mapType, what));
        }
    }

    private void map(JsonNode schema, JsonNode keys, String path) {
        if (keys.isEmpty()) {
            errors.add(FieldError.required(path + LIST_KEYS, "must not be empty if x-kubernetes-list-type is map"));
        }
        if (!(schema.get("items") instanceof ObjectNode items)) {
            errors.add(FieldError.required(path + ".items", "must have a schema if x-kubernetes-list-type is map"));
            return;
        }
        var type = items.path("type").asText();
        if (!type.equals("object")) {
            errors.add(FieldError.invalid(
                    path + ".items.type", type, "must be object if parent array's x-kubernetes-list-type is map"));
        }
        if (items.path("nullable").asBoolean()) {
            errors.add(FieldError.forbidden(
                    path + ".items.nullable", "cannot be nullable when x-kubernetes-list-type is map"));
        }
        var seen = new HashSet<String>();
        for (var i = 0; i < keys.size(); i++) {
            var key = keys.get(i).asText();
            if (!seen.add(key)) errors.add(FieldError.duplicate(path + LIST_KEYS + "[" + i + "]", key));
            key(items, key, path, i);
        }
    }

    private void key(JsonNode items, String key, String path, int place) {
        if (!(items.path("properties").get(key) instanceof ObjectNode property)) {
            errors.add(FieldError.invalid(
                    path + LIST_KEYS + "[" + place + "]", key, "entries must all be names of item properties"));
            return;
        }
        var at = path + ".items.properties[" + key + "]";
        var type = property.path("type").asText();
        if (type.equals("array") || type.equals("object")) {
            errors.add(FieldError.invalid(
                    at + ".type", type, "must be a scalar type if parent array's x-kubernetes-list-type is map"));
        }
        var required = new HashSet<String>();
        for (var name : items.path("required")) required.add(name.asText());
        if (!property.has("default") && !required.contains(key)) {
            errors.add(
                    FieldError.required(
                            at + ".default",
                            "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property"));
        }
    }
}
