package dev.plimsoll.apiserver.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.protobuf.ProtobufReader;
import dev.plimsoll.codec.protobuf.ProtobufWriter;
import dev.plimsoll.objects.TypeMeta;
import java.nio.charset.StandardCharsets;

/** How the events of a watch are sent: as lines of JSON, or as frames of protobuf with their length in front. */
public enum EventFormat {
    JSON("application/json") {
        @Override
        public byte[] frame(String type, IndexedObject object) {
            return line(type, object.object().bytes());
        }

        @Override
        public byte[] frame(String type, ObjectNode document) {
            return line(type, StoredJson.bytes(document));
        }
    },
    PROTOBUF(ProtobufReader.MEDIA_TYPE + ";stream=watch") {
        @Override
        public byte[] frame(String type, IndexedObject object) {
            var kind = object.object().kind();
            return ProtobufWriter.watchFrame(
                    type, ProtobufWriter.enveloped(kind.apiVersion(), kind.name(), object.message()));
        }

        @Override
        public byte[] frame(String type, ObjectNode document) {
            var body = ProtobufWriter.body(document)
                    .orElseThrow(() -> new IllegalStateException(
                            "no message for " + TypeMeta.of(document).kind()));
            return ProtobufWriter.watchFrame(type, body);
        }
    };

    /** Bytes of the length in front of a protobuf frame. */
    public static final int LENGTH_BYTES = Integer.BYTES;

    private static final byte[] END = "}\n".getBytes(StandardCharsets.US_ASCII);

    private final String contentType;

    EventFormat(String contentType) {
        this.contentType = contentType;
    }

    public String contentType() {
        return contentType;
    }

    /** An event about an object as it is. */
    public abstract byte[] frame(String type, IndexedObject object);

    /** An event about anything else: a bookmark, an error, something made of an object. */
    public abstract byte[] frame(String type, ObjectNode document);

    private static byte[] line(String type, byte[] object) {
        var head = ("{\"type\":\"" + type + "\",\"object\":").getBytes(StandardCharsets.US_ASCII);
        var frame = new byte[head.length + object.length + END.length];
        System.arraycopy(head, 0, frame, 0, head.length);
        System.arraycopy(object, 0, frame, head.length, object.length);
        System.arraycopy(END, 0, frame, head.length + object.length, END.length);
        return frame;
    }
}
