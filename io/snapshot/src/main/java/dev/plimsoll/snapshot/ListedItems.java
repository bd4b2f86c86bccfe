package dev.plimsoll.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Takes what stands in files, in its order. */
interface ListedItems {
    /**
     * An object.
     *
     * @param problems what was found to be wrong with it while it was read
     */
    void object(ObjectNode document, List<String> problems);

    /** The end of a list, and what it says of itself. */
    void list(ObjectNode list);

    /** A value where an object is expected. */
    void stranger(JsonNode value);
}
