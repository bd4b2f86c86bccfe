package dev.plimsoll.kinds.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.kinds.builtin.Kinds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: openapi
/** What is said of fields in OpenAPI documents. */
class FieldDescriptionsTest {
    private final OpenApi openApi = new OpenApi(Kinds.bundled(), Schema.bundled(), List::of);

    private Map<String, JsonNode> definitions() {
        var definitions = new HashMap<String, JsonNode>();
        openApi.second()
                .path("definitions")
                .properties()
                .forEach(each -> definitions.put(FieldDescriptions.section(each.getKey()), each.getValue()));
        return definitions;
    }

    @Test
    void everyDescriptionIsOfAFieldThatIsThereAndIsPublished() {
        var definitions = definitions();
        FieldDescriptions.all().forEach((type, fields) -> {
            var definition = definitions.get(type);
            if (definition == null) throw new AssertionError("fields.txt describes a type that is not there: " + type);
            fields.forEach((field, text) -> {
                var described = field.equals(".")
                        ? definition
                        : definition.path("properties").path(field);
                assertThat(described.path("description").asText())
                        .as(type + " " + field)
                        .isEqualTo(text);
            });
        });
    }

    @Test
    void theNewerDocumentsSayTheSame() {
        var pod = openApi.document("api/v1").orElseThrow().at("/components/schemas/io.k8s.api.core.v1.PodSpec");
        assertThat(pod.at("/properties/resources/description").asText())
                .isEqualTo(FieldDescriptions.of("io.k8s.api.core.v1.PodSpec", "resources")
                        .orElseThrow())
                .contains("the pod as a whole");
        assertThat(pod.at("/properties/nodeName").has("description")).isFalse();
    }
}
