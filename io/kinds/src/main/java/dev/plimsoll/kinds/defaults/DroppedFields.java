package dev.plimsoll.kinds.defaults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Fields that the API has and a server with the default gates does not take: they are left out of what is stored, as if nobody had sent
 * them. A name in a path stands for a member; {@code *} for every entry of a list or map.
 */
public final class DroppedFields implements Consumer<ObjectNode> {
    private final List<List<String>> paths;

    private DroppedFields(List<List<String>> paths) {
        this.paths = paths;
    }

    /**
     * These fields.
     *
     * @param paths such as {@code spec.devices.*.taints}
     */
    public static DroppedFields of(String... paths) {
        return new DroppedFields(
                Arrays.stream(paths).map(path -> List.of(path.split("\\.", -1))).toList());
    }

    @Override
    public void accept(ObjectNode document) {
        for (var path : paths) drop(document, path);
    }

    private static void drop(JsonNode node, List<String> path) {
        var name = path.getFirst();
        var rest = path.subList(1, path.size());
        if (name.equals("*")) {
            for (var entry : node) drop(entry, rest);
        } else if (rest.isEmpty()) {
            if (node instanceof ObjectNode object) object.remove(name);
        } else if (node.has(name)) {
            drop(node.get(name), rest);
        }
    }
}
