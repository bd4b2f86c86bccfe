package dev.plimsoll.apiserver.http;

import dev.plimsoll.apiserver.refusal.Refusal;
import dev.plimsoll.apiserver.refusal.RefusedException;

/** How a client wants to see objects. */
public record Representation(Form form, boolean yaml, String discovery) {
    /** What is made of an object. */
    public enum Form {
        OBJECT,
        TABLE,
        PARTIAL
    }

    private static final Representation JSON = new Representation(Form.OBJECT, false, "");

    public static final String DISCOVERY_TYPE = "application/json;g=apidiscovery.k8s.io;v=%s;as=APIGroupDiscoveryList";

    /** The first of what the client accepts that the server has. */
    public static Representation of(ApiRequest request) {
        var accept = request.header("accept");
        if (accept.isBlank()) return JSON;
        for (var range : MediaRange.parse(accept)) {
            var as = range.parameter("as");
            if (range.type().equals("application/yaml") && as.isEmpty())
                return new Representation(Form.OBJECT, true, "");
            if (!range.isJson()) continue;
            switch (as) {
                case "" -> {
                    return JSON;
                }
                case "Table" -> {
                    if (isMeta(range)) return new Representation(Form.TABLE, false, "");
                }
                case "PartialObjectMetadata", "PartialObjectMetadataList" -> {
                    if (isMeta(range)) return new Representation(Form.PARTIAL, false, "");
                }
                case "APIGroupDiscoveryList" -> {
                    var version = range.parameter("v");
                    if (version.equals("v2") || version.equals("v2beta1")) {
                        return new Representation(Form.OBJECT, false, version);
                    }
                }
                default -> {}
            }
        }
        throw new RefusedException(new Refusal.NotAcceptable());
    }

    private static boolean isMeta(MediaRange range) {
        return range.parameter("g").equals("meta.k8s.io")
                && range.parameter("v").equals("v1");
    }
}
