package dev.plimsoll.kinds.token;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import java.util.ArrayList;
import java.util.List;

/**
 * What somebody asks of a token.
 *
 * @param audiences empty for those of the server
 */
public record TokenRequestSpec(List<String> audiences, long expirationSeconds, BoundObjectReference bound) {
    private static final long USUAL_SECONDS = 3600;
    private static final String IN_SPEC = "TokenRequestSpec.spec.";

    public TokenRequestSpec {
        audiences = List.copyOf(audiences);
    }

    /** The object that the token is to end with; without a kind there is none. */
    public record BoundObjectReference(String kind, String apiVersion, String name, String uid) {
        public boolean isPresent() {
            return !kind.isEmpty() || !apiVersion.isEmpty() || !name.isEmpty() || !uid.isEmpty();
        }

        public boolean isCore(String wanted) {
            return kind.equals(wanted) && apiVersion.equals("v1");
        }

        /** Such as {@code apps/v1, Kind=Deployment}. */
        public String described() {
            var slash = apiVersion.indexOf('/');
            return (slash < 0 ? "/" + apiVersion : apiVersion) + ", Kind=" + kind;
        }
    }

    /** Reads it; refuses values of the wrong type. */
    public static TokenRequestSpec read(JsonNode request) {
        var spec = request.path("spec");
        if (isGiven(spec) && !spec.isObject()) throw wrong("TokenRequest.spec", "v1.TokenRequestSpec");
        var audiences = new ArrayList<String>();
        if (isGiven(spec.path("audiences")) && !spec.path("audiences").isArray())
            throw wrong(IN_SPEC + "audiences", "[]string");
        for (var audience : spec.path("audiences")) audiences.add(text(audience, "audiences"));
        var reference = spec.path("boundObjectRef");
        if (isGiven(reference) && !reference.isObject())
            throw wrong(IN_SPEC + "boundObjectRef", "v1.BoundObjectReference");
        return new TokenRequestSpec(
                audiences,
                seconds(spec.path("expirationSeconds")),
                new BoundObjectReference(
                        text(reference.path("kind"), "boundObjectRef.kind"),
                        text(reference.path("apiVersion"), "boundObjectRef.apiVersion"),
                        text(reference.path("name"), "boundObjectRef.name"),
                        text(reference.path("uid"), "boundObjectRef.uid")));
    }

    private static boolean isGiven(JsonNode value) {
        return !value.isMissingNode() && !value.isNull();
    }

    private static String text(JsonNode value, String field) {
        if (isGiven(value) && !value.isTextual()) throw wrong(IN_SPEC + field, "string");
        return isGiven(value) ? value.asText() : "";
    }

    private static long seconds(JsonNode value) {
        if (!isGiven(value)) return USUAL_SECONDS;
        if (!value.isIntegralNumber() || !value.canConvertToLong()) throw wrong(IN_SPEC + "expirationSeconds", "int64");
        return value.asLong();
    }

    private static RefusedException wrong(String field, String type) {
        return new RefusedException(new Refusal.BadRequest(
                "TokenRequest in version \"v1\" cannot be handled as a TokenRequest: json: cannot unmarshal value into Go "
                        + "struct field " + field + " of type " + type));
    }
}
