package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.nodeagent.runtime.CommandOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Resizes, and what commands inside the containers then read: their own cgroup files, and the pod's cgroup through a {@code hostPath}
 * of the node's tree. The expected values are worked out here, from the formulas of KEP-2837 and KEP-1287.
 */
class ResizeSeenInsideTest {
    private static final long NODE_MEMORY = 32L << 30;
    private static final Duration LONGEST_COMMAND = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private SimulatedCluster cluster;
    /** By container id: a container keeps the score that it was started with. */
    private final Map<String, Long> scores = new HashMap<>();

    @BeforeEach
    void start() {
        cluster = new SimulatedCluster(folder);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    /**
     * One container; amounts such as {@code cpu=20m,memory=35Mi}.
     *
     * @param restarts the resources whose resize restarts it
     */
    record Part(String name, boolean isSidecar, String requests, String limits, List<String> restarts) {
        long request(String resource) {
            return amount(requests, resource, amount(limits, resource, 0));
        }

        long limit(String resource) {
            return amount(limits, resource, 0);
        }
    }

    /** What a pod asks for; pod-level amounts are empty where there are none. */
    record Ask(String requests, String limits, List<Part> parts) {
        boolean isPodLevel() {
            return !requests.isEmpty() || !limits.isEmpty();
        }

        long request(String resource) {
            var sum = parts.stream().mapToLong(part -> part.request(resource)).sum();
            return amount(requests, resource, amount(limits, resource, sum));
        }

        /** 0 where nothing bounds the pod. */
        long limit(String resource) {
            var isBounded = parts.stream().allMatch(part -> part.limit(resource) > 0);
            var sum = parts.stream().mapToLong(part -> part.limit(resource)).sum();
            return amount(limits, resource, isBounded ? sum : 0);
        }

        long limit(Part part, String resource) {
            return part.limit(resource) > 0 ? part.limit(resource) : amount(limits, resource, 0);
        }

        boolean isGuaranteed() {
            return Stream.of("cpu", "memory").allMatch(each -> {
                if (isPodLevel()) return limit(each) > 0 && request(each) == limit(each);
                return parts.stream().allMatch(part -> part.limit(each) > 0 && part.request(each) == part.limit(each));
            });
        }
    }

    /** @param isUndone whether the resize can be taken back */
    record Scenario(String name, boolean isPut, Ask before, Ask after, int restarts, boolean isUndone) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static long amount(String amounts, String resource, long otherwise) {
        for (var each : amounts.split(",", -1)) {
            if (each.startsWith(resource + "=")) return number(each.substring(resource.length() + 1));
        }
        return otherwise;
    }

    /** Thousandths of CPUs, or bytes. */
    private static long number(String text) {
        if (text.endsWith("m")) return Long.parseLong(text.substring(0, text.length() - 1));
        if (text.endsWith("Mi")) return Long.parseLong(text.substring(0, text.length() - 2)) << 20;
        return Long.parseLong(text) * 1000;
    }

    private static Part part(String name, String amounts) {
        return new Part(name, false, amounts, amounts, List.of());
    }

    private static Part part(String name, String requests, String limits) {
        return new Part(name, false, requests, limits, List.of());
    }

    private static Part restarting(String name, String amounts, String... resources) {
        return new Part(name, false, amounts, amounts, List.of(resources));
    }

    private static Part sidecar(String name, String amounts) {
        return new Part(name, true, amounts, amounts, List.of());
    }

    private static Ask pod(Part... parts) {
        return new Ask("", "", List.of(parts));
    }

    private static Ask podLevel(String requests, String limits, Part... parts) {
        return new Ask(requests, limits, List.of(parts));
    }

    static Stream<Scenario> scenarios() {
        var base = "cpu=20m,memory=35Mi";
        var more = "cpu=25m,memory=40Mi";
        var less = "cpu=15m,memory=30Mi";
        var all = new ArrayList<Scenario>();
        for (var isPut : List.of(false, true)) {
            var by = isPut ? ", by PUT" : ", by PATCH";
            all.addAll(List.of(
                    new Scenario(
                            "one guaranteed container grows" + by,
                            isPut,
                            pod(part("c1", base)),
                            pod(part("c1", more)),
                            0,
                            true),
                    new Scenario(
                            "one container: more CPU, less memory" + by,
                            isPut,
                            pod(part("c1", base), sidecar("side", base)),
                            pod(part("c1", "cpu=25m,memory=30Mi"), sidecar("side", base)),
                            0,
                            true),
                    new Scenario(
                            "the pod level alone" + by,
                            isPut,
                            podLevel(
                                    "cpu=80m,memory=95Mi", "cpu=80m,memory=95Mi", part("c1", "", ""), part("c2", base)),
                            podLevel(
                                    "cpu=85m,memory=100Mi",
                                    "cpu=85m,memory=100Mi",
                                    part("c1", "", ""),
                                    part("c2", base)),
                            0,
                            true)));
        }
        all.addAll(List.of(
                new Scenario(
                        "a container and its sidecar",
                        false,
                        pod(part("c1", base), sidecar("side", base)),
                        pod(part("c1", more), sidecar("side", more)),
                        0,
                        true),
                new Scenario(
                        "three containers, the first two grow, the last shrinks, more in all",
                        false,
                        pod(part("c1", base), part("c2", base), part("c3", base)),
                        pod(part("c1", more), part("c2", more), part("c3", less)),
                        0,
                        true),
                new Scenario(
                        "three containers, less in all",
                        false,
                        pod(part("c1", base), part("c2", base), part("c3", base)),
                        pod(part("c1", less), part("c2", more), part("c3", less)),
                        0,
                        true),
                new Scenario(
                        "three containers, CPU and memory go different ways",
                        false,
                        pod(part("c1", base), part("c2", base), part("c3", base)),
                        pod(part("c1", "cpu=25m,memory=30Mi"), part("c2", "cpu=15m,memory=40Mi"), part("c3", base)),
                        0,
                        true),
                new Scenario(
                        "CPU restarts and only CPU changes",
                        false,
                        pod(restarting("c1", base, "cpu")),
                        pod(restarting("c1", "cpu=25m,memory=35Mi", "cpu")),
                        1,
                        true),
                new Scenario(
                        "CPU restarts and only memory changes",
                        false,
                        pod(restarting("c1", base, "cpu")),
                        pod(restarting("c1", "cpu=20m,memory=40Mi", "cpu")),
                        0,
                        true),
                new Scenario(
                        "CPU and memory restart and both change",
                        false,
                        pod(restarting("c1", base, "cpu", "memory")),
                        pod(restarting("c1", more, "cpu", "memory")),
                        1,
                        true),
                new Scenario(
                        "a burstable container: its requests",
                        false,
                        pod(part("c1", base, "cpu=30m,memory=45Mi")),
                        pod(part("c1", more, "cpu=30m,memory=45Mi")),
                        0,
                        true),
                new Scenario(
                        "a burstable container: its limits",
                        false,
                        pod(part("c1", base, "cpu=30m,memory=45Mi")),
                        pod(part("c1", base, "cpu=35m,memory=50Mi")),
                        0,
                        true),
                new Scenario(
                        "six containers, requests and limits added and changed",
                        false,
                        pod(
                                part("c1", "cpu=20m", ""),
                                part("c2", "memory=35Mi", ""),
                                part("c3", base, ""),
                                part("c4", base, "cpu=30m,memory=45Mi"),
                                part("c5", base, "cpu=30m,memory=45Mi"),
                                part("c6", "", "")),
                        pod(
                                part("c1", "cpu=20m", "cpu=30m"),
                                part("c2", "memory=35Mi", "memory=45Mi"),
                                part("c3", base, "cpu=30m,memory=45Mi"),
                                part("c4", less, "cpu=30m,memory=45Mi"),
                                part("c5", base, "cpu=35m,memory=50Mi"),
                                part("c6", base, "")),
                        0,
                        false),
                new Scenario(
                        "amounts that come to the same values",
                        false,
                        pod(part("c1", "cpu=2m", "cpu=10m")),
                        pod(part("c1", "cpu=1m", "cpu=5m")),
                        0,
                        true),
                new Scenario(
                        "pod level and containers, guaranteed, with a sidecar",
                        false,
                        podLevel("cpu=80m,memory=95Mi", "cpu=80m,memory=95Mi", part("c1", base), sidecar("side", base)),
                        podLevel("cpu=90m,memory=85Mi", "cpu=90m,memory=85Mi", part("c1", more), sidecar("side", base)),
                        0,
                        true),
                new Scenario(
                        "pod level, burstable: requests one way, limits the other",
                        false,
                        podLevel(
                                "cpu=80m,memory=95Mi", "cpu=90m,memory=105Mi", part("c1", base, "cpu=30m,memory=45Mi")),
                        podLevel(
                                "cpu=75m,memory=90Mi", "cpu=95m,memory=110Mi", part("c1", base, "cpu=30m,memory=45Mi")),
                        0,
                        true),
                new Scenario(
                        "the pod level alone, and a container without a limit that restarts for CPU",
                        false,
                        podLevel(
                                "cpu=80m,memory=95Mi",
                                "cpu=80m,memory=95Mi",
                                new Part("c1", false, "", "", List.of("cpu"))),
                        podLevel(
                                "cpu=85m,memory=95Mi",
                                "cpu=85m,memory=95Mi",
                                new Part("c1", false, "", "", List.of("cpu"))),
                        1,
                        true)));
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    @DisplayName(
            "what is read inside the containers and at the pod's cgroup is what was asked for, there and back again")
    void seenInside(Scenario scenario) throws Exception {
        var pod = cluster.run("p", spec(scenario.before()));
        assertSeen(pod, scenario.before());
        assertThat(cluster.completions()).as("a start is no resize").isEmpty();

        send(scenario.isPut(), scenario.after());
        assertResized(2, scenario.after(), scenario.restarts());
        assertThat(cluster.completions()).containsExactly(2L);
        if (!scenario.isUndone()) return;

        send(scenario.isPut(), scenario.before());
        assertResized(3, scenario.before(), 2 * scenario.restarts());
        assertThat(cluster.completions()).containsExactlyInAnyOrder(2L, 3L);
    }

    private void assertResized(long generation, Ask asked, int restarts) throws Exception {
        cluster.awaitResized("p", generation);
        var pod = cluster.await(
                "p",
                "all restarted as often as was asked for",
                each -> restarts(each) == restarts
                        && SimulatedCluster.condition(each, "Ready")
                                .path("status")
                                .asText()
                                .equals("True"));
        Patience.until(
                "an event of the end of generation " + generation,
                () -> cluster.completions().contains(generation));
        assertSeen(pod, asked);
    }

    private static int restarts(ObjectNode pod) {
        var sum = 0;
        for (var list : List.of("containerStatuses", "initContainerStatuses"))
            for (var status : pod.path("status").path(list))
                sum += status.path("restartCount").asInt();
        return sum;
    }

    private static String spec(Ask asked) {
        var containers = new ArrayList<String>();
        var sidecars = new ArrayList<String>();
        for (var part : asked.parts()) {
            var policies = part.restarts().stream()
                    .map(each -> "{\"resourceName\":\"" + each + "\",\"restartPolicy\":\"RestartContainer\"}")
                    .toList();
            var more = (policies.isEmpty() ? "" : ",\"resizePolicy\":[" + String.join(",", policies) + "]")
                    // Nothing is pulled: of one pod 25 events are told, and those of the resize are to be among them.
                    + ",\"imagePullPolicy\":\"IfNotPresent\",\"command\":[\"sleep\",\"1d\"]";
            if (part.isSidecar())
                sidecars.add(PodJson.container(
                        part.name(), part.requests(), part.limits(), more + ",\"restartPolicy\":\"Always\""));
            else {
                var mount =
                        containers.isEmpty() ? ",\"volumeMounts\":[{\"name\":\"node\",\"mountPath\":\"/node\"}]" : "";
                containers.add(PodJson.container(part.name(), part.requests(), part.limits(), more + mount));
            }
        }
        var spec = Server.json(PodJson.spec(asked.requests(), asked.limits(), sidecars, containers));
        var volume = spec.putArray("volumes").addObject().put("name", "node");
        volume.putObject("hostPath").put("path", "/sys/fs/cgroup");
        return spec.toString();
    }

    private void send(boolean isPut, Ask asked) {
        if (!isPut) {
            cluster.resize("p", patch(asked));
            return;
        }
        RegisteredNode.await(cluster.client, SimulatedCluster.NODE);
        var pod = cluster.get("p");
        var spec = (ObjectNode) pod.path("spec");
        if (asked.isPodLevel()) spec.set("resources", Server.json(PodJson.resources(asked.requests(), asked.limits())));
        for (var list : List.of("containers", "initContainers"))
            for (var container : spec.path(list))
                for (var part : asked.parts())
                    if (part.name().equals(container.path("name").asText()))
                        ((ObjectNode) container)
                                .set("resources", Server.json(PodJson.resources(part.requests(), part.limits())));
        assertThat(cluster.client.update(ApiResource.PODS.sub("resize"), pod).problem())
                .isEmpty();
    }

    private static String patch(Ask asked) {
        var containers = new ArrayList<String>();
        var sidecars = new ArrayList<String>();
        for (var part : asked.parts())
            (part.isSidecar() ? sidecars : containers)
                    .add("{\"name\":\"" + part.name() + "\",\"resources\":"
                            + PodJson.resources(part.requests(), part.limits()) + "}");
        var podLevel =
                asked.isPodLevel() ? "\"resources\":" + PodJson.resources(asked.requests(), asked.limits()) + "," : "";
        var init = sidecars.isEmpty() ? "" : "\"initContainers\":[" + String.join(",", sidecars) + "],";
        return "{" + podLevel + init + "\"containers\":[" + String.join(",", containers) + "]}";
    }

    private void assertSeen(ObjectNode pod, Ask asked) {
        var uid = pod.at("/metadata/uid").asText();
        var first = asked.parts().getFirst().name();
        for (var part : asked.parts()) {
            assertThat(read(uid, part.name(), "cpu.max", "memory.max", "cpu.weight"))
                    .as("cpu.max, memory.max and cpu.weight of " + part.name())
                    .containsExactly(
                            cpuMax(asked.limit(part, "cpu")),
                            memoryMax(asked.limit(part, "memory")),
                            String.valueOf(curvedWeight(containerShares(asked, part))));
            assertThat(run(uid, part.name(), "cat /proc/1/oom_score_adj"))
                    .as("oom_score_adj of " + part.name())
                    .isEqualTo(oomScore(pod, asked, part));
        }
        var found = run(uid, first, "find /node -name '*" + uid + "*'");
        assertThat(found.lines()).as("cgroups with the uid of the pod").hasSize(1);
        assertThat(Stream.of("cpu.max", "memory.max", "cpu.weight")
                        .map(file -> run(uid, first, "head -n 1 " + found + "/" + file)))
                .as("cpu.max, memory.max and cpu.weight of the pod")
                .containsExactly(
                        cpuMax(asked.limit("cpu")),
                        memoryMax(asked.limit("memory")),
                        String.valueOf(1 + (shares(asked.request("cpu")) - 2) * 9999 / 262_142));
    }

    private List<String> read(String uid, String container, String... files) {
        return Arrays.stream(files)
                .map(file -> run(uid, container, "head -n 1 /sys/fs/cgroup/" + file))
                .toList();
    }

    private String run(String uid, String container, String command) {
        var agent = cluster.nodes().agents().get(SimulatedCluster.NODE);
        assertThat(agent).isNotNull();
        var outcome = agent.runtime().run(uid, container, List.of("/bin/sh", "-c", command), LONGEST_COMMAND);
        assertThat(outcome).as(command).isInstanceOf(CommandOutcome.Exited.class);
        var exited = (CommandOutcome.Exited) outcome;
        assertThat(exited.code()).as(exited.output()).isZero();
        return exited.output().strip();
    }

    private static String cpuMax(long milli) {
        return (milli == 0 ? "max" : String.valueOf(Math.max(1000, milli * 100))) + " 100000";
    }

    private static String memoryMax(long bytes) {
        return bytes == 0 ? "max" : String.valueOf(bytes);
    }

    private static long shares(long milli) {
        return Math.max(2, milli * 1024 / 1000);
    }

    /** By its request; one that says nothing by the limit that bounds it. */
    private static long containerShares(Ask asked, Part part) {
        var isSaid = amount(part.requests(), "cpu", -1) >= 0 || part.limit("cpu") > 0;
        return shares(isSaid ? part.request("cpu") : asked.limit(part, "cpu"));
    }

    /** As runc makes weights of shares. */
    private static long curvedWeight(long shares) {
        if (shares <= 2) return 1;
        var exponent = Math.log((double) shares) / Math.log(2);
        return (long) Math.ceil(Math.pow(10, (exponent * exponent + 125 * exponent) / 612 - 7.0 / 34));
    }

    private String oomScore(ObjectNode pod, Ask asked, Part part) {
        for (var list : List.of("containerStatuses", "initContainerStatuses")) {
            for (var status : pod.path("status").path(list)) {
                if (!status.path("name").asText().equals(part.name())) continue;
                var id = status.path("containerID").asText();
                return String.valueOf(scores.computeIfAbsent(id, _ -> score(asked, part)));
            }
        }
        throw new AssertionError("no status of " + part.name());
    }

    private static long score(Ask asked, Part part) {
        if (asked.isGuaranteed()) return -997;
        var sum =
                asked.parts().stream().mapToLong(each -> each.request("memory")).sum();
        var extra = asked.isPodLevel()
                ? Math.max(0, asked.request("memory") - sum) / asked.parts().size()
                : 0;
        var score = 1000 - 1000 * (part.request("memory") + extra) / NODE_MEMORY;
        if (part.isSidecar()) {
            var smallest = asked.parts().stream()
                    .filter(each -> !each.isSidecar())
                    .mapToLong(each -> each.request("memory"))
                    .min()
                    .orElseThrow();
            score = Math.min(score, 1000 - 1000 * (smallest + extra) / NODE_MEMORY);
        }
        return Math.clamp(score, 3, 999);
    }
}
