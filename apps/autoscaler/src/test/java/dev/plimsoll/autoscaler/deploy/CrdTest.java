package dev.plimsoll.autoscaler.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.codec.schema.Shape;
import dev.plimsoll.objects.autoscaling.VpaDefinitionObject;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The definitions for a stock cluster say the same as the table by which our API server reads the kinds. */
// Acceptance of the autoscaler: definitions
class CrdTest {
    private static final String FILE = "autoscaler/crds.yaml";

    @ParameterizedTest
    @ValueSource(strings = {"VerticalPodAutoscaler", "VerticalPodAutoscalerCheckpoint"})
    void everyFieldIsInBothWithTheSameType(String kind) throws IOException {
        var ours = new TreeMap<String, String>();
        fields(
                "",
                Schema.bundled()
                        .find("autoscaling.k8s.io/v1", kind)
                        .orElseThrow()
                        .shape(),
                ours);
        ours.keySet().removeIf(path -> path.startsWith(".metadata."));
        var definition = definition(kind);
        var theirs = new TreeMap<String, String>();
        properties("", definition.at("/spec/versions/0/schema/openAPIV3Schema"), theirs);
        assertThat(theirs).isEqualTo(ours);
    }

    private static JsonNode definition(String kind) throws IOException {
        return Manifests.read(Manifests.DEPLOY.resolve(FILE)).stream()
                .filter(document -> document.at("/spec/names/kind").asText().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    private static void fields(String path, Shape shape, Map<String, String> into) {
        switch (shape) {
            case Shape.Struct struct -> {
                if (!path.isEmpty()) into.put(path, "object");
                struct.fields().forEach((name, field) -> fields(path + "." + name, field.shape(), into));
            }
            case Shape.MapOf(var value, var _) -> {
                // Weights of buckets are numbers by name, of which a definition only says that they are kept.
                into.put(path, path.endsWith(".bucketWeights") ? "free" : "map");
                if (!path.endsWith(".bucketWeights")) fields(path + ".*", value, into);
            }
            case Shape.ListOf(var element, var _) -> {
                into.put(path, "list");
                fields(path + "[]", element, into);
            }
            case Shape.Scalar scalar -> into.put(path, scalar.word());
            case Shape.Free _ -> into.put(path, "free");
        }
    }

    private static void properties(String path, JsonNode schema, Map<String, String> into) {
        if (path.equals(".metadata")) {
            into.put(path, "object");
            return;
        }
        if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
            into.put(path, "quantity");
            return;
        }
        switch (schema.path("type").asText()) {
            case "object" -> {
                if (schema.path("x-kubernetes-preserve-unknown-fields").asBoolean()) {
                    into.put(path, "free");
                } else if (schema.has("additionalProperties")) {
                    into.put(path, "map");
                    properties(path + ".*", schema.path("additionalProperties"), into);
                } else {
                    if (!path.isEmpty()) into.put(path, "object");
                    for (var entry : schema.path("properties").properties())
                        properties(path + "." + entry.getKey(), entry.getValue(), into);
                }
            }
            case "array" -> {
                into.put(path, "list");
                properties(path + "[]", schema.path("items"), into);
            }
            case "integer" -> into.put(path, schema.path("format").asText());
            case "number" -> into.put(path, "double");
            case "string" -> into.put(path, schema.path("format").asText().equals("date-time") ? "time" : "string");
            default -> throw new AssertionError(path + " has no type: " + schema);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"VerticalPodAutoscaler", "VerticalPodAutoscalerCheckpoint"})
    void everyFieldIsDescribed(String kind) throws IOException {
        undescribed("", definition(kind).at("/spec/versions/0/schema/openAPIV3Schema"));
    }

    private static void undescribed(String path, JsonNode schema) {
        for (var entry : schema.path("properties").properties()) {
            var field = path + "." + entry.getKey();
            if (field.equals(".metadata")) continue;
            assertThat(entry.getValue().path("description").asText()).as(field).isNotEmpty();
            undescribed(field, entry.getValue());
            undescribed(field, entry.getValue().path("items"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"VerticalPodAutoscaler", "VerticalPodAutoscalerCheckpoint"})
    void aVersionThatWasEverStoredIsKeptThoughItIsNotServed(String kind) throws IOException {
        var old = definition(kind).at("/spec/versions/1");
        assertThat(old.path("name").asText()).isEqualTo("v1beta2");
        assertThat(old.path("served").asBoolean(true)).isFalse();
        assertThat(old.path("storage").asBoolean(true)).isFalse();
    }

    @Test
    void fieldsThatADefinitionLacksAreNamed() throws IOException {
        ObjectNode definition = definition("VerticalPodAutoscaler").deepCopy();
        assertThat(new VpaDefinitionObject(definition).missingFields()).isEmpty();
        var spec = "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/resourcePolicy/properties";
        definition.withObject(spec).remove("podPolicies");
        assertThat(new VpaDefinitionObject(definition).missingFields())
                .containsExactly(
                        "spec.resourcePolicy.podPolicies",
                        "spec.resourcePolicy.podPolicies.estimator",
                        "spec.resourcePolicy.podPolicies.maxAllowedScope");
    }

    @Test
    void kubectlShowsTheSameColumns() throws IOException {
        var columns = new TreeSet<String>();
        for (var column : definition("VerticalPodAutoscaler").at("/spec/versions/0/additionalPrinterColumns"))
            columns.add(
                    column.path("name").asText() + " " + column.path("priority").asInt());
        assertThat(columns)
                .containsExactly(
                        "Age 0",
                        "CPU 0",
                        "Mem 0",
                        "MinReplicas 1",
                        "Mode 0",
                        "OOMSeconds 1",
                        "PodCPU 1",
                        "PodMem 1",
                        "Provided 0");
    }

    @Test
    void theChartBringsTheSameDefinitions() throws IOException {
        assertThat(Files.readString(Manifests.DEPLOY.resolve("helm/plimsoll-autoscaler/crds/crds.yaml")))
                .isEqualTo(Files.readString(Manifests.DEPLOY.resolve(FILE)));
    }
}
