package dev.plimsoll.apiserver.request;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.storage.StoredJson;
import dev.plimsoll.codec.protobuf.ProtobufWriter;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.StatusObject;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Replies that are one document: an object that is not stored, a list of resources, the Status of a refusal. */
public final class DocumentReply {
    private DocumentReply() {}

    /** A document on its own, such as a Status. What has no protobuf message is sent as JSON. */
    public static ApiReply.Whole of(int status, Encoding encoding, ObjectNode tree) {
        return switch (encoding) {
            case JSON -> ApiReply.Whole.of(status, encoding.mediaType(), StoredJson.bytes(tree));
            case YAML -> ApiReply.Whole.of(status, encoding.mediaType(), YamlWriter.bytes(tree));
            case PROTOBUF ->
                ProtobufWriter.body(tree)
                        .map(body -> ApiReply.Whole.of(status, encoding.mediaType(), body))
                        .orElseGet(() -> of(status, Encoding.JSON, tree));
        };
    }

    public static ApiReply.Whole refused(Refusal refusal, Encoding encoding) {
        if (refusal instanceof Refusal.NoPath) {
            return ApiReply.Whole.of(
                    404, "text/plain; charset=utf-8", "404 page not found\n".getBytes(StandardCharsets.UTF_8));
        }
        var status = StatusObject.of(refusal);
        var reply = of(StatusObject.code(status), encoding, status);
        return switch (refusal) {
            case Refusal.TooManyRequests(var _, var seconds, var _)
            when seconds > 0 -> reply.withHeaders(Map.of("Retry-After", Integer.toString(seconds)));
            case Refusal.Unavailable _ -> reply.withHeaders(Map.of("Retry-After", "1"));
            default -> reply;
        };
    }
}
