package dev.plimsoll.objects.pod;

import static dev.plimsoll.objects.tree.DocumentFields.text;
import static dev.plimsoll.objects.tree.DocumentFields.texts;
import static dev.plimsoll.objects.tree.DocumentFields.time;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.objects.ApiObject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A token of a service account, asked for or given. */
public final class TokenRequestObject extends ApiObject {
    public TokenRequestObject(ObjectNode document) {
        super(document);
    }

    /**
     * A request for a token that ends with a pod.
     *
     * @param audience empty for the API server itself
     */
    public static ObjectNode boundTo(PodObject pod, String audience, long expirationSeconds) {
        var spec = JsonNodeFactory.instance.objectNode();
        if (!audience.isEmpty()) spec.putArray("audiences").add(audience);
        spec.put("expirationSeconds", expirationSeconds);
        spec.putObject("boundObjectRef")
                .put("apiVersion", "v1")
                .put("kind", "Pod")
                .put("name", pod.metadata().name())
                .put("uid", pod.uid());
        var request = JsonNodeFactory.instance
                .objectNode()
                .put("apiVersion", "authentication.k8s.io/v1")
                .put("kind", "TokenRequest");
        request.set("spec", spec);
        return request;
    }

    /** The object that the token ends with; texts are empty where nothing is said. */
    public record BoundObject(String apiVersion, String kind, String name, String uid) {
        public boolean isPod() {
            return apiVersion.equals("v1") && kind.equals("Pod") && !name.isEmpty();
        }
    }

    public BoundObject boundObject() {
        var reference = specNode().path("boundObjectRef");
        return new BoundObject(
                text(reference, "apiVersion"),
                text(reference, "kind"),
                text(reference, "name"),
                text(reference, "uid"));
    }

    public List<String> audiences() {
        return texts(specNode(), "audiences");
    }

    public String token() {
        return text(statusNode(), "token");
    }

    public Optional<Instant> expiration() {
        return time(statusNode(), "expirationTimestamp");
    }
}
