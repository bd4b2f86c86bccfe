package dev.plimsoll.kinds.refusal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.Kind;
import java.util.LinkedHashSet;
import java.util.List;

/** The Status object of an answer. */
public final class StatusObject {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private StatusObject() {}

    /** What is said after a binding or an eviction. */
    public static ObjectNode success(int code) {
        var status = status("Success");
        status.put("code", code);
        return status;
    }

    /** What is said after an object is gone at once. */
    public static ObjectNode deleted(Kind kind, String name, String uid) {
        var status = status("Success");
        var details = status.putObject("details");
        details.put("name", name);
        if (!kind.group().isEmpty()) details.put("group", kind.group());
        details.put("kind", kind.plural());
        details.put("uid", uid);
        return status;
    }

    private static ObjectNode status(String word) {
        var status = JSON.objectNode();
        status.put("kind", "Status");
        status.put("apiVersion", "v1");
        status.putObject("metadata");
        status.put("status", word);
        return status;
    }

    /** Whether a document is one. */
    public static boolean is(ObjectNode document) {
        return document.path("kind").asText().equals("Status");
    }

    /** The status of the reply that carries one. */
    public static int code(ObjectNode status) {
        return status.path("code").asInt();
    }

    /** What it says went wrong; empty for nothing. */
    public static String message(ObjectNode status) {
        return status.path("message").asText();
    }

    /** The status of a refusal with another reason, which decides its code, and with causes. */
    public static ObjectNode of(Refusal refusal, String reason, List<Refusal.Cause> causes) {
        var status = of(refusal);
        var list = status.withObject("/details").putArray("causes");
        for (var cause : causes) cause(list.addObject(), cause);
        return status.put("reason", reason).put("code", codeOf(reason));
    }

    /** Of the reasons that a policy may give. */
    private static int codeOf(String reason) {
        return switch (reason) {
            case "Forbidden" -> 403;
            case "Unauthorized" -> 401;
            case "RequestEntityTooLarge" -> 413;
            default -> 422;
        };
    }

    public static ObjectNode of(Refusal refusal) {
        return switch (refusal) {
            case Refusal.Invalid invalid -> invalid(invalid);
            case Refusal.NotProcessable(var message) -> failure(422, "Invalid", message, JSON.objectNode());
            case Refusal.Unpatchable(var document, var message) -> unpatchable(document, message);
            case Refusal.Conflict(var group, var resource, var name, var why) ->
                failure(
                        409,
                        "Conflict",
                        "Operation cannot be fulfilled on " + qualified(group, resource) + " \"" + name + "\": " + why,
                        details(group, resource, name));
            case Refusal.ApplyConflict(var message, var causes) ->
                failure(409, "Conflict", message, withCauses(JSON.objectNode(), causes));
            case Refusal.AlreadyExists exists -> alreadyExists(exists);
            case Refusal.Forbidden(var group, var resource, var name, var why, var causes) ->
                failure(
                        403,
                        "Forbidden",
                        qualified(group, resource) + (name.isEmpty() ? "" : " \"" + name + "\"") + " is forbidden: "
                                + why,
                        withCauses(details(group, resource, name), causes));
            case Refusal.ForbiddenPath(var message) -> failure(403, "Forbidden", message, JSON.objectNode());
            case Refusal.NotFound(var group, var resource, var name) ->
                failure(
                        404,
                        "NotFound",
                        qualified(group, resource) + " \"" + name + "\" not found",
                        details(group, resource, name));
            case Refusal.NoResource() ->
                failure(404, "NotFound", "the server could not find the requested resource", JSON.objectNode());
            case Refusal.NoPath() -> failure(404, "NotFound", "404 page not found", JSON.objectNode());
            case Refusal.Unauthorized() -> failure(401, "Unauthorized", "Unauthorized", null);
            case Refusal.BadRequest(var message) -> failure(400, "BadRequest", message, null);
            case Refusal.MethodNotAllowed() ->
                failure(
                        405,
                        "MethodNotAllowed",
                        "the server does not allow this method on the requested resource",
                        JSON.objectNode());
            case Refusal.NotAcceptable() ->
                failure(406, "NotAcceptable", "only the following media types are accepted: " + MEDIA_TYPES, null);
            case Refusal.UnsupportedMediaType(var patch) -> unsupported(patch);
            case Refusal.TooLarge(var message) -> failure(413, "RequestEntityTooLarge", message, null);
            case Refusal.Expired(var message, var token) -> expired(message, token);
            case Refusal.TooManyRequests(var message, var seconds, var causes) ->
                failure(
                        429,
                        "TooManyRequests",
                        message,
                        seconds > 0
                                ? withCauses(JSON.objectNode(), causes).put("retryAfterSeconds", seconds)
                                : withCauses(JSON.objectNode(), causes));
            case Refusal.NotYet(var asked, var current) -> notYet(asked, current);
            case Refusal.Timeout() ->
                failure(
                        504,
                        "Timeout",
                        "Timeout: request did not complete within the allotted timeout",
                        JSON.objectNode());
            case Refusal.Unavailable(var message) ->
                failure(503, "ServiceUnavailable", message, JSON.objectNode().put("retryAfterSeconds", 1));
            case Refusal.Internal(var message) -> internal(message);
            case Refusal.Rejected(var status) -> status;
            case Refusal.Unclassified(var message) -> failure(500, "", message, null);
        };
    }

