package dev.plimsoll.kinds.flowcontrol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.json.ReadJson;
import dev.plimsoll.codec.json.StrictJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The flow schemas and priority levels that every cluster has. */
public final class FlowControlDocuments {
    private static final String FILE = "flowcontrol.json";
    private static final Set<String> MANDATORY = Set.of("catch-all", "exempt");

    private final List<ObjectNode> all;

    private FlowControlDocuments(List<ObjectNode> all) {
        this.all = all;
    }

    public static FlowControlDocuments bundled() {
        try (var file = FlowControlDocuments.class.getResourceAsStream(FILE)) {
            if (file == null) throw new IllegalStateException(FILE + " is not part of this program");
            var objects = new ArrayList<ObjectNode>();
            for (var item : tree(file.readAllBytes()).path("items")) objects.add((ObjectNode) item);
            return new FlowControlDocuments(List.copyOf(objects));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static JsonNode tree(byte[] bytes) {
        return switch (new StrictJson().read(bytes)) {
            case ReadJson.Tree(var root, var _) -> root;
            case ReadJson other -> throw new IllegalStateException(FILE + " cannot be read: " + other);
        };
    }

    /** Levels before the schemas that name them. */
    public List<ObjectNode> all() {
        return all;
    }

    /** Whether nobody may change what an object says. */
    public static boolean isMandatory(JsonNode document) {
        return MANDATORY.contains(document.path("metadata").path("name").asText());
    }

    public List<ObjectNode> mandatorySchemas() {
        return of(each -> each.path("kind").asText().equals("FlowSchema") && isMandatory(each));
    }

    public List<ObjectNode> mandatoryLevels() {
        return of(each -> !each.path("kind").asText().equals("FlowSchema") && isMandatory(each));
    }

    private List<ObjectNode> of(Predicate<ObjectNode> wanted) {
        return all.stream().filter(wanted).toList();
    }
}
