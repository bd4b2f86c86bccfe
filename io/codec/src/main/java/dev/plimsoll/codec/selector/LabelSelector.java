package dev.plimsoll.codec.selector;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The labels that an object must have. All requirements hold together; none at all selects everything. */
public record LabelSelector(List<LabelRequirement> requirements) {
    public static final LabelSelector EVERYTHING = new LabelSelector(List.of());

    public LabelSelector {
        requirements = List.copyOf(requirements);
    }

    /** Reads the text of a {@code labelSelector} parameter. */
    public static ParsedSelector<LabelSelector> parse(String text) {
        return new LabelSelectorParser(text).parse();
    }

    /** As the {@code labelSelector} parameter has it; empty for everything. */
    public String text() {
        return requirements.stream().map(LabelRequirement::text).collect(Collectors.joining(","));
    }

    public boolean isEverything() {
        return requirements.isEmpty();
    }

    public boolean matches(JsonNode object) {
        if (isEverything()) return true;
        var labels = new HashMap<String, String>();
        for (var entry : object.path("metadata").path("labels").properties()) {
            labels.put(entry.getKey(), entry.getValue().asText());
        }
        return matches(labels);
    }

    public boolean matches(Map<String, String> labels) {
        for (var requirement : requirements) if (!requirement.matches(labels)) return false;
        return true;
    }
}
