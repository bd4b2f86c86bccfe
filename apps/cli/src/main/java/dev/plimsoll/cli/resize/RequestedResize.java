package dev.plimsoll.cli.resize;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.objects.pod.PodResizePatch;

/**
 * What one resource of a container or a pod is to become: {@code 2} or {@code 1:2} for request and limit.
 *
 * @param request empty to leave it
 * @param limit empty to leave it
 */
public record RequestedResize(ResourceName resource, String request, String limit) {
    /** What was written on the command line. */
    public sealed interface Parsed {
        record Ok(RequestedResize wish) implements Parsed {}

        record Malformed(String why) implements Parsed {}
    }

    public static Parsed parse(String option, ResourceName resource, String text) {
        var colon = text.indexOf(':');
        var request = colon < 0 ? text : text.substring(0, colon);
        var limit = colon < 0 ? "" : text.substring(colon + 1);
        for (var part : new String[] {request, limit}) {
            if (part.isEmpty()) continue;
            if (Quantity.parse(part) instanceof ParsedQuantity.Malformed(var why))
                return new Parsed.Malformed(option + " " + text + ": " + why + "; expected an amount such as "
                        + (resource.equals(ResourceName.CPU) ? "500m or 500m:1" : "1Gi or 512Mi:1Gi"));
        }
        if (request.isEmpty() && limit.isEmpty())
            return new Parsed.Malformed(option + ": no amount is given; write one such as 500m or 1Gi");
        return new Parsed.Ok(new RequestedResize(resource, request, limit));
    }

    /**
     * The same with the limit decided: a single amount is for both where both are the same today, else for the request alone.
     *
     * @param resources as they are
     */
    public RequestedResize completed(ResourceRequirements resources) {
        if (!limit.isEmpty()) return this;
        var limited = resources.limits().find(resource);
        if (limited.isEmpty()) return this;
        var requested = resources.requests().find(resource);
        var isSame = requested.isEmpty() || requested.equals(limited);
        return isSame ? new RequestedResize(resource, request, request) : this;
    }

    void writeTo(PodResizePatch patch) {
        if (!request.isEmpty()) patch.request(resource, request);
        if (!limit.isEmpty()) patch.limit(resource, limit);
    }
}
