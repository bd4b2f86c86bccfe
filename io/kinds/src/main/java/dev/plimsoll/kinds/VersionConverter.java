package dev.plimsoll.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** How objects of a kind are shown that are stored in another form: as another version of the kind, or without its defaults. */
public interface VersionConverter {
    /** Makes of a stored object what clients of this version see; changes it. */
    void show(ObjectNode stored);

    /** What is stored of an object of this version. The object is not changed; the two may share their parts. */
    ObjectNode store(ObjectNode shown);

    /** Whether a program outside the server is asked: that takes time, and may fail with a {@code RefusedException}. */
    default boolean isRemote() {
        return false;
    }

    /** Makes of many stored objects what clients of this version see; changes them. */
    default void showAll(List<ObjectNode> stored) {
        stored.forEach(this::show);
    }
}
