package dev.plimsoll.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.Manifest;
import dev.plimsoll.codec.manifest.ManifestLoader;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/**
 * Questions about one snapshot that are to be compared, as a file describes them. What a scenario may have are the options of the command,
 * without their dashes:
 *
 * <pre>
 * apiVersion: simulate.plimsoll.dev/v1alpha1
 * kind: Scenarios
 * scenarios:
 * - name: one node less
 *   drain: node-1
 * - name: a busy day
 *   scale: [deployment/web=5, deployment/api=4]
 *   add-nodes: 1:node.yaml
 *   consolidate: true
 * </pre>
 */
final class ScenarioFile {
    private static final String VERSION = "simulate.plimsoll.dev/v1alpha1";
    private static final String KIND = "Scenarios";
    private static final String LIST = "scenarios";
    private static final String NAME = "name";
    private static final int MOST = 1000;

    private final InputStream input;
    private final int seeds;
    private final List<String> problems;

    /** @param problems gets what cannot be read */
    ScenarioFile(InputStream input, int seeds, List<String> problems) {
        this.input = input;
        this.seeds = seeds;
        this.problems = problems;
    }

    /** What a scenario may say. */
    @Command(name = "scenario")
    private static final class Options {
        @Mixin
        private final ChangeOptions changes = new ChangeOptions();

        @Mixin
        private final LevelOptions level = new LevelOptions();
    }

    List<Scenario> read(Path file) {
        return switch (new ManifestLoader().load(file)) {
            case Loaded.Documents(var manifests) -> all(file, manifests);
            case Loaded.Unreadable unreadable -> {
                problems.add(unreadable.line());
                yield List.of();
            }
        };
    }

    private List<Scenario> all(Path file, List<Manifest> manifests) {
        var scenarios = new ArrayList<Scenario>();
        var names = new HashSet<String>();
        for (var manifest : manifests) {
            var list = manifest.document().path(LIST);
            if (!manifest.kind().equals(KIND) || !manifest.apiVersion().equals(VERSION) || !list.isArray()) {
                problems.add(file + ": expected apiVersion " + VERSION + ", kind " + KIND + " and a list " + LIST
                        + ", found " + manifest.displayName() + "; write a file as the reference of simulate shows");
                continue;
            }
            for (var each : list) {
                var name = each.path(NAME).asText();
                if (name.isEmpty() || !names.add(name)) {
                    problems.add(file + ": scenario " + (scenarios.size() + 1)
                            + " has no name, or that of another; give it one of its own");
                    continue;
                }
                scenarios.add(scenario(file + ": scenario '" + name + "': ", name, each));
            }
        }
        if (scenarios.isEmpty() && problems.isEmpty())
            problems.add(file + ": there is no scenario; write one under " + LIST);
        if (scenarios.size() > MOST) problems.add(file + ": " + scenarios.size() + " scenarios; write at most " + MOST);
        return scenarios;
    }

    private Scenario scenario(String where, String name, JsonNode members) {
        var arguments = new ArrayList<String>();
        for (var member : members.properties()) {
            if (member.getKey().equals(NAME)) continue;
            var value = member.getValue();
            if (value.isArray()) for (var each : value) arguments.add("--" + member.getKey() + "=" + each.asText());
            else arguments.add("--" + member.getKey() + "=" + value.asText());
        }
        var options = new Options();
        var wrong = new ArrayList<String>();
        try {
            new CommandLine(options).parseArgs(arguments.toArray(String[]::new));
        } catch (ParameterException mistaken) {
            wrong.add(mistaken.getMessage() + "; use the options of plimsoll simulate without their dashes");
        }
        var scenario = new Scenario(name, options.changes.read(input, wrong), options.level.read(seeds, wrong));
        wrong.forEach(problem -> problems.add(where + problem));
        return scenario;
    }
}
