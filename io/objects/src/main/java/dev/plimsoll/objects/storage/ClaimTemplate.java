package dev.plimsoll.objects.storage;

import static dev.plimsoll.objects.tree.DocumentFields.text;
import static dev.plimsoll.objects.tree.DocumentFields.textMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.objects.ObjectDraft;
import java.util.Map;

/** A template of volume claims, one for each pod. */
public final class ClaimTemplate {
    private final JsonNode node;

    public ClaimTemplate(JsonNode node) {
        this.node = node;
    }

    /** Names the volume in each pod. */
    public String name() {
        return text(node.path("metadata"), "name");
    }

    public String nameFor(String pod) {
        return name() + "-" + pod;
    }

    /**
     * The claim of one pod.
     *
     * @param labels that it has besides those of the template
     */
    public ObjectNode claim(String namespace, String pod, Map<String, String> labels) {
        var claim = new Draft(new ObjectName(namespace, nameFor(pod)));
        var metadata = node.path("metadata");
        claim.metadata().labels(textMap(metadata, "labels")).labels(labels).copy("annotations", metadata);
        return claim.withSpec(node.path("spec")).document();
    }

    private static final class Draft extends ObjectDraft {
        Draft(ObjectName name) {
            super(ApiResource.CLAIMS, name);
        }

        Draft withSpec(JsonNode spec) {
            root().set("spec", spec);
            return this;
        }
    }
}
