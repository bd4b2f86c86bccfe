package dev.plimsoll.nodeagent.simulated.behaviour;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.Manifest;
import dev.plimsoll.codec.manifest.ManifestLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads rules for containers of simulated nodes:
 *
 * <pre>
 * apiVersion: plimsoll.dev/v1
 * kind: ContainerRules
 * rules:
 * - name: batch jobs take two minutes
 *   match: {image: "registry.example/batch/*", namespace: jobs, labels: {tier: batch}}
 *   startDelay: 2s
 *   readinessDelay: 5s
 *   duration: 2min
 *   exitCode: 0
 *   cpu: wave 100m 500m 60s
 *   memory: constant 64Mi
 *   pullFailure: unauthorized
 *   http:
 *   - {port: 8080, path: /healthz, status: 503, body: not yet, delay: 100ms}
 * </pre>
 */
public final class ContainerRulesFile {
    private static final List<String> FIELDS = List.of(
            "name",
            "match",
            "startDelay",
            "readinessDelay",
            "duration",
            "exitCode",
            "cpu",
            "memory",
            "pullFailure",
            "http");
    private static final List<String> HTTP_FIELDS = List.of("port", "path", "status", "body", "delay");
    private static final List<String> MATCHES = List.of("image", "namespace", "labels");
    private static final int HIGHEST_CODE = 255;
    private static final int HIGHEST_PORT = 65_535;

    private final Manifest manifest;
    private final List<String> problems;
    /** The name of the rule that is being read, for messages. */
    private String rule = "";

    private ContainerRulesFile(Manifest manifest, List<String> problems) {
        this.manifest = manifest;
        this.problems = problems;
    }

    /** The rules of a file; what is wrong goes to {@code problems}, all of it. */
    public static ContainerRuleSet read(Path file, List<String> problems) {
        return read(new ManifestLoader().load(file), problems);
    }

    /** The same of a text. */
    public static ContainerRuleSet read(String source, String text, List<String> problems) {
        return read(new ManifestLoader().read(source, text), problems);
    }

    private static ContainerRuleSet read(Loaded loaded, List<String> problems) {
        return switch (loaded) {
            case Loaded.Unreadable unreadable -> {
                problems.add(unreadable.line());
                yield ContainerRuleSet.NONE;
            }
            case Loaded.Documents(var manifests) -> {
                for (var surplus : manifests.subList(1, manifests.size()))
                    problems.add(surplus.problem("kind", "kind: expected one document in the file, with all rules")
                            .line());
                yield new ContainerRulesFile(manifests.getFirst(), problems).rules();
            }
        };
    }

    private ContainerRuleSet rules() {
        if (!manifest.apiVersion().equals("plimsoll.dev/v1") || !manifest.kind().equals("ContainerRules")) {
            wrong(
                    "kind",
                    "expected kind ContainerRules of plimsoll.dev/v1, not " + manifest.kind() + " of "
                            + manifest.apiVersion());
            return ContainerRuleSet.NONE;
        }
        known(manifest.document(), "", List.of("apiVersion", "kind", "metadata", "rules"));
        var list = manifest.document().path("rules");
        if (!list.isArray()) {
            wrong("rules", "expected a list of rules, such as - {match: {image: nginx*}, startDelay: 2s}");
            return ContainerRuleSet.NONE;
        }
        var rules = new ArrayList<ContainerRule>();
        for (var i = 0; i < list.size(); i++) rules.add(rule("rules[" + i + "]", list.get(i)));
        return new ContainerRuleSet(rules);
    }

    private ContainerRule rule(String path, JsonNode entry) {
        if (!entry.isObject()) {
            wrong(path, "expected a rule such as {match: {image: nginx*}, startDelay: 2s}, not " + entry);
            return ContainerRule.OPEN;
        }
        var name = entry.path("name").asText();
        rule = name.isEmpty() ? "" : " (rule \"" + name + "\")";
        known(entry, path + ".", FIELDS);
        var read = new ContainerRule(
                text(entry, path, "name"),
                match(entry.path("match"), path + ".match"),
                time(entry, path, "startDelay"),
                time(entry, path, "readinessDelay"),
                time(entry, path, "duration"),
                exitCode(entry, path),
                profile(entry, path, "cpu"),
                profile(entry, path, "memory"),
                text(entry, path, "pullFailure"),
                http(entry.path("http"), path + ".http"));
        var isEmpty = entry.properties().stream()
                .noneMatch(field ->
                        !field.getKey().equals("name") && !field.getKey().equals("match"));
        if (isEmpty)
            wrong(path, "the rule says nothing; give it one of " + String.join(", ", FIELDS.subList(2, FIELDS.size())));
        rule = "";
        return read;
    }

