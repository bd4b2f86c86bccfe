package dev.plimsoll.kinds.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.json.ReadJson;
import dev.plimsoll.codec.json.StrictJson;
import dev.plimsoll.kinds.admission.ReviewVersion;
import dev.plimsoll.objects.TypeMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes sense of what a conversion webhook answered. */
public final class ConversionReply {
    private static final StrictJson JSON = new StrictJson(64 << 20, StrictJson.DEFAULT_DEPTH);

    private final ReviewVersion version;
    private final List<ObjectNode> sent;
    private final String uid;
    private final String apiVersion;

    /**
     * Of a question.
     *
     * @param version in which the webhook was asked
     * @param apiVersion in which the objects are wanted
     */
    public ConversionReply(ReviewVersion version, List<ObjectNode> sent, String uid, String apiVersion) {
        this.version = version;
        this.sent = sent;
        this.uid = uid;
        this.apiVersion = apiVersion;
    }

    public sealed interface Result {
        record Converted(List<ObjectNode> objects) implements Result {}

        record Refused(String why) implements Result {}
    }

    /** The webhook as messages name it: by what it was asked to convert. */
    private String webhook() {
        var first = sent.getFirst();
        return "conversion webhook for " + first.path("apiVersion").asText() + ", Kind="
                + first.path("kind").asText();
    }

    public Result failed(String why) {
        return new Result.Refused(webhook() + " failed: " + why);
    }

    private Result returned(String what) {
        return new Result.Refused(webhook() + " returned " + what);
    }

    public Result read(byte[] body) {
        return switch (JSON.read(body)) {
            case ReadJson.Tree(var root, var _) -> read(root);
            case ReadJson.Malformed(var message) -> failed("couldn't get version/kind; json parse error: " + message);
            case ReadJson.TooLarge(var most) -> failed("the answer has more than " + most + " bytes");
        };
    }

    private Result read(JsonNode root) {
        var kind = TypeMeta.of(root).groupVersionKind();
        var wanted = ConversionReview.apiVersion(version) + ", Kind=ConversionReview";
        var isStrict = version == ReviewVersion.V1;
        if (isStrict && !kind.equals(wanted)) return failed("expected webhook response of " + wanted + ", got " + kind);
        var response = root.path("response");
        if (!response.isObject()) return failed("no response provided");
        var answered = response.path("uid").asText();
        if (isStrict && !answered.equals(uid))
            return failed("expected response.uid=\"" + uid + "\", got \"" + answered + "\"");
        var status = response.path("result").path("status").asText();
        if (!status.equals("Success")) {
            var message = response.path("result").path("message").asText();
            return failed(message.isEmpty() ? "response.result.status was '" + status + "', not 'Success'" : message);
        }
        var objects = response.path("convertedObjects");
        if (objects.size() != sent.size()) {
            return returned(objects.size() + " objects, expected " + sent.size());
        }
        var converted = new ArrayList<ObjectNode>();
        for (var i = 0; i < sent.size(); i++) {
            var given = sent.get(i);
            if (!(objects.get(i) instanceof ObjectNode object)) {
                return returned("invalid converted object at index " + i + ": it is no object");
            }
            var version = object.path("apiVersion").asText();
            if (!version.equals(apiVersion)) {
                return returned("invalid converted object at index " + i + ": invalid groupVersion (expected "
                        + apiVersion + ", received " + version + ")");
            }
            if (!object.path("kind").equals(given.path("kind"))) {
                return returned("invalid converted object at index " + i + ": invalid kind (expected "
                        + given.path("kind").asText() + ", received "
                        + object.path("kind").asText() + ")");
            }
            var wrong = changedIdentity(given.path("metadata"), object.path("metadata"));
            if (wrong.isPresent()) return returned("invalid metadata in object at index " + i + ": " + wrong.get());
            converted.add(restored(given, object));
        }
        return new Result.Converted(converted);
    }

    private static Optional<String> changedIdentity(JsonNode given, JsonNode made) {
        if (!made.isObject()) return Optional.of("missing metadata in converted object");
        for (var field : List.of("name", "namespace", "uid")) {
            var before = given.path(field).asText();
            var after = made.path(field).asText();
            if (before.equals(after)) continue;
            var shown = field.equals("uid") ? "UID" : field;
            return Optional.of("must have the same " + shown + ": " + before + " != " + after);
        }
        return Optional.empty();
    }

    /** Labels and annotations are the webhook's; the rest of the metadata is not its business. */
    private static ObjectNode restored(ObjectNode given, ObjectNode made) {
        var metadata = given.path("metadata") instanceof ObjectNode before ? before.deepCopy() : made.objectNode();
        for (var field : List.of("labels", "annotations")) {
            var value = made.path("metadata").get(field);
            if (value instanceof ObjectNode map && !map.isEmpty()) metadata.set(field, map);
            else metadata.remove(field);
        }
        made.set("metadata", metadata);
        return made;
    }
}
