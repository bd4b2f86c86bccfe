package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.apiserver.storage.ChangeCursor;
import dev.plimsoll.apiserver.storage.EventFormat;
import dev.plimsoll.apiserver.storage.IndexedObject;
import dev.plimsoll.apiserver.storage.ObjectKey;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.storage.StoredChange;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.list.BookmarkObject;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.kinds.refusal.StatusObject;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A list that goes on: what there is, then what changes, as long as the client listens. */
public final class WatchHandler {
    private static final Duration BOOKMARK_EVERY = Duration.ofMinutes(1);
    private static final long SHORTEST_SECONDS = 30 * 60;

    private final Registry registry;
    private final RandomGenerator random;
    private final Function<Kind, Runnable> sent;

    /** Tells {@code sent} of each event of a kind. */
    public WatchHandler(Registry registry, RandomGenerator random, Function<Kind, Runnable> sent) {
        this.sent = sent;
        this.registry = registry;
        this.random = random;
    }

    /** What a watch shows of an object in place of the object itself. */
    public interface Shape {
        ObjectNode of(IndexedObject object, boolean first);
    }

    /**
     * How the objects of a watch are shown.
     *
     * @param shapeOrNull null for objects as they are: what is sent of a change is then the same for all who see it so
     */
    public record Show(EventFormat format, @Nullable Shape shapeOrNull) {}

    public ApiReply watch(Call call, Show show) {
        var selection = ListSelection.of(call);
        var options = ListOptions.of(call);
        var seconds = options.timeoutSeconds() > 0
                ? options.timeoutSeconds()
                : SHORTEST_SECONDS + random.nextLong(SHORTEST_SECONDS);
        // Where it begins is settled before the response is: what is written after that is a change.
        var stream = new Stream(call, selection, options, show, Duration.ofSeconds(seconds));
        return new ApiReply.Streaming(show.format().contentType(), stream);
    }

    /** Where a watch begins, or why it cannot. */
    private sealed interface Beginning {
        record Everything(Registry.Start start) implements Beginning {}

        record Changes(ChangeCursor cursor) implements Beginning {}

        record Impossible(Refusal refusal) implements Beginning {}
    }

    private Beginning beginning(Call call, ListOptions options) {
        var kind = call.kind();
        try {
            if (options.version() > 0 && !options.sendsInitialEvents())
                return new Beginning.Changes(registry.after(kind, options.version()));
            var wanted = options.version() < 0 ? registry.revision() : options.version();
            return new Beginning.Everything(registry.follow(kind, call.namespace(), wanted));
        } catch (RefusedException e) {
            return new Beginning.Impossible(e.refusal());
        }
    }

    /** One watcher. */
    private final class Stream implements ApiReply.Stream {
        private final Call call;
        private final ListSelection selection;
        private final ListOptions options;
        private final Show show;
        private final Duration life;
        private final Beginning beginning;
        private final String under;
        private final Runnable counted;
        private ApiReply.@Nullable Sink sinkOrNull;
        private boolean first = true;

        Stream(Call call, ListSelection selection, ListOptions options, Show show, Duration life) {
            this.call = call;
            this.selection = selection;
            this.options = options;
            this.show = show;
            this.life = life;
            this.counted = sent.apply(call.kind());
            this.under = ObjectKey.prefix(call.kind(), call.namespace());
            this.beginning = beginning(call, options);
        }

        @Override
        public void run(ApiReply.Sink sink) throws IOException, InterruptedException {
            sinkOrNull = sink;
            switch (beginning) {
                case Beginning.Everything(var start) -> {
                    try (var cursor = start.cursor()) {
                        StoredObject.translate(
                                call.kind(),
                                start.initial().stream()
                                        .map(IndexedObject::object)
                                        .toList());
                        for (var candidate : start.initial()) {
                            if (selection.matches(candidate)) event("ADDED", candidate);
                        }
                        if (options.sendsInitialEvents() && options.bookmarks()) bookmark(start.revision(), true);
                        run(cursor);
                    } catch (RefusedException e) {
                        error(e.refusal());
                    }
                }
                case Beginning.Changes(var changes) -> {
                    try (var cursor = changes) {
                        run(cursor);
                        var oldest = Registry.oldest(cursor);
                        if (oldest > 0)
                            error(new Refusal.Expired(
                                    "too old resource version: " + options.version() + " (" + (oldest - 1) + ")", ""));
                    } catch (RefusedException e) {
                        error(e.refusal());
                    }
                }
                case Beginning.Impossible(var refusal) -> error(refusal);
            }
        }

        @Override
        public void abandon() {
            switch (beginning) {
                case Beginning.Everything(var start) -> start.cursor().close();
                case Beginning.Changes(var cursor) -> cursor.close();
                case Beginning.Impossible _ -> {}
            }
        }

        private void run(ChangeCursor cursor) throws IOException, InterruptedException {
            var end = System.nanoTime() + life.toNanos();
            var nextBookmark = System.nanoTime() + BOOKMARK_EVERY.toNanos();
            while (!cursor.isEnded()) {
                var now = System.nanoTime();
                if (now >= end) {
                    if (options.bookmarks()) bookmark(cursor.revision(), false);
                    return;
                }
                if (now >= nextBookmark) {
                    if (options.bookmarks()) bookmark(cursor.revision(), false);
                    nextBookmark = now + BOOKMARK_EVERY.toNanos();
                }
                var patience =
                        Duration.ofNanos(Math.min(end, nextBookmark) - now).plusMillis(1);
                var change = cursor.next(patience);
                if (change.isPresent() && change.get().key().startsWith(under)) send(change.get());
            }
        }

        private void send(StoredChange change) throws IOException {
            var now = change.now();
            var before = change.before();
            var matches = now != null && selection.matches(now);
            var matched = before != null && selection.matches(before);
            if (matches && now != null) event(matched ? "MODIFIED" : "ADDED", now, change);
            else if (matched && before != null) event("DELETED", before, change);
        }

        private void event(String type, IndexedObject candidate, StoredChange change) throws IOException {
            if (show.shapeOrNull() == null) write(type, candidate, () -> change.frame(show.format(), type, candidate));
            else event(type, candidate);
        }

        private void event(String type, IndexedObject candidate) throws IOException {
            var shape = show.shapeOrNull();
            if (shape == null) write(type, candidate, () -> show.format().frame(type, candidate));
            else write(show.format().frame(type, shape.of(candidate, first)));
            first = false;
        }

        /** An object as it is. */
        private void write(String type, IndexedObject candidate, Supplier<byte[]> frame) throws IOException {
            if (show.format() != EventFormat.JSON) {
                write(frame.get());
                return;
            }
            candidate.object().translate(); // one that cannot be translated ends the watch here, not in its reader
            Objects.requireNonNull(sinkOrNull).write(new ApiReply.ObjectEvent(type, candidate.object(), frame));
            counted.run();
        }

        private void bookmark(long revision, boolean initialEnd) throws IOException {
            var bookmark = initialEnd
                    ? BookmarkObject.afterInitialEvents(call.kind(), revision)
                    : BookmarkObject.of(call.kind(), revision);
            write(show.format().frame("BOOKMARK", bookmark));
        }

        private void error(Refusal refusal) throws IOException {
            write(show.format().frame("ERROR", StatusObject.of(refusal)));
        }

        private void write(byte[] frame) throws IOException {
            Objects.requireNonNull(sinkOrNull).write(frame);
            counted.run();
        }
    }
}
