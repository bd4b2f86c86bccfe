package dev.plimsoll.codec.patch;

import com.fasterxml.jackson.databind.JsonNode;

/** What clients read when a patch is refused. */
final class PatchText {
    static final String REJECTED = "the server rejected our request due to an error in our request";
    static final String LIST_OF_LISTS = "lists of lists are not supported";
    static final String PRIMITIVE_LIST = "invalid patch format of primitive list";
    static final String RETAIN_KEYS = "invalid patch format of retainKeys";
    static final String ELEMENT_ORDER = "invalid patch format of setElementOrder list";
    static final String NOT_STRATEGIC = "strategic merge patch format is not supported";
    static final String NO_ELEMENTS = "no elements in any of the given slices";
    static final String LIST_MERGE = "merging lists cannot yet be specified in the patch";

    static final String TOO_MUCH_WORK =
            "Request entity too large: the patch moves or merges too many list entries; send it in smaller parts";

    private PatchText() {}

    static String tooManyOperations(int most, int given) {
        return "Request entity too large: The allowed maximum operations in a JSON patch is %d, got %d"
                .formatted(most, given);
    }

    static String copiedTooMuch(long copied, long most) {
        return "Unable to complete the copy, the accumulated size increase of copy is %d, exceeding the limit %d"
                .formatted(copied, most);
    }

    static String tooDeep(int most) {
        return "the patched object would be nested deeper than " + most + " levels";
    }

    static String unknownDirective(JsonNode map) {
        return "unknown patch type: %s in map: %s"
                .formatted(map.path(Directive.PATCH).asText(), GoText.of(map));
    }

    static String noMergeKey(JsonNode item, String key) {
        return "map: %s does not contain declared merge key: %s".formatted(GoText.of(item), key);
    }

    static String wrongOrder(JsonNode patch, JsonNode order) {
        return "The order in patch list:\n%s\n doesn't match $setElementOrder list:\n%s\n"
                .formatted(GoText.of(patch), GoText.of(order));
    }

    static String mixedList(JsonNode stored, JsonNode patch) {
        return "list element types are not identical: [%s %s]".formatted(GoText.of(stored), GoText.of(patch));
    }

    static String notAList(JsonNode value) {
        return "expected a []interface {}, but received a " + goType(value);
    }

    static String notAMapButA(JsonNode value) {
        return "expected a map[string]interface {}, but received a " + goType(value);
    }

    static String noSuchField(String struct, String name) {
        return "unable to find api field in struct %s for the json field \"%s\""
                .formatted(struct.substring(struct.lastIndexOf('.') + 1), name);
    }

    static String notAMap(JsonNode value) {
        return cannotRead(value, "map[string]interface {}");
    }

    static String notOperations(JsonNode value) {
        return "error decoding patch: " + cannotRead(value, "[]handlers.jsonPatchOp");
    }

    static String notAnOperation(JsonNode value) {
        return "error decoding patch: " + cannotRead(value, "handlers.jsonPatchOp");
    }

    private static String cannotRead(JsonNode value, String type) {
        var found = value.isTextual()
                ? "string"
                : value.isBoolean() ? "bool" : value.isNumber() ? "number" : value.isArray() ? "array" : "object";
        return "json: cannot unmarshal " + found + " into Go value of type " + type;
    }

    private static String goType(JsonNode value) {
        if (value.isTextual()) return "string";
        if (value.isBoolean()) return "bool";
        if (value.isNumber()) return value.isIntegralNumber() ? "int64" : "float64";
        return value.isObject() ? "map[string]interface {}" : "%!s(<nil>)";
    }
}
