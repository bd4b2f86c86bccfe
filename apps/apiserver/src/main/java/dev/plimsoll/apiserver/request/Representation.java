package dev.plimsoll.apiserver.request;

import dev.plimsoll.codec.protobuf.ProtobufReader;
import dev.plimsoll.codec.protobuf.ProtobufWriter;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** How a client wants to see objects. */
public record Representation(Form form, Encoding encoding, String discovery) {
    /** What is made of an object. */
    public enum Form {
        OBJECT,
        TABLE,
        PARTIAL
    }

    /** What clients get that do not say what they accept. */
    public static final Representation JSON = new Representation(Form.OBJECT, Encoding.JSON, "");

    public static final String DISCOVERY_TYPE = "application/json;g=apidiscovery.k8s.io;v=%s;as=APIGroupDiscoveryList";

    /** Of a document of the server itself. */
    public static Representation of(ApiRequest request) {
        return of(request, Offer.EVERYTHING);
    }

    /**
     * What there is of a kind beside JSON.
     *
     * @param messages whether there are protobuf messages of it; asked only for clients that want one
     * @param tables whether its objects can be rows
     */
    private record Offer(BooleanSupplier messages, boolean tables) {
        static final Offer EVERYTHING = new Offer(() -> true, true);
    }

    /**
     * Of objects of a kind. Custom resources have no protobuf message, but their scale has; what is not stored, such as a review,
     * is never a row.
     */
    public static Representation of(ApiRequest request, Kind kind, String subresource) {
        var offer = new Offer(
                () -> subresource.equals("scale") || ProtobufWriter.knows(kind.apiVersion(), kind.name()),
                kind.isStored());
        return of(request, offer);
    }

    /** Of a Status, or of a list of resources: JSON where the client accepts nothing that the server has. */
    public static Encoding ofStatus(ApiRequest request) {
        for (var range : MediaRange.parse(request.header("accept"))) {
            var found = first(range, Offer.EVERYTHING);
            if (found.isPresent()) return found.get().encoding();
        }
        return Encoding.JSON;
    }

    /** The first of what the client accepts that the server has. */
    private static Representation of(ApiRequest request, Offer offer) {
        var accept = request.header("accept");
        if (accept.isBlank()) return JSON;
        for (var range : MediaRange.parse(accept)) {
            var found = first(range, offer);
            if (found.isPresent()) return found.get();
        }
        throw new RefusedException(new Refusal.NotAcceptable());
    }

    private static Optional<Representation> first(MediaRange range, Offer offer) {
        var as = range.parameter("as");
        return switch (range.type()) {
            case "application/yaml" -> as.isEmpty() ? some(Form.OBJECT, Encoding.YAML) : Optional.empty();
            case ProtobufReader.MEDIA_TYPE ->
                switch (as) {
                    case "" ->
                        offer.messages().getAsBoolean() ? some(Form.OBJECT, Encoding.PROTOBUF) : Optional.empty();
                    case "PartialObjectMetadata", "PartialObjectMetadataList" ->
                        isMeta(range) ? some(Form.PARTIAL, Encoding.PROTOBUF) : Optional.empty();
                    default -> Optional.empty();
                };
            case "application/json", "application/*", "*/*" -> json(range, as, offer);
            default -> Optional.empty();
        };
    }

    private static Optional<Representation> json(MediaRange range, String as, Offer offer) {
        return switch (as) {
            case "" -> Optional.of(JSON);
            case "Table" -> offer.tables() && isMeta(range) ? some(Form.TABLE, Encoding.JSON) : Optional.empty();
            case "PartialObjectMetadata", "PartialObjectMetadataList" ->
                isMeta(range) ? some(Form.PARTIAL, Encoding.JSON) : Optional.empty();
            case "APIGroupDiscoveryList" -> {
                var version = range.parameter("v");
                yield version.equals("v2") || version.equals("v2beta1")
                        ? Optional.of(new Representation(Form.OBJECT, Encoding.JSON, version))
                        : Optional.empty();
            }
            default -> Optional.empty();
        };
    }

    private static Optional<Representation> some(Form form, Encoding encoding) {
        return Optional.of(new Representation(form, encoding, ""));
    }

    private static boolean isMeta(MediaRange range) {
        return range.parameter("g").equals("meta.k8s.io")
                && range.parameter("v").equals("v1");
    }
}
