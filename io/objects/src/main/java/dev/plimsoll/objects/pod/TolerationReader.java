package dev.plimsoll.objects.pod;

import static dev.plimsoll.objects.tree.DocumentFields.list;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.model.PodDetails.Toleration;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.objects.tree.DocumentFields;
import java.util.List;

/** Reads the tolerations of a pod. */
final class TolerationReader {
    private TolerationReader() {}

    static List<Toleration> tolerations(JsonNode podSpec) {
        return list(podSpec, "tolerations", TolerationReader::toleration);
    }

    private static Toleration toleration(JsonNode node) {
        var seconds = DocumentFields.numberOrNull(node, "tolerationSeconds");
        return new Toleration(
                text(node, "key"),
                text(node, "operator", "Equal"),
                text(node, "value"),
                text(node, "effect"),
                seconds == null ? PodPlacement.UNSET : seconds);
    }
}
