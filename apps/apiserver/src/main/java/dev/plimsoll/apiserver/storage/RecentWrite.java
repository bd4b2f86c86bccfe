package dev.plimsoll.apiserver.storage;

import dev.plimsoll.kinds.Kind;
import dev.plimsoll.store.Entry;
import org.jspecify.annotations.Nullable;

/** An object that this server writes: the answer to the write and the cache of its kind share what there is of it. */
final class RecentWrite {
    private final Kind kind;
    private final IndexedObject.@Nullable Seen seen;
    private @Nullable StoredObject object;

    RecentWrite(Kind kind, IndexedObject.@Nullable Seen seen) {
        this.kind = kind;
        this.seen = seen;
    }

    /** What selectors see of it; null if that is to be read when one asks. */
    IndexedObject.@Nullable Seen seen() {
        return seen;
    }

    /** The object under the version that the write got; made by the first who asks. */
    synchronized StoredObject object(Entry entry) {
        var known = object;
        if (known == null || known.revision() != entry.modRevision()) object = known = StoredObject.of(kind, entry);
        return known;
    }
}
