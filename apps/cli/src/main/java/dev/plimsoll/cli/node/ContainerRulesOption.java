package dev.plimsoll.cli.node;

import dev.plimsoll.nodeagent.simulated.behaviour.ContainerRuleSet;
import dev.plimsoll.nodeagent.simulated.behaviour.ContainerRulesFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What containers of simulated nodes do, beside what their pods say. */
public final class ContainerRulesOption {
    @Option(
            names = "--container-rules",
            paramLabel = "FILE",
            description = {
                "Rules for containers of simulated nodes, by image, namespace and labels: how long they take to start and to become",
                "ready, when and how they end, what they use, and whose image cannot be pulled (see examples/container-rules.yaml)."
            })
    private @Nullable Path file;

    /** About what a real container takes to end: whoever deletes a pod sees it go. */
    private static final Duration STOP = Duration.ofMillis(200);

    public boolean isGiven() {
        return file != null;
    }

    /** The rules that were asked for; what is wrong goes to {@code problems}. */
    public ContainerRuleSet read(List<String> problems) {
        var rules = file == null ? ContainerRuleSet.NONE : ContainerRulesFile.read(file, problems);
        return rules.stoppingWithin(STOP);
    }
}
