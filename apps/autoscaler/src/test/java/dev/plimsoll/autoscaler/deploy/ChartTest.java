package dev.plimsoll.autoscaler.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/**
 * The chart renders to manifests that fit together and to the plain ones. Its templates use nothing of Helm's language but
 * values, {@code if}, {@code with}, {@code toYaml} and {@code nindent}, which is what is rendered here.
 */
class ChartTest {
    private static final Path CHART = Manifests.DEPLOY.resolve("helm/plimsoll-autoscaler");
    private static final Pattern BLOCK =
            Pattern.compile("\\{\\{- (if|with) ([.\\w]+) }}(.*?)\\{\\{- end }}", Pattern.DOTALL);
    private static final Pattern YAML = Pattern.compile("\\s*\\{\\{- toYaml ([.\\w]+) \\| nindent (\\d+) }}");
    private static final Pattern VALUE = Pattern.compile("\\{\\{ ([.\\w]+) }}");

    private static List<JsonNode> rendered(JsonNode values) throws IOException {
        var all = new ArrayList<JsonNode>();
        try (var files = Files.list(CHART.resolve("templates"))) {
            for (var file : files.sorted().toList()) {
                var text = render(Files.readString(file), values);
                assertThat(text).as("everything in %s is rendered", file).doesNotContain("{{");
                all.addAll(Manifests.parse(text));
            }
        }
        return all;
    }

    private static JsonNode value(String path, JsonNode values) {
        if (path.equals(".Release.Namespace")) return values.path("namespace");
        var found = values.at(path.replace(".Values", "").replace('.', '/'));
        assertThat(found.isMissingNode()).as("%s is in values.yaml", path).isFalse();
        return found;
    }

    private static boolean isEmpty(JsonNode node) {
        return node.isContainerNode() ? node.isEmpty() : !node.asBoolean();
    }

    private static String render(String template, JsonNode values) {
        var inner = Pattern.compile(
                        "\\{\\{- with ([.\\w]+) }}\\s*\\{\\{- toYaml \\. \\| nindent (\\d+) }}\\s*\\{\\{- end }}")
                .matcher(template)
                .replaceAll(match -> {
                    var node = value(match.group(1), values);
                    return isEmpty(node) ? "" : quoted(indented(node, Integer.parseInt(match.group(2))));
                });
        var blocks = BLOCK.matcher(inner)
                .replaceAll(match -> isEmpty(value(match.group(2), values)) ? "" : quoted(match.group(3)));
        var trees = YAML.matcher(blocks)
                .replaceAll(match -> quoted(indented(value(match.group(1), values), Integer.parseInt(match.group(2)))));
        return VALUE.matcher(trees)
                .replaceAll(match -> quoted(value(match.group(1), values).asText()));
    }

    private static String quoted(String text) {
        return Matcher.quoteReplacement(text);
    }

    private static String indented(JsonNode node, int spaces) {
        var plain = new ObjectMapper().convertValue(node, Object.class);
        var text = new Dump(DumpSettings.builder()
                        .setDefaultFlowStyle(FlowStyle.BLOCK)
                        .build())
                .dumpToString(plain)
                .strip();
        return "\n" + text.indent(spaces).stripTrailing();
    }

    private static JsonNode values() throws IOException {
        var values = Manifests.read(CHART.resolve("values.yaml")).getFirst();
        ((ObjectNode) values).put("namespace", "kube-system");
        return values;
    }

    @Test
    void theUsualValuesGiveThePlainManifests() throws IOException {
        var chart = rendered(values());
        var plain = new ArrayList<>(Manifests.read(Manifests.DEPLOY.resolve("autoscaler/rbac.yaml")));
        plain.addAll(Manifests.read(Manifests.DEPLOY.resolve("autoscaler/deployments.yaml")));
        assertThat(names(chart)).containsExactlyInAnyOrderElementsOf(names(plain));
        for (var document : plain) {
            if (!document.path("kind").asText().contains("Role")) continue;
            assertThat(Manifests.named(chart, document.path("kind").asText(), name(document)))
                    .isEqualTo(document);
        }
    }

    private static String name(JsonNode document) {
        return document.at("/metadata/name").asText();
    }

    private static List<String> names(List<JsonNode> documents) {
        return documents.stream()
                .map(document -> document.path("kind").asText() + " " + name(document))
                .toList();
    }

    @Test
    void everyAccountThatRunsIsBound() throws IOException {
        var chart = rendered(values());
        for (var document : chart) {
            if (!document.path("kind").asText().equals("Deployment")) continue;
            var account = document.at("/spec/template/spec/serviceAccountName").asText();
            Manifests.named(chart, "ServiceAccount", account);
            var bound = chart.stream()
                    .filter(each -> each.path("kind").asText().endsWith("Binding"))
                    .filter(each ->
                            each.path("subjects").findValuesAsText("name").contains(account))
                    .count();
            assertThat(bound).as(account).isEqualTo(3);
        }
    }

    @Test
    void aPartThatIsSwitchedOffAndFlagsThatAreAddedAreSeen() throws IOException {
        var values = values();
        ((ObjectNode) values.path("updater")).put("enabled", false);
        ((ObjectNode) values.path("recommender")).putArray("extraArgs").add("--recommendation-margin-fraction=0.2");
        var chart = rendered(values);
        assertThat(names(chart)).doesNotContain("Deployment vpa-updater");
        var arguments =
                Manifests.named(chart, "Deployment", "vpa-recommender").at("/spec/template/spec/containers/0/args");
        assertThat(arguments)
                .extracting(JsonNode::asText)
                .startsWith("autoscaler", "recommender", "--leader-elect=true")
                .contains("--feature-gates=PodLevelResources=true", "--recommendation-margin-fraction=0.2");
    }
}