    private List<HttpRule> http(JsonNode list, String path) {
        if (list.isMissingNode()) return List.of();
        if (!list.isArray()) {
            wrong(path, "expected a list such as [{port: 8080, path: /healthz, body: ok}], not " + list);
            return List.of();
        }
        var rules = new ArrayList<HttpRule>();
        for (var i = 0; i < list.size(); i++) rules.add(answer(list.get(i), path + "[" + i + "]"));
        return rules;
    }

    private HttpRule answer(JsonNode entry, String path) {
        if (!entry.isObject())
            wrong(path, "expected an answer such as {port: 8080, path: /healthz, body: ok}, not " + entry);
        known(entry, path + ".", HTTP_FIELDS);
        var pattern = text(entry, path, "path");
        var delay = time(entry, path, "delay");
        return new HttpRule(
                number(entry, path, "port", 80, 1, HIGHEST_PORT),
                pattern.isEmpty() ? "*" : pattern,
                number(entry, path, "status", 200, 200, 599),
                text(entry, path, "body"),
                delay == null ? Duration.ZERO : delay);
    }

    private int number(JsonNode entry, String path, String field, int otherwise, int least, int most) {
        var value = entry.path(field);
        if (value.isMissingNode()) return otherwise;
        if (value.isInt() && value.asInt() >= least && value.asInt() <= most) return value.asInt();
        wrong(path + "." + field, "expected a number from " + least + " to " + most + ", not " + value);
        return otherwise;
    }

    private ContainerRule.Match match(JsonNode entry, String path) {
        if (entry.isMissingNode()) return ContainerRule.OPEN.match();
        if (!entry.isObject()) {
            wrong(path, "expected image, namespace or labels, such as {image: nginx*}, not " + entry);
            return ContainerRule.OPEN.match();
        }
        known(entry, path + ".", MATCHES);
        var labels = new TreeMap<String, String>();
        var given = entry.path("labels");
        if (!given.isMissingNode() && !given.isObject())
            wrong(path + ".labels", "expected labels of pods, such as {app: web}, not " + given);
        for (var label : given.properties()) {
            if (label.getValue().isTextual())
                labels.put(label.getKey(), label.getValue().asText());
            else
                wrong(
                        path + ".labels." + label.getKey(),
                        "expected a text; put it into quotes: \""
                                + label.getValue().asText() + "\"");
        }
        return new ContainerRule.Match(text(entry, path, "image"), text(entry, path, "namespace"), labels);
    }

    private void known(JsonNode entry, String prefix, List<String> fields) {
        for (var field : entry.properties()) {
            if (!fields.contains(field.getKey()))
                wrong(prefix + field.getKey(), "there is no such field; known are " + String.join(", ", fields));
        }
    }

    private String text(JsonNode entry, String path, String field) {
        var value = entry.path(field);
        if (value.isMissingNode() || value.isTextual()) return value.asText();
        wrong(path + "." + field, "expected a text, not " + value);
        return "";
    }

    private @Nullable Duration time(JsonNode entry, String path, String field) {
        var value = entry.path(field);
        if (value.isMissingNode()) return null;
        var seconds = value.isTextual() ? UsageProfile.seconds(value.asText().strip()) : Double.NaN;
        if (seconds >= 0) return Duration.ofNanos((long) (seconds * 1e9));
        wrong(path + "." + field, "expected a time such as 500ms, 30s, 2min or 1h, not " + value);
        return null;
    }

    private @Nullable Integer exitCode(JsonNode entry, String path) {
        var value = entry.path("exitCode");
        if (value.isMissingNode()) return null;
        if (value.isInt() && value.asInt() >= 0 && value.asInt() <= HIGHEST_CODE) return value.asInt();
        wrong(path + ".exitCode", "expected a number from 0 to " + HIGHEST_CODE + ", not " + value);
        return null;
    }

    private @Nullable UsageProfile profile(JsonNode entry, String path, String field) {
        var value = entry.path(field);
        if (value.isMissingNode()) return null;
        return switch (UsageProfile.parse(value.asText())) {
            case UsageProfile.Parsed.Ok(var profile) -> profile;
            case UsageProfile.Parsed.Malformed(var why) -> {
                wrong(path + "." + field, why);
                yield null;
            }
        };
    }

    private void wrong(String path, String text) {
        problems.add(manifest.problem(path, path + rule + ": " + text).line());
    }
}
