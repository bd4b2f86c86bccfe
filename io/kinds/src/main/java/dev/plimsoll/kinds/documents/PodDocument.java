package dev.plimsoll.kinds.documents;

import static dev.plimsoll.objects.tree.DocumentFields.number;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.model.PodPhase;
import dev.plimsoll.objects.access.ServiceAccountObject;
import dev.plimsoll.objects.node.RuntimeClassObject;
import dev.plimsoll.objects.pod.BindingObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The pod of a write, read and changed in place. Nothing is read before it is asked for. */
public final class PodDocument {
    private final ObjectNode document;
    private final JsonNode spec;

    private PodDocument(ObjectNode document) {
        this.document = document;
        this.spec = document.path("spec");
    }

    public static PodDocument of(ObjectNode document) {
        return new PodDocument(document);
    }

    /** Without one nothing can be written. */
    public boolean hasSpec() {
        return spec.isObject();
    }

    private ObjectNode written() {
        return (ObjectNode) spec;
    }

    /** Empty for a pod that no node runs. */
    public String nodeName() {
        return text(spec, "nodeName");
    }

    /** Whether it is to end after some time. */
    public boolean hasDeadline() {
        return spec.path("activeDeadlineSeconds").asLong(-1) >= 0;
    }

    public String priorityClassName() {
        return spec.path("priorityClassName").asText();
    }

    public void setPriorityClassName(String name) {
        written().put("priorityClassName", name);
    }

    public boolean hasPriority() {
        return spec.has("priority");
    }

    public int priority() {
        return spec.path("priority").asInt();
    }

    public void setPriority(int priority) {
        written().put("priority", priority);
    }

    /** What it says of preemption; empty if it says nothing. */
    public String preemptionPolicy() {
        return spec.path("preemptionPolicy").asText();
    }

    /** Writes whether it preempts others, unless it says so itself. */
    public void defaultPreemptionPolicy(String policy) {
        if (!spec.has("preemptionPolicy")) written().put("preemptionPolicy", policy);
    }

    public String runtimeClassName() {
        return spec.path("runtimeClassName").asText();
    }

    /** Whether it says what it needs beside its containers, even if that is nothing. */
    public boolean saysOverhead() {
        return spec.has("overhead");
    }

    /** Whether it needs something beside its containers. */
    public boolean hasOverhead() {
        return !spec.path("overhead").isEmpty();
    }

    /** Whether it needs what pods of a class need, however that is spelled. */
    public boolean hasOverheadOf(RuntimeClassObject runtimeClass) {
        var expected = document.deepCopy();
        PodDocument.of(expected).setOverhead(runtimeClass);
        return Views.pod(document)
                .spec()
                .overhead()
                .equals(Views.pod(expected).spec().overhead());
    }

    public void setOverhead(RuntimeClassObject runtimeClass) {
        written().set("overhead", runtimeClass.podFixed().deepCopy());
    }

    /** Where it asks for another value of a label of its node than its runtime class does, in words; empty if nowhere. */
    public Optional<String> conflictWith(RuntimeClassObject runtimeClass) {
        for (var label : runtimeClass.nodeSelector().properties()) {
            var own = spec.path("nodeSelector").path(label.getKey());
            if (own.isMissingNode() || own.equals(label.getValue())) continue;
            return Optional.of("conflict: runtimeClass.scheduling.nodeSelector[" + label.getKey() + "] = "
                    + label.getValue().asText() + "; pod.spec.nodeSelector[" + label.getKey() + "] = " + own.asText());
        }
        return Optional.empty();
    }

    /**
     * Takes the node labels and tolerations of its runtime class; of two tolerations of which one covers the other, that one is kept.
     *
     * @return whether it is another pod now
     */
    public boolean schedule(RuntimeClassObject runtimeClass) {
        if (runtimeClass.nodeSelector().isEmpty() && runtimeClass.tolerations().isEmpty()) return false;
        for (var label : runtimeClass.nodeSelector().properties()) {
            written().withObjectProperty("nodeSelector").set(label.getKey(), label.getValue());
        }
        var all = new ArrayList<JsonNode>();
        spec.path("tolerations").forEach(all::add);
        runtimeClass.tolerations().forEach(all::add);
        var kept = new ArrayList<TolerationDocument>();
        for (var i = 0; i < all.size(); i++) {
            var each = new TolerationDocument(all.get(i));
            var later = all.subList(i + 1, all.size()).stream().map(TolerationDocument::new);
            if (kept.stream().anyMatch(other -> other.covers(each))
                    || later.anyMatch(other -> other.covers(each) && !each.covers(other))) continue;
            kept.add(each);
        }
        if (kept.isEmpty()) return true;
        var tolerations = written().putArray("tolerations");
        for (var toleration : kept) tolerations.add(toleration.document().deepCopy());
        return true;
    }

