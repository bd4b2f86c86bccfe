package dev.plimsoll.kinds.documents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;

/** What the containers of a pod run. */
public final class ContainerImages {
    private ContainerImages() {}

    /** Whether a change of a pod brings in something to run: a container, or another image. */
    public static boolean isAdded(ObjectNode stored, ObjectNode next) {
        var before = stored.path("spec");
        var after = next.path("spec");
        if (differ(before.path("initContainers"), after.path("initContainers"))
                || differ(before.path("containers"), after.path("containers"))) return true;
        var known = new HashMap<String, String>();
        for (var each : before.path("ephemeralContainers")) known.put(name(each), image(each));
        for (var each : after.path("ephemeralContainers")) {
            if (!image(each).equals(known.get(name(each)))) return true;
        }
        return false;
    }

    private static boolean differ(JsonNode before, JsonNode after) {
        if (before.size() != after.size()) return true;
        for (var i = 0; i < after.size(); i++) {
            if (!image(after.path(i)).equals(image(before.path(i)))) return true;
        }
        return false;
    }

    private static String name(JsonNode container) {
        return container.path("name").asText();
    }

    private static String image(JsonNode container) {
        return container.path("image").asText();
    }
}
