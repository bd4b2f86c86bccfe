package dev.plimsoll.kinds.documents;

import static dev.plimsoll.objects.tree.DocumentFields.number;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.objects.pod.BindingObject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A pod that a request reads and changes in place. */
public final class PodDocument {
    private final ObjectNode document;

    public PodDocument(ObjectNode document) {
        this.document = document;
    }

    private JsonNode spec() {
        return document.path("spec");
    }

    private JsonNode status() {
        return document.path("status");
    }

    public DocumentMetadata metadata() {
        return DocumentMetadata.of(document);
    }

    /** Empty before it has one. */
    public String nodeName() {
        return text(spec(), "nodeName");
    }

    public String phase() {
        return text(status(), "phase");
    }

    /** Whether it has ended, one way or the other. */
    public boolean isTerminal() {
        return phase().equals("Failed") || phase().equals("Succeeded");
    }

    /** Whether it must not be scheduled yet. */
    public boolean isGated() {
        return !spec().path("schedulingGates").isEmpty();
    }

    public long terminationGracePeriodSeconds() {
        return number(spec(), "terminationGracePeriodSeconds", 0);
    }

    public boolean isReady() {
        var ready = condition("Ready");
        return ready != null && text(ready, "status").equals("True");
    }

    /** Gives it the node of a binding, with the labels and annotations that the binding has. */
    public void bind(BindingObject binding, Instant now) {
        ((ObjectNode) spec()).put("nodeName", binding.targetName());
        var metadata = metadata();
        binding.annotations().forEach(metadata::annotation);
        binding.labels().forEach(metadata::label);
        document.withObject("/status").remove("nominatedNodeName");
        condition("PodScheduled", "True", "", "", now);
    }

    /** Says that it is about to be evicted. */
    public void evicted(Instant now) {
        condition("DisruptionTarget", "True", "EvictionByEvictionAPI", "Eviction API: evicting", now);
    }

    private @Nullable ObjectNode condition(String type) {
        for (var each : status().path("conditions")) {
            if (each instanceof ObjectNode condition && text(condition, "type").equals(type)) return condition;
        }
        return null;
    }

    /** Sets a condition; the time changes only with its status. */
    private void condition(String type, String value, String reason, String message, Instant now) {
        var known = condition(type);
        var condition = known == null
                ? document.withObject("/status").withArray("conditions").addObject()
                : known;
        var isTransition = !text(condition, "status").equals(value);
        condition.put("type", type);
        condition.put("status", value);
        condition.putNull("lastProbeTime");
        if (isTransition) condition.put("lastTransitionTime", DocumentMetadata.time(now));
        putUnlessEmpty(condition, "reason", reason);
        putUnlessEmpty(condition, "message", message);
    }

    private static void putUnlessEmpty(ObjectNode condition, String name, String value) {
        if (value.isEmpty()) condition.remove(name);
        else condition.put(name, value);
    }
}
