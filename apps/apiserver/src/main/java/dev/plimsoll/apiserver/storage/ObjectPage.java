package dev.plimsoll.apiserver.storage;

import dev.plimsoll.store.RangeResult;
import java.util.List;

/** Objects of a page at an exact revision, or why there is none. */
public sealed interface ObjectPage {
    /**
     * The objects.
     *
     * @param remaining how many more there are, at that revision, after the last of these
     */
    record Found(List<IndexedObject> objects, long remaining) implements ObjectPage {
        public Found {
            objects = List.copyOf(objects);
        }
    }

    /**
     * None.
     *
     * @param why never a page
     */
    record Missing(RangeResult why) implements ObjectPage {}
}
