package dev.plimsoll.apiserver.storage;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A place in the chain of a cache. */
final class CacheCursor implements ChangeCursor {
    private final KindCache cache;
    /** What the watcher knows already, be it from a server whose cache is ahead of this one. */
    private final long known;

    private KindCache.Link link;
    private @Nullable Thread walker;

    CacheCursor(KindCache cache, KindCache.Link link, long known) {
        this.cache = cache;
        this.link = link;
        this.known = known;
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
        return next.revision() <= known ? Optional.empty() : Optional.ofNullable(KindCache.changeOf(next));
    }

    @Override
    public long revision() {
        return Math.max(known, cache.revisionAt(link));
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
