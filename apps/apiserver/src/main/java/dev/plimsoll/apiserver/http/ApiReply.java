package dev.plimsoll.apiserver.http;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** What goes back. */
public sealed interface ApiReply {
    int status();

    String contentType();

    Map<String, String> headers();

    List<String> warnings();

    /**
     * A reply that is known when it begins.
     *
     * @param parts bytes to send one after the other; objects are shared with the cache and never changed
     */
    record Whole(int status, String contentType, List<byte[]> parts, Map<String, String> headers, List<String> warnings)
            implements ApiReply {
        public Whole {
            parts = List.copyOf(parts);
            headers = Map.copyOf(headers);
            warnings = List.copyOf(warnings);
        }

        public static Whole of(int status, String contentType, byte[] body) {
            return new Whole(status, contentType, List.of(body), Map.of(), List.of());
        }

        public Whole withWarnings(List<String> changed) {
            return new Whole(status, contentType, parts, headers, changed);
        }

        public Whole withHeaders(Map<String, String> changed) {
            return new Whole(status, contentType, parts, changed, warnings);
        }

        public long size() {
            return parts.stream().mapToLong(part -> part.length).sum();
        }
    }

    /** A reply that is written while it happens. */
    record Streaming(String contentType, Stream stream) implements ApiReply {
        @Override
        public int status() {
            return 200;
        }

        @Override
        public Map<String, String> headers() {
            return Map.of("Cache-Control", "no-cache, private");
        }

        @Override
        public List<String> warnings() {
            return List.of();
        }
    }

    /** Runs once, or is abandoned. */
    interface Stream {
        /** Writes until it is done or the client has gone. The thread is interrupted when the client goes. */
        void run(Sink sink) throws IOException, InterruptedException;

        /** Gives back what it holds, unless it ran. */
        default void abandon() {}
    }

    /** Where a stream writes. Each write is sent at once. */
    interface Sink {
        void write(byte[] bytes) throws IOException;
    }
}
