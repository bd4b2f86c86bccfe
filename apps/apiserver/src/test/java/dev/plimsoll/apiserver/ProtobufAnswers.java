package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.CodedInputStream;
import dev.plimsoll.codec.protobuf.ProtobufReader;
import dev.plimsoll.codec.protobuf.ReadMessage;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Answers in protobuf, as the documents that a client with JSON gets. */
final class ProtobufAnswers {
    private static final JsonMapper MAPPER = new JsonMapper();

    private ProtobufAnswers() {}

    static JsonNode json(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (IOException e) {
            throw new IllegalStateException(text, e);
        }
    }

    static ObjectNode read(byte[] body) {
        return switch (ProtobufReader.read(body)) {
            // As text and back: a number is a number, however wide.
            case ReadMessage.Document(var object) -> (ObjectNode) json(object.toString());
            case ReadMessage other -> throw new AssertionError(other.toString());
        };
    }

    /**
     * The events of a watch in protobuf: its frames begin with their length.
     *
     * @param others media types that the client takes besides
     */
    static List<ObjectNode> events(TestServer server, String path, String others)
            throws IOException, InterruptedException {
        var stream = ProtobufReader.MEDIA_TYPE + ";stream=watch";
        var opened = server.opened(path, stream + "," + others);
        assertThat(opened.headers().firstValue("Content-Type")).hasValue(stream);
        var events = new ArrayList<ObjectNode>();
        try (var frames = new DataInputStream(opened.body())) {
            for (var first = frames.read(); first >= 0; first = frames.read()) {
                var length = first << 24 | frames.readUnsignedByte() << 16 | frames.readUnsignedShort();
                events.add(event(frames.readNBytes(length)));
            }
        }
        return events;
    }

    /** {1 type, 2 object {1 raw}}, read by Google's library: not by what wrote it. */
    private static ObjectNode event(byte[] message) throws IOException {
        var input = CodedInputStream.newInstance(message);
        assertThat(input.readTag()).isEqualTo(1 << 3 | 2);
        var event = MAPPER.createObjectNode().put("type", input.readString());
        assertThat(input.readTag()).isEqualTo(2 << 3 | 2);
        var object = CodedInputStream.newInstance(input.readByteArray());
        assertThat(object.readTag()).isEqualTo(1 << 3 | 2);
        event.set("object", read(object.readByteArray()));
        assertThat(input.isAtEnd()).isTrue();
        return event;
    }
}
