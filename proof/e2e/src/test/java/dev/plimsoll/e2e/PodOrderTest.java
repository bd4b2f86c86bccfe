package dev.plimsoll.e2e;

import static dev.plimsoll.e2e.RealNode.condition;
import static dev.plimsoll.e2e.RealNode.container;
import static dev.plimsoll.e2e.Specs.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import java.io.IOException;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

// Acceptance of nodes: readiness-gates, hooks, grace, back-off, restart-rules, order
/** When containers begin, begin again and end. */
@Order(12)
class PodOrderTest implements UsualNode {
    private static final String DATA =
            "\"volumes\":[{\"name\":\"data\",\"hostPath\":{\"path\":\"/root/order\",\"type\":\"DirectoryOrCreate\"}}]";
    private static final String MOUNT = ",\"volumeMounts\":[{\"name\":\"data\",\"mountPath\":\"/data\"}]";

    private static String told(RealNode node) throws IOException, InterruptedException {
        return node.guest.sh("xargs < /root/order/told");
    }

    private static String telling(String name, String more) {
        var script = "echo " + name + " >> /data/told; touch /tmp/up; trap \"echo " + name
                + "-ends >> /data/told; exit 0\" TERM; sleep 1000000 & wait";
        return Specs.container(name, script, Specs.NONE, MOUNT + more);
    }

    @Test
    void initContainersThenSidecarsThenTheRestAndBackAgain(RealNode node) throws IOException, InterruptedException {
        node.guest.sh("rm -rf /root/order");
        var probe =
                ",\"startupProbe\":{\"exec\":{\"command\":[\"test\",\"-e\",\"/tmp/up\"]},\"periodSeconds\":1,\"timeoutSeconds\":30}";
        node.run(
                "p",
                with(
                        Specs.pod(telling("main", "")),
                        DATA
                                + ",\"terminationGracePeriodSeconds\":60,\"initContainers\":["
                                + Specs.container("first", "echo first >> /data/told", Specs.NONE, MOUNT) + ","
                                + telling("side", probe + ",\"restartPolicy\":\"Always\"") + ","
                                + Specs.container("second", "echo second >> /data/told", Specs.NONE, MOUNT) + "]"));
        node.guest.await("grep -q main /root/order/told");
        assertThat(told(node)).isEqualTo("first side second main");
        node.delete("p");
        node.pods.awaitNone("the end of p", _ -> true);
        assertThat(told(node)).isEqualTo("first side second main main-ends side-ends");
    }

    @Test
    void aRuleSaysWithWhichCodesAContainerBeginsAgain(RealNode node) throws InterruptedException {
        var script =
                "n=$(cat /count/n 2> /dev/null || echo 0); echo $((n+1)) > /count/n; [ $n = 0 ] && exit 42; exit 7";
        var rules =
                ",\"restartPolicy\":\"Never\",\"restartPolicyRules\":[{\"action\":\"Restart\",\"exitCodes\":{\"operator\":\"In\",\"values\":[42]}}],"
                        + "\"volumeMounts\":[{\"name\":\"count\",\"mountPath\":\"/count\"}]";
        node.create(
                "p",
                with(
                        Specs.pod(Specs.container("c", script, Specs.NONE, rules)),
                        "\"restartPolicy\":\"Never\",\"volumes\":[{\"name\":\"count\",\"emptyDir\":{}}]"));
        var ended = node.await(
                "p", "failed", pod -> pod.at("/status/phase").asText().equals("Failed"));
        assertThat(container(ended, "c").path("restartCount").asInt()).isEqualTo(1);
        assertThat(container(ended, "c").at("/state/terminated/exitCode").asInt())
                .isEqualTo(7);
        assertThat(container(ended, "c").at("/lastState/terminated/exitCode").asInt())
                .isEqualTo(42);
    }

    private static ObjectNode waiting(RealNode node, int seconds) throws InterruptedException {
        return node.await(
                "p",
                "held back " + seconds + " s",
                pod -> container(pod, "c").at("/state/waiting/reason").asText().equals("CrashLoopBackOff")
                        && container(pod, "c")
                                .at("/state/waiting/message")
                                .asText()
                                .startsWith("back-off " + seconds + "s restarting failed container=c "));
    }

