package dev.plimsoll.e2e;

import static dev.plimsoll.e2e.RealNode.condition;
import static dev.plimsoll.e2e.RealNode.container;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

// Acceptance of nodes: shutdown
/** An agent is told to end: pods end with the machine, and live on where the agent alone goes. A script answers for systemd, which the machine usually has not. */
@Order(14)
@Timeout(600)
@ExtendWith(OnRealNode.class)
class NodeEndTest {
    /** Found before that of the machine, if it has one. */
    private static final String SYSTEMCTL = "/usr/local/bin/systemctl";

    private static final List<String> GRACEFUL = graceful();

    private static List<String> graceful() {
        var options = new ArrayList<>(RealNode.USUAL);
        options.addAll(List.of("--shutdown-grace-period", "40s", "--shutdown-grace-period-critical-pods", "20s"));
        return List.copyOf(options);
    }

    @AfterEach
    void clear(RealNode node) throws IOException, InterruptedException {
        node.guest.sh("rm -f " + SYSTEMCTL);
        node.serveWith(RealNode.USUAL);
        node.clear();
    }

    private static void systemSays(RealNode node, String state) throws IOException, InterruptedException {
        node.guest.sh("mkdir -p /usr/local/bin; printf '#!/bin/sh\\necho " + state + "\\n' > " + SYSTEMCTL
                + "; chmod 755 " + SYSTEMCTL);
    }

    private static String writing(String name, String more) {
        var script = "trap \"echo " + name + " >> /data/ended; exit 0\" TERM; sleep 1000000 & wait";
        var pod = Specs.pod(Specs.container(
                "c", script, Specs.NONE, ",\"volumeMounts\":[{\"name\":\"data\",\"mountPath\":\"/data\"}]"));
        return pod.substring(0, pod.length() - 1) + more
                + ",\"terminationGracePeriodSeconds\":15,\"volumes\":[{\"name\":\"data\",\"hostPath\":{\"path\":\"/root/ended\",\"type\":\"DirectoryOrCreate\"}}]}";
    }

    @Test
    void podsEndWithTheirMachineThoseThatMatterMostLast(RealNode node) throws IOException, InterruptedException {
        systemSays(node, "running");
        node.serveWith(GRACEFUL);
        node.guest.sh("rm -rf /root/ended");
        node.run("critical", writing("critical", ",\"priorityClassName\":\"system-node-critical\""));
        var usual = node.run("usual", writing("usual", ""));

        node.agent.stop();
        assertThat(node.guest.sh("cat /root/ended/ended 2> /dev/null || echo nothing"))
                .as("the agent alone ended")
                .isEqualTo("nothing");
        node.agent.restart();
        // A new agent knows of pods when the API has told it.
        for (var name : List.of("usual", "critical"))
            node.guest.await("wget -qO- http://127.0.0.1:10255/pods | grep -q '\"name\":\"" + name + "\"'");
        assertThat(RealNode.id(node.await("usual", "there", _ -> true), "c")).isEqualTo(RealNode.id(usual, "c"));

        systemSays(node, "stopping");
        node.agent.stop();
        assertThat(node.agent.log()).contains("the machine goes down: ending pods");
        assertThat(node.guest.sh("xargs < /root/ended/ended")).isEqualTo("usual critical");
        for (var name : List.of("usual", "critical")) {
            var ended = node.await(
                    name, "failed", pod -> pod.at("/status/phase").asText().equals("Failed"));
            assertThat(ended.at("/status/reason").asText()).isEqualTo("Terminated");
            assertThat(ended.at("/status/message").asText())
                    .isEqualTo("Pod was terminated in response to imminent node shutdown.");
            assertThat(container(ended, "c").at("/state/terminated/exitCode").asInt())
                    .isZero();
        }
        var self = node.nodes.await(
                "going down",
                each -> condition(each, "Ready").path("status").asText().equals("False"));
        assertThat(condition(self, "Ready").path("message").asText()).contains("node is shutting down");
    }
}