    private static final String MEDIA_TYPES = "application/json, application/yaml, application/vnd.kubernetes.protobuf";

    /**
     * A failure in the words of somebody else.
     *
     * @param reason empty for none
     */
    public static ObjectNode failure(
            int code, String reason, String message, @org.jspecify.annotations.Nullable ObjectNode details) {
        var status = status("Failure");
        status.put("message", message);
        if (!reason.isEmpty()) status.put("reason", reason);
        if (details != null) status.set("details", details);
        status.put("code", code);
        return status;
    }

    /** For what is wrong with a request before it is one: its line, its headers. */
    public static ObjectNode unreadable(int code) {
        return switch (code) {
            case 414 -> failure(414, "RequestURITooLong", "the URI of the request is too long", null);
            case 431 -> failure(431, "RequestHeaderFieldsTooLarge", "the headers of the request are too large", null);
            case 500 -> internal("the request could not be answered");
            case 503 -> failure(503, "ServiceUnavailable", "the server is stopping", null);
            default -> failure(code, "BadRequest", "the request could not be read", null);
        };
    }

    private static ObjectNode invalid(Refusal.Invalid invalid) {
        var texts = new LinkedHashSet<String>();
        for (var error : invalid.errors()) texts.add(error.toString());
        var all = texts.size() == 1 ? texts.getFirst() : "[" + String.join(", ", texts) + "]";
        var details = details(invalid.group(), invalid.kind(), invalid.name());
        var causes = details.putArray("causes");
        for (var error : invalid.errors()) cause(causes.addObject(), of(error));
        return failure(
                422,
                "Invalid",
                qualified(invalid.group(), invalid.kind()) + " \"" + invalid.name() + "\" is invalid: " + all,
                details);
    }

    private static Refusal.Cause of(FieldError error) {
        return new Refusal.Cause(error.type().reason(), error.body(), error.field());
    }

    private static ObjectNode unpatchable(String document, String message) {
        var error = FieldError.invalid("patch", document, message);
        var details = JSON.objectNode();
        cause(details.putArray("causes").addObject(), of(error));
        return failure(422, "Invalid", " \"\" is invalid: " + error, details);
    }

    private static ObjectNode alreadyExists(Refusal.AlreadyExists exists) {
        var kind = exists.kind();
        var taken = kind.qualifiedPlural() + " \"" + exists.name() + "\" already exists";
        var details = details(kind.group(), kind.plural(), exists.name());
        return switch (exists.why()) {
            case TAKEN -> failure(409, "AlreadyExists", taken, details);
            case BEING_DELETED -> failure(409, "AlreadyExists", "object is being deleted: " + taken, details);
            case NO_UNIQUE_NAME ->
                failure(
                        409,
                        "AlreadyExists",
                        taken + ", the server was not able to generate a unique name for the object",
                        details.put("retryAfterSeconds", 1));
        };
    }

    private static ObjectNode unsupported(boolean patch) {
        return patch
                ? failure(415, "UnsupportedMediaType", "415: Unsupported Media Type", JSON.objectNode())
                : failure(
                        415,
                        "UnsupportedMediaType",
                        "the body of the request was in an unknown format - accepted media types include: "
                                + MEDIA_TYPES,
                        null);
    }

    private static ObjectNode expired(String message, String token) {
        var status = failure(410, "Expired", message, null);
        if (!token.isEmpty()) status.putObject("metadata").put("continue", token);
        return status;
    }

    private static ObjectNode notYet(long asked, long current) {
        var details = JSON.objectNode();
        cause(
                details.putArray("causes").addObject(),
                new Refusal.Cause("ResourceVersionTooLarge", "Too large resource version", ""));
        details.put("retryAfterSeconds", 1);
        return failure(
                504, "Timeout", "Timeout: Too large resource version: " + asked + ", current: " + current, details);
    }

    private static ObjectNode internal(String message) {
        var details = JSON.objectNode();
        cause(details.putArray("causes").addObject(), new Refusal.Cause("", message, ""));
        return failure(500, "InternalError", "Internal error occurred: " + message, details);
    }

    private static ObjectNode details(String group, String kind, String name) {
        var details = JSON.objectNode();
        if (!name.isEmpty()) details.put("name", name);
        if (!group.isEmpty()) details.put("group", group);
        details.put("kind", kind);
        return details;
    }

    private static ObjectNode withCauses(ObjectNode details, List<Refusal.Cause> causes) {
        if (causes.isEmpty()) return details;
        var list = details.putArray("causes");
        for (var cause : causes) cause(list.addObject(), cause);
        return details;
    }

    private static void cause(ObjectNode node, Refusal.Cause cause) {
        if (!cause.reason().isEmpty()) node.put("reason", cause.reason());
        if (!cause.message().isEmpty()) node.put("message", cause.message());
        if (!cause.field().isEmpty()) node.put("field", cause.field());
    }

    private static String qualified(String group, String word) {
        return group.isEmpty() ? word : word + "." + group;
    }
}
