package dev.plimsoll.apiserver.inprocess;

import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.client.SharedDocument;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The documents that clients of this process were given last. A stored object keeps its document only as long as somebody holds it; this
 * holds it until the other clients, which hear of the same change a moment later, have had time to ask for it.
 */
public final class RecentDocuments {
    private static final int MOST = 256;

    private final AtomicReferenceArray<@Nullable SharedDocument> documents = new AtomicReferenceArray<>(MOST);
    private final AtomicInteger next = new AtomicInteger();

    SharedDocument of(StoredObject object) {
        var document = object.document();
        documents.setRelease(Math.floorMod(next.getAndIncrement(), MOST), document);
        return document;
    }
}
