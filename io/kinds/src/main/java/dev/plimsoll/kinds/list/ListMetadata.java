package dev.plimsoll.kinds.list;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The metadata of a list or table. */
public final class ListMetadata {
    private static final String RESOURCE_VERSION = "resourceVersion";

    private ListMetadata() {}

    /** Of a whole list at a revision of the store. */
    public static ObjectNode of(long revision) {
        return JsonNodeFactory.instance.objectNode().put(RESOURCE_VERSION, Long.toString(revision));
    }

    /**
     * Of one page.
     *
     * @param revision 0 for objects that are not stored
     * @param continueToken empty on the last page
     * @param remaining how many objects are left; negative if that is not told
     */
    public static ObjectNode ofPage(long revision, String continueToken, long remaining) {
        var metadata = revision == 0 ? JsonNodeFactory.instance.objectNode() : of(revision);
        if (!continueToken.isEmpty()) metadata.put("continue", continueToken);
        if (remaining >= 0) metadata.put("remainingItemCount", remaining);
        return metadata;
    }

    /** Of a table that shows one object. */
    public static ObjectNode ofObject(JsonNode object) {
        var metadata = JsonNodeFactory.instance.objectNode();
        var version = object.path("metadata").path(RESOURCE_VERSION);
        if (!version.isMissingNode()) metadata.set(RESOURCE_VERSION, version);
        return metadata;
    }
}
