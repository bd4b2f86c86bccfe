package dev.plimsoll.nodeagent.simulated.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.ResourceRequirements;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// Acceptance of nodes: container-rules
/** Rules for containers: which they are about, what they say, and what is said of those that cannot be read. */
class ContainerRulesFileTest {
    private static final String HEAD = "apiVersion: plimsoll.dev/v1\nkind: ContainerRules\nrules:\n";

    private static List<String> problems(String text) {
        var problems = new ArrayList<String>();
        ContainerRulesFile.read("rules.yaml", text, problems);
        return problems;
    }

    private static ContainerRuleSet rules(String text) {
        var problems = new ArrayList<String>();
        var rules = ContainerRulesFile.read("rules.yaml", HEAD + text, problems);
        assertThat(problems).isEmpty();
        return rules;
    }

    private static ContainerRule of(
            ContainerRuleSet rules, String namespace, String image, Map<String, String> labels) {
        var meta = new ObjectMeta("p", "", namespace, "uid", 1, labels, Map.of(), null);
        return rules.of(meta, Container.of("c", ResourceRequirements.ABSENT).withImage(image));
    }

    @Test
    @DisplayName("a rule is about containers by image, namespace and labels, all that it names")
    void matches() {
        var rules = rules("- {match: {image: 'shop/*:1', namespace: 'team-?', labels: {a: x}}, startDelay: 2s}\n");
        assertThat(of(rules, "team-1", "shop/web:1", Map.of("a", "x", "b", "y")).startDelay())
                .isEqualTo(Duration.ofSeconds(2));
        assertThat(of(rules, "team-12", "shop/web:1", Map.of("a", "x")).startDelay())
                .isNull();
        assertThat(of(rules, "team-1", "shop/web:2", Map.of("a", "x")).startDelay())
                .isNull();
        assertThat(of(rules, "team-1", "shop/web:1", Map.of("a", "z")).startDelay())
                .isNull();
    }

    @Test
    @DisplayName("of rules that say the same thing the first counts, and how a container ends is one thing")
    void order() {
        var rules = rules("""
                - {match: {image: a*}, duration: 5s, cpu: constant 1}
                - {startDelay: 1s, exitCode: 3, cpu: constant 2}
                """);
        var both = of(rules, "d", "ab", Map.of());
        assertThat(both.duration()).isEqualTo(Duration.ofSeconds(5));
        assertThat(both.exitCode()).isNull();
        assertThat(both.cpu()).isEqualTo(new UsageProfile.Constant(1000));
        assertThat(both.startDelay()).isEqualTo(Duration.ofSeconds(1));
        assertThat(of(rules, "d", "b", Map.of()).exitCode()).isEqualTo(3);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '~',
            value = {
                "- {name: x, startDelay: 2}"
                        + " ~ rules.yaml:4:13: rules[0].startDelay (rule \"x\"): expected a time such as 500ms, 30s, 2min or 1h, not 2",
                "- {exitCode: 256} ~ rules.yaml:4:4: rules[0].exitCode: expected a number from 0 to 255, not 256",
                "- {strat: 1s} ~ rules.yaml:4:4: rules[0].strat: there is no such field; known are name, match, startDelay,"
                        + " readinessDelay, duration, exitCode, cpu, memory, pullFailure, http",
                "- {cpu: wave 1} ~ rules.yaml:4:4: rules[0].cpu: \"wave 1\" is not a profile; one of: constant AMOUNT,"
                        + " wave LOW HIGH PERIOD, leak START PER-SECOND, burst LOW HIGH LENGTH PERIOD",
                "- {match: {imgae: x}, cpu: constant 1} ~ rules.yaml:4:12: rules[0].match.imgae: there is no such field; known"
                        + " are image, namespace, labels",
                "- {match: {labels: {a: 1}}, cpu: constant 1} ~ rules.yaml:4:21: rules[0].match.labels.a: expected a text; put"
                        + " it into quotes: \"1\"",
                "- {match: {image: x}} ~ rules.yaml:4:3: rules[0]: the rule says nothing; give it one of startDelay,"
                        + " readinessDelay, duration, exitCode, cpu, memory, pullFailure, http",
                "- slow ~ rules.yaml:4:3: rules[0]: expected a rule such as {match: {image: nginx*}, startDelay: 2s}, not"
                        + " \"slow\""
            })
    void refused(String rule, String problem) {
        assertThat(problems(HEAD + rule + "\n").getFirst()).isEqualTo(problem);
    }

    @Test
    @DisplayName("another kind of file is refused, and what would pass is said")
    void otherKind() {
        assertThat(problems("apiVersion: v1\nkind: Pod\n").getFirst())
                .isEqualTo("rules.yaml:2:1: kind: expected kind ContainerRules of plimsoll.dev/v1, not Pod of v1");
    }

    @Test
    @DisplayName("the example can be read")
    void example() {
        var problems = new ArrayList<String>();
        var rules = ContainerRulesFile.read(Path.of("../../examples/container-rules.yaml"), problems);
        assertThat(problems).isEmpty();
        assertThat(rules.size()).isEqualTo(3);
    }
}
