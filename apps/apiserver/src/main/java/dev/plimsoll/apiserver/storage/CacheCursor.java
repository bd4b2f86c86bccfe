package dev.plimsoll.apiserver.storage;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A place in the chain of a cache. */
final class CacheCursor implements ChangeCursor {
    private final KindCache cache;
    private final ChangeChain chain;
    /** What the watcher knows already, even from a server whose cache is ahead of this one. */
    private final long known;

    private ChangeChain.Link link;
    private @Nullable Thread walker;

    CacheCursor(KindCache cache, ChangeChain chain, ChangeChain.Link link, long known) {
        this.cache = cache;
        this.chain = chain;
        this.link = link;
        this.known = known;
    }

    @Override
    public Optional<StoredChange> next(Duration patience) throws InterruptedException {
        if (walker == null) {
            walker = Thread.currentThread();
            chain.enter(walker);
        }
        var next = chain.next(link, patience);
        if (next == null) return Optional.empty();
        link = next;
        return next.revision() <= known ? Optional.empty() : Optional.ofNullable(next.change());
    }

    @Override
    public long revision() {
        return Math.max(known, cache.revisionAt(link));
    }

    @Override
    public boolean isEnded() {
        return chain.isEnded(link);
    }

    @Override
    public void close() {
        if (walker != null) chain.leave(walker);
    }
}
