package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.http.ApiReply;
import dev.plimsoll.apiserver.kinds.Kind;
import dev.plimsoll.apiserver.refusal.Refusal;
import dev.plimsoll.apiserver.refusal.StatusObject;
import dev.plimsoll.apiserver.storage.Candidate;
import dev.plimsoll.apiserver.storage.Change;
import dev.plimsoll.apiserver.storage.ChangeCursor;
import dev.plimsoll.apiserver.storage.EventFrame;
import dev.plimsoll.apiserver.storage.Json;
import dev.plimsoll.apiserver.storage.Registry;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** A list that goes on: what there is, then what changes, as long as the client listens. */
public final class Watching {
    private static final Duration BOOKMARK_EVERY = Duration.ofMinutes(1);
    private static final long SHORTEST_SECONDS = 30 * 60;

    private final Registry registry;
    private final RandomGenerator random;
    private final Function<Kind, Runnable> sent;

    /** Tells {@code sent} of each event of a kind. */
    public Watching(Registry registry, RandomGenerator random, Function<Kind, Runnable> sent) {
        this.sent = sent;
        this.registry = registry;
        this.random = random;
    }

    /** How an object of a watch is shown. */
    public interface Show {
        /** As it is. What is sent of a change is then the same for all who see it so. */
        Show PLAIN = (candidate, _) -> candidate.object().bytes();

        byte[] show(Candidate candidate, boolean first);
    }

    public ApiReply watch(Call call, Show show, String contentType) {
        var selection = Selection.of(call);
        var options = ListOptions.of(call);
        var initial = options.version() <= 0 || options.sendsInitialEvents();
        var seconds = options.timeoutSeconds() > 0
                ? options.timeoutSeconds()
                : SHORTEST_SECONDS + random.nextLong(SHORTEST_SECONDS);
        return new ApiReply.Streaming(contentType, sink -> {
            var stream = new Stream(call, selection, options, show, sink);
            if (initial) stream.fromNow(Duration.ofSeconds(seconds));
            else stream.after(options.version(), Duration.ofSeconds(seconds));
        });
    }

    /** One watcher. */
    private final class Stream {
        private final Call call;
        private final Selection selection;
        private final ListOptions options;
        private final Show show;
        private final ApiReply.Sink sink;
        private final String under;
        private final Runnable counted;
        private boolean first = true;

        Stream(Call call, Selection selection, ListOptions options, Show show, ApiReply.Sink sink) {
            this.call = call;
            this.selection = selection;
            this.options = options;
            this.show = show;
            this.sink = sink;
            this.counted = sent.apply(call.kind());
            this.under = dev.plimsoll.apiserver.storage.ObjectKey.prefix(call.kind(), call.namespace());
        }

        void fromNow(Duration life) throws IOException, InterruptedException {
            Registry.Start start;
            try {
                var wanted = options.version() < 0 ? registry.revision() : options.version();
                start = registry.follow(call.kind(), call.namespace(), wanted);
            } catch (dev.plimsoll.apiserver.refusal.RefusedException e) {
                error(e.refusal());
                return;
            }
            try (var cursor = start.cursor()) {
                for (var candidate : start.initial()) {
                    if (selection.matches(candidate)) event("ADDED", candidate);
                }
                if (options.sendsInitialEvents() && options.bookmarks()) bookmark(start.revision(), true);
                run(cursor, life);
            }
        }

        void after(long revision, Duration life) throws IOException, InterruptedException {
            try (var cursor = registry.after(call.kind(), revision)) {
                run(cursor, life);
                var oldest = Registry.oldest(cursor);
                if (oldest > 0) {
                    error(new Refusal.Expired("too old resource version: " + revision + " (" + (oldest - 1) + ")", ""));
                }
            } catch (dev.plimsoll.apiserver.refusal.RefusedException e) {
                error(e.refusal());
            }
        }

        private void run(ChangeCursor cursor, Duration life) throws IOException, InterruptedException {
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

        private void send(Change change) throws IOException {
            var now = change.now();
            var before = change.before();
            var matches = now != null && selection.matches(now);
            var matched = before != null && selection.matches(before);
            if (matches && now != null) event(matched ? "MODIFIED" : "ADDED", now, change);
            else if (matched && before != null) event("DELETED", before, change);
        }

        private void event(String type, Candidate candidate, Change change) throws IOException {
            if (show.equals(Show.PLAIN)) sink.write(change.frame(type, candidate));
            else event(type, candidate);
        }

        private void event(String type, Candidate candidate) throws IOException {
            frame(type, show.show(candidate, first));
            first = false;
        }

        private void bookmark(long revision, boolean initialEnd) throws IOException {
            var object = JsonNodeFactory.instance.objectNode();
            object.put("kind", call.kind().name());
            object.put("apiVersion", call.kind().apiVersion());
            var metadata = object.putObject("metadata");
            metadata.put("resourceVersion", Long.toString(revision));
            if (initialEnd) metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
            if (call.kind().is("", "Pod")) blankPod(object);
            frame("BOOKMARK", Json.bytes(object));
        }

        /** A pod is never without these, not even where there is no pod: clients have met no other form. */
        private static void blankPod(ObjectNode object) {
            object.putObject("spec").putNull("containers");
            object.putObject("status");
        }

        private void error(Refusal refusal) throws IOException {
            frame("ERROR", Json.bytes(StatusObject.of(refusal)));
        }

        private void frame(String type, byte[] object) throws IOException {
            sink.write(EventFrame.of(type, object));
            counted.run();
        }
    }
}
