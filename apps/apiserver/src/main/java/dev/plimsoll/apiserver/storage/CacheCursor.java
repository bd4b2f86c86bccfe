package dev.plimsoll.apiserver.storage;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A place in the chain of a cache. */
final class CacheCursor implements ChangeCursor {
    private final KindCache cache;
    private KindCache.Link link;
    private @Nullable Thread walker;

    CacheCursor(KindCache cache, KindCache.Link link) {
        this.cache = cache;
        this.link = link;
    }

    @Override
    public Optional<StoredChange> next(Duration patience) throws InterruptedException {
        if (walker == null) {
            walker = Thread.currentThread();
            cache.enter(walker);
        }
        var next = cache.next(link, patience);
        if (next == null) return Optional.empty();
        link = next;
        return Optional.ofNullable(KindCache.changeOf(next));
    }

    @Override
    public long revision() {
        return cache.revisionAt(link);
    }

    @Override
    public boolean isEnded() {
        return cache.isEnded(link);
    }

    @Override
    public void close() {
        if (walker != null) cache.leave(walker);
    }
}
