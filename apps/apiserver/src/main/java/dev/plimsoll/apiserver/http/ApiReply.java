package dev.plimsoll.apiserver.http;

import java.io.IOException;
import java.util.HashMap;
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

        /** With one more header. */
        public Whole withHeader(String name, String value) {
            return withHeaders(with(headers, name, value));
        }

        public long size() {
            return parts.stream().mapToLong(part -> part.length).sum();
        }
    }

    private static Map<String, String> with(Map<String, String> headers, String name, String value) {
        var all = new HashMap<>(headers);
        all.put(name, value);
        return all;
    }

    /** A reply that is written while it happens. */
    record Streaming(String contentType, Stream stream, Map<String, String> headers) implements ApiReply {
        public Streaming {
            headers = Map.copyOf(headers);
        }

        public Streaming(String contentType, Stream stream) {
            this(contentType, stream, Map.of("Cache-Control", "no-cache, private"));
        }

        /** With one more header. */
        public Streaming withHeader(String name, String value) {
            return new Streaming(contentType, stream, with(headers, name, value));
        }

        @Override
        public int status() {
            return 200;
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
