package dev.plimsoll.nodeagent.usage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.nodeagent.runtime.PodRuntime.PodUsage;
import dev.plimsoll.objects.autoscaling.UsageMetricsDraft;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Readings as documents of the API. */
final class UsageDocuments {
    private final Sample sample;
    private final @Nullable Sample before;
    private final Duration usualWindow;

    /** @param usualWindow what is said of the first reading, which has none before it */
    UsageDocuments(Sample sample, @Nullable Sample before, Duration usualWindow) {
        this.sample = sample;
        this.before = before;
        this.usualWindow = usualWindow;
    }

    ObjectNode node(String name, Map<String, String> labels) {
        return UsageMetricsDraft.ofNode(name, labels)
                .measured(sample.at(), window())
                .usage(sample.nodeCpu(before), sample.node().workingSet())
                .document();
    }

    /**
     * What one pod uses.
     *
     * @param pod as the API has it
     * @param uid as the node has it
     */
    ObjectNode pod(ObjectMeta pod, String uid, PodUsage usage) {
        var draft = UsageMetricsDraft.ofPod(pod).measured(sample.at(), window());
        new TreeMap<>(usage.containers())
                .forEach((name, container) -> draft.container(
                        name, sample.containerCpu(before, uid, name, container), container.workingSet()));
        return draft.document();
    }

    private Duration window() {
        return before == null ? usualWindow : Duration.between(before.at(), sample.at());
    }
}
