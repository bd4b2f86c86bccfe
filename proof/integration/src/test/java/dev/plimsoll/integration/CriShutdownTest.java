package dev.plimsoll.integration;

import static dev.plimsoll.integration.NodeOnFakeRuntime.container;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.resize.shutdown.ShutdownGracePeriods;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of nodes: shutdown
/** A machine goes down: its pods end, also where the agent has just started. */
@Timeout(120)
class CriShutdownTest {
    private static final ShutdownGracePeriods PERIODS =
            ShutdownGracePeriods.of(Duration.ofSeconds(40), Duration.ofSeconds(20));

    @TempDir
    Path folder;

    @Test
    void podsOfAnAgentThatHasJustStartedEndToo() throws Exception {
        try (var node = new NodeOnFakeRuntime(folder)) {
            node.create(
                    "critical",
                    "{\"priorityClassName\":\"system-node-critical\",\"containers\":[{\"name\":\"c\",\"image\":\"i:1\"}]}");
            node.create("usual", "{\"containers\":[{\"name\":\"c\",\"image\":\"i:1\"}]}");
            node.awaitRunning("critical");
            node.awaitRunning("usual");
            node.stop();
            node.start();
            node.shutDown(PERIODS);
            for (var name : List.of("usual", "critical")) {
                var ended = node.await(
                        name, "ended", pod -> pod.at("/status/phase").asText().equals("Failed"));
                assertThat(ended.at("/status/reason").asText()).isEqualTo("Terminated");
                assertThat(container(ended, "c")
                                .at("/state/terminated/exitCode")
                                .asInt())
                        .as("it was asked, not killed")
                        .isEqualTo(143);
            }
        }
    }
}
