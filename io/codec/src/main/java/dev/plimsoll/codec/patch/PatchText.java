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
