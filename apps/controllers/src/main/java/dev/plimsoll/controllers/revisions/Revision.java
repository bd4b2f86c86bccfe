package dev.plimsoll.controllers.revisions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.Json;
import dev.plimsoll.controllers.objects.OwnerReference;
import dev.plimsoll.controllers.objects.Templates;
import dev.plimsoll.controllers.objects.Workload;
import java.util.Comparator;
import java.util.List;

/** A template as it was, kept as the change that {@code kubectl rollout undo} sends. */
public record Revision(Workload object) {
    /** Of daemon sets, on revisions and pods; of stateful sets, on pods only. */
    public static final String POD_LABEL = "controller-revision-hash";

    private static final String HASH_LABEL = "controller.kubernetes.io/hash";
    static final Comparator<Revision> OLDEST_FIRST = Comparator.comparingLong(Revision::number)
            .thenComparing(each -> each.object().name());

    public long number() {
        return object.document().path("revision").asLong();
    }

    public String name() {
        return object.name().name();
    }

    public String hash() {
        return object.meta()
                .labels()
                .getOrDefault(HASH_LABEL, object.meta().labels().getOrDefault(POD_LABEL, ""));
    }

    public JsonNode template() {
        var template =
                object.document().path("data").path("spec").path("template").deepCopy();
        if (template instanceof ObjectNode node) node.remove("$patch");
        return template;
    }

    boolean isOf(JsonNode template) {
        return Templates.trimmed(template()).equals(Templates.trimmed(template));
    }

    static ObjectNode document(Workload owner, long number, int collisions) {
        var hash = Templates.hash(owner.template(), collisions);
        var revision = Json.object().put("apiVersion", "apps/v1").put("kind", "ControllerRevision");
        var metadata = revision.putObject("metadata");
        metadata.put("namespace", owner.name().namespace());
        metadata.put("name", owner.name().name() + "-" + hash);
        var labels = metadata.putObject("labels");
        for (var label : owner.template().path("metadata").path("labels").properties()) {
            labels.set(label.getKey(), label.getValue());
        }
        labels.put(HASH_LABEL, hash);
        if (owner.kind().equals("DaemonSet")) labels.put(POD_LABEL, hash);
        var annotations = metadata.putObject("annotations");
        owner.meta().annotations().forEach((key, value) -> {
            if (!key.equals("kubectl.kubernetes.io/last-applied-configuration")) annotations.put(key, value);
        });
        metadata.putArray("ownerReferences")
                .add(OwnerReference.controller(owner).document());
        ObjectNode template = owner.template().deepCopy();
        template.put("$patch", "replace");
        revision.putObject("data").putObject("spec").set("template", template);
        revision.put("revision", number);
        return revision;
    }

    /** What is to be done so that there is a revision of the current template with the highest number. */
    public sealed interface Step {
        record Known(Revision revision) implements Step {}

        /** An older template is the current one again. */
        record Renumber(ObjectNode document) implements Step {}

        record Create(ObjectNode document) implements Step {}
    }

    static Step decide(Workload owner, List<Revision> known, int collisions) {
        var highest = known.stream().mapToLong(Revision::number).max().orElse(0);
        var same = known.stream().filter(each -> each.isOf(owner.template())).max(OLDEST_FIRST);
        if (same.isEmpty()) return new Step.Create(document(owner, highest + 1, collisions));
        if (same.get().number() == highest) return new Step.Known(same.get());
        return new Step.Renumber(same.get().object().draft().put("revision", highest + 1));
    }
}
