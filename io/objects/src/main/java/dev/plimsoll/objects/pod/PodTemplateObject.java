package dev.plimsoll.objects.pod;

import static dev.plimsoll.objects.tree.DocumentFields.flag;
import static dev.plimsoll.objects.tree.DocumentFields.text;
import static dev.plimsoll.objects.tree.DocumentFields.textMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.view.PlacementReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.model.scheduling.NodeAffinity;
import dev.plimsoll.core.workloads.daemonset.DaemonPlacement.NodeRules;
import dev.plimsoll.core.workloads.deployment.PodTemplate;
import dev.plimsoll.objects.tree.DocumentComparison;
import dev.plimsoll.objects.tree.DraftNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A template of pods: what is made of it, whether two are the same, and a short name for it. */
public final class PodTemplateObject {
    /** The label by which a deployment tells the pods of its replica sets apart. */
    public static final String HASH_LABEL = "pod-template-hash";

    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
    /** Of an affinity that cannot be read: it allows no node. */
    private static final NodeAffinity NO_NODE = new NodeAffinity(true, List.of(), List.of());

    private final JsonNode node;
    private @Nullable PodTemplate view;
    private @Nullable NodeRules nodeRules;
    private @Nullable JsonNode trimmed;

    /** A template over its tree, which nobody changes. */
    public PodTemplateObject(JsonNode node) {
        this.node = node;
    }

    public Map<String, String> labels() {
        return textMap(metadataNode(), "labels");
    }

    public String restartPolicy() {
        return text(specNode(), "restartPolicy");
    }

    /** As deployments compare it. */
    public PodTemplate view() {
        var known = view;
        if (known == null) {
            var canonical = DocumentComparison.trimmed(withoutHash());
            known = new PodTemplate(
                    canonical.toString(),
                    DocumentComparison.trimmed(withoutResources(canonical)).toString(),
                    ResourceParts.of(specNode()));
            view = known;
        }
        return known;
    }

    private JsonNode withoutHash() {
        if (!metadataNode().path("labels").has(HASH_LABEL)) return node;
        var draft = DraftNode.of(node);
        draft.object("metadata").object("labels").remove(HASH_LABEL);
        return draft.node();
    }

    private static JsonNode withoutResources(JsonNode template) {
        var draft = DraftNode.of(template);
        if (!template.path("spec").isObject()) return template;
        var spec = draft.object("spec").remove(ResourceParts.RESOURCES);
        for (var name : ResourceParts.LISTS) {
            if (!spec.path(name).isArray()) continue;
            var list = spec.list(name);
            for (var i = 0; i < list.size(); i++) {
                if (list.path(i).has(ResourceParts.RESOURCES)) list.object(i).remove(ResourceParts.RESOURCES);
            }
        }
        return draft.node();
    }

    /** Whether the two are the same but for the label of their hash. */
    public boolean isSame(PodTemplateObject other) {
        return view().isSame(other.view());
    }

    /** Whether the two say the same, word for word. */
    public boolean saysSame(PodTemplateObject other) {
        return trimmed().equals(other.trimmed());
    }

    private JsonNode trimmed() {
        var known = trimmed;
        if (known == null) trimmed = known = DocumentComparison.trimmed(node);
        return known;
    }

    /**
     * A short name for it.
     *
     * @param collisions how many names before this one were taken by other templates
     */
    public String hash(int collisions) {
        var text = trimmed().toString() + (collisions == 0 ? "" : "#" + collisions);
        var hash = 0x811c9dc5;
        for (var b : text.getBytes(StandardCharsets.UTF_8)) hash = (hash ^ (b & 0xff)) * 0x01000193;
        var name = new StringBuilder();
        for (var digit : Integer.toUnsignedString(hash).toCharArray()) {
            name.append(ALPHABET.charAt(digit % ALPHABET.length()));
        }
        return name.toString();
    }

    /** On which nodes its pods may run. */
    public NodeRules nodeRules() {
        var known = nodeRules;
        if (known == null) {
            var spec = specNode();
            known = new NodeRules(
                    text(spec, "nodeName"),
                    textMap(spec, "nodeSelector"),
                    affinity(spec.path("affinity").path("nodeAffinity")),
                    TolerationReader.tolerations(spec),
                    flag(spec, "hostNetwork"));
            nodeRules = known;
        }
        return known;
    }

    private static NodeAffinity affinity(JsonNode document) {
        if (!document.isObject()) return NodeAffinity.NONE;
        return switch (PlacementReader.nodeAffinity(document)) {
            case Read.Ok<NodeAffinity>(var read) -> read;
            case Read.Malformed<NodeAffinity> _ -> NO_NODE;
        };
    }

    /** The template with a label on its pods. */
    public ObjectNode withLabel(String key, String value) {
        var draft = DraftNode.of(node);
        draft.object("metadata").object("labels").put(key, value);
        return draft.node();
    }

    /** The template with the resources of another one. */
    public ObjectNode withResourcesOf(PodTemplateObject other) {
        var draft = DraftNode.of(node);
        var spec = draft.object("spec");
        copyResources(other.specNode(), spec);
        for (var name : ResourceParts.LISTS) {
            if (!spec.path(name).isArray()) continue;
            var containers = spec.list(name);
            for (var i = 0; i < containers.size(); i++) {
                if (!containers.path(i).isObject()) continue;
                copyResources(other.specNode().path(name).path(i), containers.object(i));
            }
        }
        return draft.node();
    }

    private static void copyResources(JsonNode from, DraftNode to) {
        var resources = from.path(ResourceParts.RESOURCES);
        if (resources.isMissingNode()) to.remove(ResourceParts.RESOURCES);
        else to.set(ResourceParts.RESOURCES, resources);
    }

    public JsonNode metadataNode() {
        return node.path("metadata");
    }

    JsonNode specNode() {
        return node.path("spec");
    }

    /** Its tree, which nobody changes. */
    public JsonNode node() {
        return node;
    }
}