    /** The account that it names; empty for none. */
    public String serviceAccountName() {
        return spec.path("serviceAccountName").asText();
    }

    /** Writes the account, under its older name too. */
    public void setServiceAccountName(String name) {
        written().put("serviceAccountName", name);
        written().put("serviceAccount", name);
    }

    /** Takes the secrets for pulling images from its account, unless it names some itself. */
    public void defaultImagePullSecrets(ServiceAccountObject account) {
        var secrets = account.document().path("imagePullSecrets");
        if (spec.path("imagePullSecrets").isEmpty() && !secrets.isEmpty())
            written().set("imagePullSecrets", secrets.deepCopy());
    }

    /** Whether it gets the token of its account: as it says, or else as the account says. */
    public boolean automountsToken(ServiceAccountObject account) {
        var own = spec.path("automountServiceAccountToken");
        return own.isBoolean() ? own.asBoolean() : account.automountsToken();
    }

    public void mount(ServiceAccountVolume volume) {
        volume.mount(written());
    }

    /** Whether a volume projects a token of its account. */
    public boolean projectsToken() {
        for (var volume : spec.path("volumes")) {
            for (var source : volume.path("projected").path("sources")) {
                if (source.has("serviceAccountToken")) return true;
            }
        }
        return false;
    }

    /** Whether a volume projects a token of its account for an audience; the empty one is the API server. */
    public boolean projectsTokenFor(String audience) {
        for (var volume : spec.path("volumes")) {
            for (var source : volume.path("projected").path("sources")) {
                var token = source.path("serviceAccountToken");
                if (!token.isMissingNode() && token.path("audience").asText().equals(audience)) return true;
            }
        }
        return false;
    }

    /** Tolerates a taint that evicts pods for some time, unless it says how it puts up with it. */
    public void tolerate(String taint, int seconds) {
        for (var toleration : spec.path("tolerations")) {
            var key = toleration.path("key").asText();
            var effect = toleration.path("effect").asText();
            if ((key.isEmpty() || key.equals(taint)) && (effect.isEmpty() || effect.equals("NoExecute"))) return;
        }
        array(written(), "tolerations")
                .addObject()
                .put("effect", "NoExecute")
                .put("key", taint)
                .put("operator", "Exists")
                .put("tolerationSeconds", seconds);
    }

    static ArrayNode array(ObjectNode node, String name) {
        return node.get(name) instanceof ArrayNode array ? array : node.putArray(name);
    }

    /** Whether its labels are those of an earlier version. */
    public boolean hasSameLabels(ObjectNode before) {
        return document.path("metadata")
                .path("labels")
                .equals(before.path("metadata").path("labels"));
    }

    /** What its status says of resource claims and that of an earlier version does not, in words; empty if nothing. */
    public Optional<String> changedClaimStatus(ObjectNode before) {
        if (isChanged(before, "resourceClaimStatuses")) return Optional.of("resource claim statues");
        if (isChanged(before, "extendedResourceClaimStatus")) return Optional.of("extended resource claim status");
        return isChanged(before, "nodeAllocatableResourceClaimStatuses")
                ? Optional.of("node allocatable resource claim statuses")
                : Optional.empty();
    }

    private boolean isChanged(ObjectNode before, String field) {
        var sent = document.path("status").path(field);
        return !sent.isMissingNode() && !sent.equals(before.path("status").path(field));
    }

    private JsonNode status() {
        return document.path("status");
    }

    public DocumentMetadata metadata() {
        return DocumentMetadata.of(document);
    }

    public String phase() {
        return text(status(), "phase");
    }

    /** Whether it has ended, one way or the other. */
    public boolean isTerminal() {
        return PodPhase.isTerminal(phase());
    }

    /** Whether it must not be scheduled yet. */
    public boolean isGated() {
        return !spec.path("schedulingGates").isEmpty();
    }

    public long terminationGracePeriodSeconds() {
        return number(spec, "terminationGracePeriodSeconds", 0);
    }

    public boolean isReady() {
        var ready = condition("Ready");
        return ready != null && text(ready, "status").equals("True");
    }

    /** Gives it the node of a binding, with the labels and annotations that the binding has. */
    public void bind(BindingObject binding, Instant now) {
        written().put("nodeName", binding.targetName());
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
