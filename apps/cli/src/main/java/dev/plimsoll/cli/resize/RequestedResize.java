package dev.plimsoll.cli.resize;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.util.Optional;

/**
 * What one resource of a container or a pod is to become: {@code 2} or {@code 1:2} for request and limit.
 *
 * @param request empty to leave it
 * @param limit empty to leave it
 */
record RequestedResize(String resource, String request, String limit) {
    /** What was written on the command line. */
    sealed interface Parsed {
        record Ok(RequestedResize wish) implements Parsed {}

        record Malformed(String why) implements Parsed {}
    }

    static Parsed parse(String option, String resource, String text) {
        var colon = text.indexOf(':');
        var request = colon < 0 ? text : text.substring(0, colon);
        var limit = colon < 0 ? "" : text.substring(colon + 1);
        for (var part : new String[] {request, limit}) {
            if (part.isEmpty()) continue;
            if (Quantity.parse(part) instanceof ParsedQuantity.Malformed(var why))
                return new Parsed.Malformed(option + " " + text + ": " + why + "; expected an amount such as "
                        + (resource.equals("cpu") ? "500m or 500m:1" : "1Gi or 512Mi:1Gi"));
        }
        if (request.isEmpty() && limit.isEmpty()) return new Parsed.Malformed(option + ": no amount is given");
        return new Parsed.Ok(new RequestedResize(resource, request, limit));
    }

    /**
     * The same with the limit decided: a single amount is for both where both are the same today, else for the request alone.
     *
     * @param resources as they are
     */
    RequestedResize completed(JsonNode resources) {
        if (!limit.isEmpty()) return this;
        var requested = resources.path("requests").path(resource).asText();
        var limited = resources.path("limits").path(resource).asText();
        if (limited.isEmpty()) return this;
        var isSame = requested.isEmpty() || amount(requested).equals(amount(limited));
        return isSame ? new RequestedResize(resource, request, request) : this;
    }

    private static Optional<Quantity> amount(String text) {
        return Quantity.parse(text) instanceof ParsedQuantity.Parsed(var quantity)
                ? Optional.of(quantity)
                : Optional.empty();
    }

    void writeTo(ObjectNode resources) {
        if (!request.isEmpty()) resources.withObject("/requests").put(resource, request);
        if (!limit.isEmpty()) resources.withObject("/limits").put(resource, limit);
    }

    static ObjectNode nothing() {
        return JsonNodeFactory.instance.objectNode();
    }
}
