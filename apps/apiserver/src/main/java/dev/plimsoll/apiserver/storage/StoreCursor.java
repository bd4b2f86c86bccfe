package dev.plimsoll.apiserver.storage;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.store.Delivery;
import dev.plimsoll.store.StoreEvent;
import dev.plimsoll.store.Watch;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A place in the store's own history, for watches that begin before the cache does. */
final class StoreCursor implements ChangeCursor {
    private final Kind kind;
    private final Watch watch;
    private final Function<JsonNode, Map<String, String>> fields;
    private final Deque<StoreEvent> waiting = new ArrayDeque<>();
    private long through;
    private long oldest;
    private boolean ended;

    StoreCursor(Kind kind, Watch watch, long after, Function<JsonNode, Map<String, String>> fields) {
        this.kind = kind;
        this.watch = watch;
        this.through = after;
        this.fields = fields;
    }

    @Override
    public Optional<StoredChange> next(Duration patience) throws InterruptedException {
        if (waiting.isEmpty() && !ended) {
            switch (watch.next(patience)) {
                case Delivery.Events(var events, var upTo) -> {
                    waiting.addAll(events);
                    through = upTo;
                }
                case Delivery.Progress(var upTo) -> through = Math.max(through, upTo);
                case Delivery.Compacted(var first) -> {
                    oldest = first;
                    ended = true;
                }
                case Delivery.Closed _ -> ended = true;
            }
        }
        var event = waiting.poll();
        return event == null ? Optional.empty() : Optional.of(change(event));
    }

    private StoredChange change(StoreEvent event) {
        return switch (event) {
            case StoreEvent.Created(var entry) ->
                new StoredChange(entry.modRevision(), IndexedObject.of(StoredObject.of(kind, entry), fields), null);
            case StoreEvent.Replaced(var entry, var previous) ->
                new StoredChange(
                        entry.modRevision(),
                        IndexedObject.of(StoredObject.of(kind, entry), fields),
                        IndexedObject.of(StoredObject.of(kind, previous, entry.modRevision()), fields));
            case StoreEvent.Deleted(var previous, var at) ->
                new StoredChange(at, null, IndexedObject.of(StoredObject.of(kind, previous, at), fields));
        };
    }

    /** The oldest revision that can still be watched, if this one was too old; otherwise 0. */
    long oldest() {
        return oldest;
    }

    @Override
    public long revision() {
        return waiting.isEmpty() ? through : waiting.getFirst().revision() - 1;
    }

    @Override
    public boolean isEnded() {
        return ended && waiting.isEmpty();
    }

    @Override
    public void close() {
        watch.close();
    }
}
