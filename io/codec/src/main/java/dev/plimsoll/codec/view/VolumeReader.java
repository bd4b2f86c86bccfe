package dev.plimsoll.codec.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.model.scheduling.NodeAffinity;
import dev.plimsoll.core.model.scheduling.NodeTerm;
import dev.plimsoll.core.model.scheduling.Requirement;
import dev.plimsoll.core.placement.terms.LabelQuery;
import dev.plimsoll.core.placement.volumes.VolumeClaim;
import dev.plimsoll.core.placement.volumes.VolumeClass;
import dev.plimsoll.core.placement.volumes.VolumeView;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads volumes, claims of them and storage classes as binding sees them. */
public final class VolumeReader {
    /** The annotation by which the scheduler says on which node a claim will be used. */
    public static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";
    /** The annotation of a volume with the provisioner that made it. */
    public static final String PROVISIONED_BY = "pv.kubernetes.io/provisioned-by";

    private static final String OLD_CLASS = "volume.beta.kubernetes.io/storage-class";
    private static final String FILES = "Filesystem";

    private VolumeReader() {}

    public static VolumeClaim claim(JsonNode document) {
        var metadata = document.path("metadata");
        var annotations = metadata.path("annotations");
        var spec = document.path("spec");
        var hasOldClass = annotations.path(OLD_CLASS).isTextual();
        return new VolumeClaim(
                new VolumeClaim.Key(
                        metadata.path("namespace").asText(),
                        metadata.path("name").asText()),
                metadata.path("uid").asText(),
                phase(document.path("status").path("phase").asText()),
                metadata.hasNonNull("deletionTimestamp"),
                spec.path("volumeName").asText(),
                hasOldClass
                        ? annotations.path(OLD_CLASS).asText()
                        : spec.path("storageClassName").asText(""),
                hasOldClass || spec.path("storageClassName").isTextual(),
                modes(spec.path("accessModes")),
                bytes(spec.path("resources").path("requests").path("storage")),
                spec.path("volumeMode").asText(FILES),
                annotations.path(SELECTED_NODE).asText(""),
                selector(spec.path("selector")));
    }

    private static VolumeClaim.Phase phase(String phase) {
        return switch (phase) {
            case "Bound" -> VolumeClaim.Phase.BOUND;
            case "Lost" -> VolumeClaim.Phase.LOST;
            default -> VolumeClaim.Phase.PENDING;
        };
    }

    public static VolumeView volume(JsonNode document) {
        var metadata = document.path("metadata");
        var spec = document.path("spec");
        var holder = spec.path("claimRef");
        return new VolumeView(
                metadata.path("name").asText(),
                labels(metadata.path("labels")),
                spec.path("storageClassName").asText(""),
                modes(spec.path("accessModes")),
                bytes(spec.path("capacity").path("storage")),
                spec.path("volumeMode").asText(FILES),
                new VolumeView.Holder(
                        holder.path("namespace").asText(""),
                        holder.path("name").asText(""),
                        holder.path("uid").asText("")),
                NodeSelectorReader.required(spec.path("nodeAffinity").path("required")),
                document.path("status").path("phase").asText(""),
                metadata.hasNonNull("deletionTimestamp"),
                spec.path("persistentVolumeReclaimPolicy").asText().equals("Delete"),
                metadata.path("annotations").path(PROVISIONED_BY).asText(""));
    }

    public static VolumeClass storageClass(JsonNode document) {
        return new VolumeClass(
                document.path("metadata").path("name").asText(),
                document.path("provisioner").asText(""),
                document.path("volumeBindingMode").asText().equals("WaitForFirstConsumer"),
                topologies(document.path("allowedTopologies")));
    }

    /** Any of the terms, of each all labels. */
    private static NodeAffinity topologies(JsonNode terms) {
        if (terms.isEmpty()) return NodeAffinity.NONE;
        List<NodeTerm> read = new ArrayList<>();
        for (var term : terms) {
            List<Requirement> labels = new ArrayList<>();
            for (var expression : term.path("matchLabelExpressions")) {
                labels.add(new Requirement(
                        expression.path("key").asText(), Requirement.Operator.IN, modes(expression.path("values"))));
            }
            read.add(new NodeTerm(labels, List.of()));
        }
        return new NodeAffinity(true, read, List.of());
    }

    private static LabelQuery selector(JsonNode selector) {
        if (!(selector instanceof ObjectNode object)) return LabelQuery.EVERYTHING;
        return switch (Cursor.read(object, TermsReader::query)) {
            case Read.Ok<LabelQuery>(var query) -> query;
            case Read.Malformed<LabelQuery> _ -> LabelQuery.NOTHING;
        };
    }

    private static Set<String> modes(JsonNode list) {
        var read = new HashSet<String>();
        for (var each : list) read.add(each.asText());
        return read;
    }

    private static Map<String, String> labels(JsonNode node) {
        var read = new HashMap<String, String>();
        for (var entry : node.properties())
            read.put(entry.getKey(), entry.getValue().asText());
        return read;
    }

    /** What cannot be read counts for nothing: the API server takes no such amount. */
    private static long bytes(JsonNode quantity) {
        return Quantity.parse(quantity.asText("0")) instanceof ParsedQuantity.Parsed(var parsed) ? parsed.value() : 0;
    }
}
