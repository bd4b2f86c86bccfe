package dev.plimsoll.apiserver.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.json.ReadJson;
import dev.plimsoll.codec.json.StrictJson;
import dev.plimsoll.codec.json.Trail;
import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.ManifestLoader;
import dev.plimsoll.codec.manifest.problem.ManifestProblem;
import dev.plimsoll.codec.manifest.yaml.ManifestLimits;
import dev.plimsoll.codec.protobuf.ProtobufReader;
import dev.plimsoll.codec.protobuf.ReadMessage;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** The body of a request as a tree, whatever it is written in. */
public final class BodyReader {
    private static final int MOST_SHOWN = 1024;
    private static final Set<String> JSON_TYPES = Set.of("", "application/json", "*/*");
    /** Bodies are bounded before they come here. */
    private static final StrictJson JSON = new StrictJson(Integer.MAX_VALUE, StrictJson.DEFAULT_DEPTH);

    private BodyReader() {}

    /** An object as it was sent, and where it has a name twice. */
    public record Sent(ObjectNode object, List<Trail> duplicates) {
        public Sent {
            duplicates = List.copyOf(duplicates);
        }
    }

    /** All bytes of the body, or a refusal if there are too many. */
    public static byte[] bytes(ApiRequest request) {
        try {
            var most = request.body().most();
            if (request.body().length() > most) throw tooLarge(most);
            var bytes = request.body().read();
            if (bytes.length <= most) return bytes;
            throw tooLarge(most);
        } catch (IOException _) {
            throw new RefusedException(new Refusal.BadRequest("unexpected EOF"));
        }
    }

    private static RefusedException tooLarge(int most) {
        return new RefusedException(new Refusal.TooLarge(new ReadJson.TooLarge(most).message()));
    }

    /** An object of a kind, from the types that POST and PUT take. */
    public static Sent object(ApiRequest request, String kind) {
        return object(request.mediaType(), bytes(request), kind);
    }

    /**
     * The same.
     *
     * @param hasMessage whether the kind can be sent as protobuf: those of definitions cannot
     */
    public static Sent object(ApiRequest request, String kind, boolean hasMessage) {
        if (!hasMessage && request.mediaType().equals(ProtobufReader.MEDIA_TYPE)) {
            throw new RefusedException(new Refusal.UnsupportedMediaType(false));
        }
        return object(request, kind);
    }

    /** The same from bytes that were read already. */
    public static Sent object(String mediaType, byte[] bytes, String kind) {
        if (mediaType.equals("application/yaml")) return new Sent(yaml(bytes, kind), List.of());
        if (mediaType.equals(ProtobufReader.MEDIA_TYPE)) return new Sent(message(bytes, kind), List.of());
        if (!JSON_TYPES.contains(mediaType)) throw new RefusedException(new Refusal.UnsupportedMediaType(false));
        return switch (JSON.read(bytes)) {
            case ReadJson.Tree(var root, var duplicates)
            when root instanceof ObjectNode object -> new Sent(object, duplicates);
            case ReadJson.Tree _ ->
                throw unrecognized(bytes, kind, "json: cannot unmarshal array into Go value of type struct");
            case ReadJson.Malformed(var message) -> throw unrecognized(bytes, kind, message);
            case ReadJson.TooLarge large -> throw new RefusedException(new Refusal.TooLarge(large.message()));
        };
    }

    private static ObjectNode message(byte[] bytes, String kind) {
        return switch (ProtobufReader.read(bytes)) {
            case ReadMessage.Document(var object) -> object;
            case ReadMessage.UnknownKind _ -> throw new RefusedException(new Refusal.UnsupportedMediaType(false));
            case ReadMessage.Malformed(var message) ->
                throw new RefusedException(new Refusal.BadRequest(
                        "the object provided is unrecognized (must be of type " + kind + "): " + message));
        };
    }

    private static RefusedException unrecognized(byte[] bytes, String kind, String why) {
        var text = new String(bytes, StandardCharsets.UTF_8);
        var shown = text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) : text;
        return new RefusedException(new Refusal.BadRequest("the object provided is unrecognized (must be of type "
                + kind + "): couldn't get version/kind; json parse error: " + why + " (" + shown + ")"));
    }

    /** An object that is written in YAML, or in JSON, which is YAML too. */
    public static ObjectNode yaml(byte[] bytes, String kind) {
        var text = new String(bytes, StandardCharsets.UTF_8);
        return switch (new ManifestLoader(yamlLimits(bytes.length)).read("body", text)) {
            case Loaded.Documents(var manifests) -> manifests.getFirst().document();
            case Loaded.Unreadable(ManifestProblem.DuplicateKey(var _, var position, var key, var _)) ->
                throw new RefusedException(new Refusal.BadRequest(
                        "error decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n  line "
                                + position.line() + ": key \"" + key + "\" already set in map"));
            case Loaded.Unreadable unreadable ->
                throw new RefusedException(new Refusal.BadRequest(
                        "the object provided is unrecognized (must be of type " + kind + "): " + unreadable.line()));
        };
    }

    /** A body is bounded already; what reading YAML keeps of each value is larger than the value. */
    private static ManifestLimits yamlLimits(int bytes) {
        return new ManifestLimits(Math.max(bytes, 3 << 20), 100, 10, 300_000, 100_000);
    }

    /** A patch, which need not be an object. */
    public static JsonNode patch(byte[] bytes) {
        return switch (JSON.read(bytes)) {
            case ReadJson.Tree(var root, var _) -> root;
            case ReadJson.Malformed(var message) ->
                throw new RefusedException(new Refusal.BadRequest("error decoding patch: " + message));
            case ReadJson.TooLarge large -> throw new RefusedException(new Refusal.TooLarge(large.message()));
        };
    }
}
