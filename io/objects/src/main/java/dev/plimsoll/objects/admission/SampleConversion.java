package dev.plimsoll.objects.admission;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The conversion of the sample webhook of Kubernetes ({@code agnhost crd-conversion-webhook}): version 1 has {@code hostPort}, version 2 the
 * two parts of it.
 */
public final class SampleConversion {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private SampleConversion() {}

    /** The answer to a ConversionReview. */
    public static ObjectNode answer(ObjectNode review) {
        var request = review.path("request");
        var desired = text(request, "desiredAPIVersion");
        var answer = JSON.objectNode();
        answer.set("apiVersion", review.path("apiVersion"));
        answer.set("kind", review.path("kind"));
        var response = answer.putObject("response").put("uid", text(request, "uid"));
        var converted = response.putArray("convertedObjects");
        for (var object : request.path("objects"))
            if (object instanceof ObjectNode given) converted.add(converted(given.deepCopy(), desired));
        response.putObject("result").put("status", "Success");
        return answer;
    }

    private static ObjectNode converted(ObjectNode object, String desired) {
        var before = text(object, "apiVersion");
        object.put("apiVersion", desired);
        if (before.endsWith("/v1") && desired.endsWith("/v2") && object.has("hostPort")) {
            var parts = object.remove("hostPort").asText().split(":", 2);
            object.put("host", parts[0]);
            if (parts.length > 1) object.put("port", parts[1]);
        } else if (before.endsWith("/v2") && desired.endsWith("/v1") && (object.has("host") || object.has("port"))) {
            var host = text(object, "host");
            var port = text(object, "port");
            object.remove("host");
            object.remove("port");
            object.put("hostPort", host + ":" + port);
        }
        return object;
    }
}
