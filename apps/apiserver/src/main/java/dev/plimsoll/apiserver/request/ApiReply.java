package dev.plimsoll.apiserver.request;

import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.streams.DuplexStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What goes back. */
public sealed interface ApiReply {
    int status();

    String contentType();

    Map<String, String> headers();

    List<String> warnings();

    /**
     * A reply that is known when it begins.
     *
     * @param parts what is sent, one after the other
     * @param shown the objects that the parts are
     */
    record Whole(
            int status,
            String contentType,
            List<Part> parts,
            Shown shown,
            Map<String, String> headers,
            List<String> warnings)
            implements ApiReply {
        public Whole {
            parts = List.copyOf(parts);
            headers = Map.copyOf(headers);
            warnings = List.copyOf(warnings);
        }

        public static Whole of(int status, String contentType, byte[] body) {
            return new Whole(status, contentType, List.of(new Part(body)), Shown.OTHER, Map.of(), List.of());
        }

        public Whole withWarnings(List<String> changed) {
            return new Whole(status, contentType, parts, shown, headers, changed);
        }

        public Whole withHeaders(Map<String, String> changed) {
            return new Whole(status, contentType, parts, shown, changed, warnings);
        }

        public Whole showing(Shown changed) {
            return new Whole(status, contentType, parts, changed, headers, warnings);
        }

        /** With one more header. */
        public Whole withHeader(String name, String value) {
            return with(Map.of(name, value));
        }

        /** With more headers. */
        public Whole with(Map<String, String> more) {
            return withHeaders(joined(headers, more));
        }

        public long size() {
            return parts.stream().mapToLong(Part::length).sum();
        }

        /** Bytes that are kept for this reply alone. Those of a list of objects as they are stored belong to the cache. */
        public long held() {
            return shown instanceof Shown.Listed ? 0 : size();
        }
    }

    /** Stored objects that a reply shows as they are: a client in the same process is given them in place of the bytes. */
    sealed interface Shown {
        /** Anything else. */
        Shown OTHER = new Other();

        record Other() implements Shown {}

        record One(StoredObject object) implements Shown {}

        /**
         * A list.
         *
         * @param next the token of the next page; empty at the end
         */
        record Listed(List<StoredObject> objects, long revision, String next) implements Shown {
            public Listed {
                objects = List.copyOf(objects);
            }
        }
    }

    /**
     * Some bytes of a reply. They are shared with the cache and never changed.
     *
     * @param from the first that is sent
     * @param to the first that is not sent any more
     */
    @SuppressWarnings("ArrayRecordComponent") // sent as they are; a copy for each reader would cost more
    record Part(byte[] bytes, int from, int to) {
        public Part(byte[] bytes) {
            this(bytes, 0, bytes.length);
        }

        public int length() {
            return to - from;
        }

        public void writeTo(OutputStream stream) throws IOException {
            stream.write(bytes, from, length());
        }

        private boolean isAll() {
            return length() == bytes.length;
        }

        /** All parts as one. */
        public static byte[] joined(List<Part> parts) {
            if (parts.size() == 1 && parts.getFirst().isAll())
                return parts.getFirst().bytes();
            var joined = new ByteArrayOutputStream(
                    parts.stream().mapToInt(Part::length).sum());
            for (var part : parts) joined.write(part.bytes(), part.from(), part.length());
            return joined.toByteArray();
        }
    }

    private static Map<String, String> joined(Map<String, String> headers, Map<String, String> more) {
        if (headers.isEmpty()) return more;
        var all = new HashMap<>(headers);
        all.putAll(more);
        return all;
    }

    /** A reply that is written while it happens. */
    record Streaming(int status, String contentType, Stream stream, Map<String, String> headers) implements ApiReply {
        public Streaming {
            headers = Map.copyOf(headers);
        }

        public Streaming(String contentType, Stream stream) {
            this(200, contentType, stream, Map.of("Cache-Control", "no-cache, private"));
        }

        /** With more headers. */
        public Streaming with(Map<String, String> more) {
            return new Streaming(status, contentType, stream, joined(headers, more));
        }

        public Streaming withStream(Stream changed) {
            return new Streaming(status, contentType, changed, headers);
        }

        @Override
        public List<String> warnings() {
            return List.of();
        }
    }

    /** The connection changes its protocol (101): from then on bytes go both ways, whatever they mean. */
    record Upgraded(Map<String, String> headers, Session session) implements ApiReply {
        public Upgraded {
            headers = Map.copyOf(headers);
        }

        /** With more headers. */
        public Upgraded with(Map<String, String> more) {
            return new Upgraded(joined(headers, more), session);
        }

        @Override
        public int status() {
            return 101;
        }

        @Override
        public String contentType() {
            return "";
        }

        @Override
        public List<String> warnings() {
            return List.of();
        }
    }

    /** What is done with the bytes of a connection. Runs once, or is abandoned. */
    interface Session {
        /** Returns when it is over, which is also when the client has gone. */
        void run(DuplexStream client);

        /** Gives back what it holds, unless it ran. */
        void abandon();
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

        /** An event about a stored object as it is; a client in the same process is given the object. */
        default void write(ObjectEvent event) throws IOException {
            write(event.frame().get());
        }
    }

    /**
     * An event about a stored object, as a line of JSON.
     *
     * @param frame the line, made when somebody wants it
     */
    record ObjectEvent(String type, StoredObject object, Supplier<byte[]> frame) {}
}
