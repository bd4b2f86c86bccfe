package dev.plimsoll.kinds.documents;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.model.Pod;
import org.jspecify.annotations.Nullable;

/**
 * The pod of one write as the core sees it, before and after. Each is read when somebody first asks, and shared by all steps of the write:
 * decoding, admission, strategy, quota and the guard of nodes. Whoever changes the document in a way that the core can see says so.
 */
public final class PodChange {
    private final ObjectNode nextDocument;
    private final @Nullable ObjectNode storedDocument;
    private @Nullable Pod next;
    private @Nullable Pod stored;

    /**
     * A write of which nothing has been read.
     *
     * @param stored null for a new object
     */
    public PodChange(ObjectNode next, @Nullable ObjectNode stored) {
        this(next, stored, null);
    }

    /** The same, where decoding has read what was sent. */
    public PodChange(ObjectNode next, @Nullable ObjectNode stored, @Nullable Pod read) {
        this.nextDocument = next;
        this.storedDocument = stored;
        this.next = read;
    }

    /** The document that is to be stored. */
    public ObjectNode nextDocument() {
        return nextDocument;
    }

    /** The document that is stored; null for a new object. */
    public @Nullable ObjectNode storedDocument() {
        return storedDocument;
    }

    /** As it is to be stored. */
    public Pod next() {
        var known = next;
        if (known == null) next = known = Views.pod(nextDocument);
        return known;
    }

    /** As it is stored; of a pod that is not new. */
    public Pod stored() {
        var known = stored;
        if (known == null) {
            if (storedDocument == null) throw new IllegalStateException("a new pod has no stored one");
            stored = known = Views.pod(storedDocument);
        }
        return known;
    }

    /** What was read of the next pod is no longer so. */
    public void changed() {
        next = null;
    }

    /** The document of the next pod was changed, and reads like this now. */
    public void changedTo(Pod view) {
        next = view;
    }
}
