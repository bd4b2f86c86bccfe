package dev.plimsoll.codec.patch;

/** What clients read when a patch is refused. */
final class PatchText {
    static final String INVALID_JSON_PATCH = "invalid JSON patch";
    static final String REJECTED = "the server rejected our request due to an error in our request";
    static final String LIST_OF_LISTS = "lists of lists are not supported";
    static final String PRIMITIVE_LIST = "invalid patch format of primitive list";
    static final String RETAIN_KEYS = "invalid patch format of retainKeys";
    static final String NOT_RETAINED = "patch content doesn't match retainKeys list";
    static final String ELEMENT_ORDER = "invalid patch format of setElementOrder list";
    static final String NOT_STRATEGIC = "strategic merge patch format is not supported";
    static final String LIST_MERGE = "merging lists cannot yet be specified in the patch";

    private PatchText() {}

    static String tooManyOperations(int most, int given) {
        return "The allowed maximum operations in a JSON patch is %d, got %d".formatted(most, given);
    }

    static String unknownDirective(String directive, String where) {
        return "unknown patch type %s in %s".formatted(directive, where);
    }

    static String noMergeKey(String item, String key) {
        return "map: %s does not contain declared merge key: %s".formatted(item, key);
    }

    static String wrongOrder(String patch, String order) {
        return "The order in patch list:\n%s\n doesn't match $setElementOrder list:\n%s\n".formatted(patch, order);
    }
}