    @Test
    void whatAContainerHasToWaitOutlivesTheAgent(RealNode node) throws IOException, InterruptedException {
        node.create("p", Specs.pod(Specs.container("c", "exit 3", Specs.NONE, "")));
        var restarts = container(waiting(node, 20), "c").path("restartCount").asInt();
        node.agent.stop();
        node.agent.restart();
        var longer = container(waiting(node, 40), "c");
        assertThat(longer.path("restartCount").asInt()).isEqualTo(restarts + 1);
        assertThat(longer.at("/lastState/terminated/exitCode").asInt()).isEqualTo(3);
        node.awaitEvent(
                "p",
                "BackOff",
                message -> message.startsWith("Back-off restarting failed container c in pod p_default("));
    }

    @Test
    void hooksSendRequestsAndSleepBeforeTheEnd(RealNode node) throws IOException, InterruptedException {
        node.guest.sh("rm -rf /root/order");
        var serve =
                "printf \"HTTP/1.1 200 OK\\\\r\\\\nContent-Length: 0\\\\r\\\\n\\\\r\\\\n\" | nc -l -p 8099 > /data/request; "
                        + Specs.WAIT;
        var http =
                ",\"lifecycle\":{\"preStop\":{\"httpGet\":{\"path\":\"/bye\",\"port\":8099,\"httpHeaders\":[{\"name\":\"X-Who\",\"value\":\"hook\"}]}}}";
        var sleep =
                ",\"lifecycle\":{\"postStart\":{\"sleep\":{\"seconds\":1}},\"preStop\":{\"sleep\":{\"seconds\":3}}}";
        node.run(
                "p",
                with(
                        Specs.pod(
                                Specs.container("asked", serve, Specs.NONE, MOUNT + http),
                                Specs.container(
                                        "slow",
                                        "trap \"date +%s > /data/end; exit 0\" TERM; sleep 1000000 & wait",
                                        Specs.NONE,
                                        MOUNT + sleep)),
                        DATA + ",\"terminationGracePeriodSeconds\":60"));
        var began = Long.parseLong(node.guest.sh("date +%s"));
        node.delete("p");
        node.pods.awaitNone("the end of p", _ -> true);
        assertThat(node.guestFile("/root/order/request"))
                .startsWith("GET /bye HTTP/1.1")
                .containsIgnoringCase("X-Who: hook");
        assertThat(Long.parseLong(node.guestFile("/root/order/end")))
                .as("told to end after its hook")
                .isGreaterThanOrEqualTo(began + 3);
    }

    @Test
    void whoDoesNotEndIsKilledWhenItsTimeIsOver(RealNode node) throws InterruptedException {
        node.run(
                "p",
                with(
                        Specs.pod(Specs.container("c", "trap : TERM; while true; do sleep 1; done", Specs.NONE, "")),
                        "\"terminationGracePeriodSeconds\":2"));
        var held = RealNode.json("{\"metadata\":{\"finalizers\":[\"e2e.example/held\"]}}");
        var name = new ObjectName("default", "p");
        assertThat(node.client
                        .patch(ApiResource.PODS, name, new Patch.Merge(held))
                        .problem())
                .isEmpty();
        node.delete("p");
        var killed = node.await(
                "p", "killed", pod -> container(pod, "c").path("state").has("terminated"));
        assertThat(container(killed, "c").at("/state/terminated/exitCode").asInt())
                .isEqualTo(137);
        node.awaitEvent("p", "Killing", "Stopping container c"::equals);
        var free = RealNode.json("{\"metadata\":{\"finalizers\":null}}");
        assertThat(node.client
                        .patch(ApiResource.PODS, name, new Patch.Merge(free))
                        .problem())
                .isEmpty();
    }

    @Test
    void aGateOfOthersKeepsAPodFromBeingReady(RealNode node) throws InterruptedException {
        node.create(
                "p",
                with(
                        Specs.pod(Specs.container("c", Specs.NONE)),
                        "\"readinessGates\":[{\"conditionType\":\"e2e.example/in\"}]"));
        var gated = node.await(
                "p",
                "gated",
                pod -> condition(pod, "Ready").path("reason").asText().equals("ReadinessGatesNotReady"));
        assertThat(condition(gated, "ContainersReady").path("status").asText()).isEqualTo("True");
        var open = RealNode.json("{\"status\":{\"conditions\":[{\"type\":\"e2e.example/in\",\"status\":\"True\"}]}}");
        assertThat(node.client
                        .patch(
                                ApiResource.PODS.sub("status"),
                                new ObjectName("default", "p"),
                                new Patch.Strategic(open))
                        .problem())
                .isEmpty();
        node.await("p", "ready", RealNode::isReady);
    }
}
