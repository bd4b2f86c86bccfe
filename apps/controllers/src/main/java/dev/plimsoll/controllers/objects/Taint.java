package dev.plimsoll.controllers.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.Json;
import dev.plimsoll.core.model.PodDetails.Toleration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** What keeps pods away from a node. Two with the same key and effect are the same taint. */
public record Taint(String key, String value, String effect, String added) {
    public static final String NO_SCHEDULE = "NoSchedule";
    public static final String NO_EXECUTE = "NoExecute";
    private static final String PREFIX = "node.kubernetes.io/";

    public static Taint ofNode(String condition, String effect) {
        return new Taint(PREFIX + condition, "", effect, "");
    }

    public static List<Taint> of(JsonNode node) {
        var taints = new ArrayList<Taint>();
        for (var taint : node.path("spec").path("taints")) {
            taints.add(new Taint(
                    taint.path("key").asText(),
                    taint.path("value").asText(),
                    taint.path("effect").asText(),
                    taint.path("timeAdded").asText()));
        }
        return List.copyOf(taints);
    }

    public boolean isSame(Taint other) {
        return key.equals(other.key) && effect.equals(other.effect);
    }

    public boolean isIn(Collection<Taint> taints) {
        return taints.stream().anyMatch(this::isSame);
    }

    public boolean isToleratedBy(Toleration toleration) {
        return new dev.plimsoll.core.model.Taint(key, value, effect).isToleratedBy(toleration);
    }

    public boolean isTolerated(Collection<Toleration> tolerations) {
        return tolerations.stream().anyMatch(this::isToleratedBy);
    }

    public ObjectNode document() {
        var document = Json.object().put("key", key).put("effect", effect);
        if (!value.isEmpty()) document.put("value", value);
        if (!added.isEmpty()) document.put("timeAdded", added);
        return document;
    }
}
