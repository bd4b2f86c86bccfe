package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.connection.Connections;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.fakes.client.Observed;
import dev.plimsoll.fakes.resize.ExpectedCgroups;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** An API server on this host, and a virtual machine that is its node: what all tests share. */
final class RealNode implements AutoCloseable {
    static final String NAME = "vm-node";
    /** With which most tests run the agent. */
    static final List<String> USUAL = List.of(
            "--feature-gates",
            "MemoryShrinkByReclaim=true," + ApiProgram.GATES,
            "--read-only-port",
            "10255",
            "--container-log-max-size",
            "256Ki");

    final Machine machine;
    private final ApiProgram api;
    private final Transport transport;
    final Guest guest;
    final Containerd containerd;
    final Agent agent;
    final ApiClient client;
    final Observed pods;
    final Observed events;
    final Observed nodes;
    final Exec exec;
    final Kubectl kubectl;
    final Figures figures = new Figures();
    private final long began = System.nanoTime();

    RealNode() throws IOException, InterruptedException {
        machine = Machine.boot();
        guest = machine.guest();
        figures.add("boot", elapsed(began));
        containerd = new Containerd(guest);
        if (!containerd.isUp()) {
            containerd.start();
            containerd.importImages();
        }
        figures.add("boot, containerd up, images there", elapsed(began));
        api = started(machine);
        var configured = Connections.fromFile(api.kubeconfig(), "");
        if (!(configured instanceof Configured.Ready ready)) throw new AssertionError(configured.toString());
        transport = ready.transport();
        var time = Time.system();
        client = ApiClient.over(transport, "e2e/1", TokenBucket.unlimited(time), time);
        pods = new Observed(client, ApiResource.PODS, Machine.PATIENCE);
        events = new Observed(client, ApiResource.EVENTS, Machine.PATIENCE);
        nodes = new Observed(client, ApiResource.NODES, Machine.PATIENCE);
        agent = new Agent(machine, api.kubeconfig());
        exec = new Exec(api.kubeconfig());
        kubectl = new Kubectl(api.kubeconfig());
    }

    /** Without an API server nobody needs the machine. */
    private static ApiProgram started(Machine machine) throws IOException {
        try {
            return ApiProgram.start();
        } catch (IOException | RuntimeException e) {
            machine.close();
            throw e;
        }
    }

    /** A scheduler on this host, which ends when it is closed. */
    HostProgram scheduler(String gates) throws IOException {
        return HostProgram.start(
                "", "scheduler", "--kubeconfig", api.kubeconfig().toString(), "--feature-gates", gates);
    }

    /** Bytes that the node has, as it tells the API. */
    long memory() throws InterruptedException {
        var node =
                nodes.await("with memory", each -> each.at("/status/capacity").has("memory"));
        return switch (Quantity.parse(node.at("/status/capacity/memory").asText())) {
            case ParsedQuantity.Parsed(var quantity) -> quantity.value();
            case ParsedQuantity.Malformed(var why) -> throw new AssertionError(why);
        };
    }

    /** How the machine's runc makes weights of shares. */
    ExpectedCgroups.Weights weights() throws IOException, InterruptedException {
        var version = guest.sh("runc --version | head -n 1").replace("runc version ", "");
        var isOld = version.startsWith("1.0.") || version.startsWith("1.1.") || version.startsWith("1.2.");
        return isOld ? ExpectedCgroups.Weights.LINEAR : ExpectedCgroups.Weights.CURVED;
    }

    /** How often an event of a pod was told. */
    long told(String pod, String reason) {
        var uid = uid(pod);
        return events.all().stream()
                .filter(event -> event.path("reason").asText().equals(reason)
                        && event.at("/involvedObject/uid").asText().equals(uid))
                .mapToLong(event -> Math.max(1, event.path("count").asLong(1)))
                .sum();
    }

    private String uid(String pod) {
        return client.get(ApiResource.PODS, new ObjectName("default", pod))
                .done()
                .orElseThrow()
                .at("/metadata/uid")
                .asText();
    }

    /** A file of the machine. */
    String guestFile(String path) throws InterruptedException {
        try {
            return guest.sh("cat " + path);
        } catch (IOException e) {
            throw new AssertionError(path, e);
        }
    }

    private static Duration elapsed(long since) {
        return Duration.ofNanos(System.nanoTime() - since);
    }

    /** Has an agent with these options; one that has them stays. */
    void serveWith(List<String> options) throws IOException, InterruptedException {
        if (agent.runsWith(options)) return;
        agent.stop();
        guest.sh("rm -rf /var/lib/plimsoll");
        var start = System.nanoTime();
        agent.launch(options);
        agent.awaitSaying("node " + NAME + " with");
        nodes.await("ready", RealNode::isReady);
        figures.add("agent started and node registered", elapsed(start));
    }

    static ObjectNode json(String text) {
        return ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    /** Makes a pod of this node. */
    ObjectNode create(String name, String spec) throws InterruptedException {
        var pod = json("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"%s"},"spec":%s}""".formatted(name, spec));
        var details = (ObjectNode) pod.path("spec");
        details.put("nodeName", NAME);
        if (!details.has("terminationGracePeriodSeconds")) details.put("terminationGracePeriodSeconds", 1);
        if (!details.has("hostNetwork")) details.put("hostNetwork", true);
        // There are no controllers, which would put the authority's certificate into a config map.
        details.put("automountServiceAccountToken", false);
        return made(client.create(ApiResource.PODS, pod));
    }

    ObjectNode run(String name, String spec) throws InterruptedException {
        var start = System.nanoTime();
        create(name, spec);
        var pod = await(name, "running", RealNode::allRun);
        figures.add("pod created until running, " + pod.at("/spec/containers").size() + " containers", elapsed(start));
        return pod;
    }

    private static ObjectNode made(RequestResult<ObjectNode> outcome) {
        assertThat(outcome.problem()).isEmpty();
        return outcome.done().orElseThrow();
    }

    /** As {@code kubectl patch pod NAME --subresource resize}. */
    RequestResult<ObjectNode> wish(String name, String spec) {
        return client.patch(
                ApiResource.PODS.sub("resize"),
                new ObjectName("default", name),
                new Patch.Strategic(json("{\"spec\":" + spec + "}")));
    }

    /** Resizes, and waits until nothing of it is left to do. */
    ObjectNode resize(String name, String spec) throws InterruptedException {
        var start = System.nanoTime();
        var generation = made(wish(name, spec)).at("/metadata/generation").asLong();
        var pod = awaitResized(name, generation);
        figures.add("resize sent until seen in the status", elapsed(start));
        return pod;
    }

    ObjectNode awaitResized(String name, long generation) throws InterruptedException {
        return await(name, "resized", pod -> hasResized(pod, generation) && allRun(pod) && isAsWished(pod));
    }

    /** Whether nothing of a resize is left to do, as the node says. */
    static boolean hasResized(ObjectNode pod, long generation) {
        return pod.at("/status/observedGeneration").asLong() >= generation
                && condition(pod, "PodResizeInProgress").isMissingNode()
                && condition(pod, "PodResizePending").isMissingNode();
    }

    private static boolean isAsWished(ObjectNode pod) {
        for (var wanted : pod.at("/spec/containers")) {
            var status = container(pod, wanted.path("name").asText()).path("resources");
            for (var map : List.of("requests", "limits")) {
                var there = wanted.path("resources").path(map);
                if (!there.isMissingNode() && !status.path(map).equals(there)) return false;
            }
        }
        var limits = pod.at("/spec/resources/limits");
        return limits.isMissingNode() || limits.equals(pod.at("/status/resources/limits"));
    }

    private static boolean allRun(ObjectNode pod) {
        var statuses = pod.at("/status/containerStatuses");
        if (statuses.isEmpty()) return false;
        for (var status : statuses) if (!status.path("state").has("running")) return false;
        return true;
    }

    ObjectNode await(String name, String what, Predicate<ObjectNode> wanted) throws InterruptedException {
        return pods.await(
                name + " " + what, pod -> pod.at("/metadata/name").asText().equals(name) && wanted.test(pod));
    }

    ObjectNode awaitEvent(String pod, String reason, Predicate<String> message) throws InterruptedException {
        // Pods of earlier tests had the same names.
        var uid = uid(pod);
        return events.await(
                "event " + reason + " of " + pod,
                event -> event.path("reason").asText().equals(reason)
                        && event.at("/involvedObject/uid").asText().equals(uid)
                        && message.test(event.path("message").asText()));
    }

    void delete(String name) {
        assertThat(client.delete(ApiResource.PODS, new ObjectName("default", name), DeleteOptions.DEFAULT)
                        .problem())
                .isEmpty();
    }

    /** Deletes every pod and waits until none is left, at the API, in the kernel or at systemd. */
    void clear() throws IOException, InterruptedException {
        for (var pod : pods.all()) {
            if (pod.at("/metadata/deletionTimestamp").isMissingNode())
                delete(pod.at("/metadata/name").asText());
        }
        pods.awaitNone("the end of all pods", _ -> true);
        if (!agent.isAlive()) return;
        guest.await("[ -z \"$(find /sys/fs/cgroup -type d -name '*pod????????[-_]????[-_]????[-_]????[-_]*')\" ]");
        if (Machine.HAS_SYSTEMD)
            guest.await("[ -z \"$(systemctl list-units --all --plain --no-legend 'kubepods*-pod*')\" ]");
    }

    String log(String pod, String container) throws IOException {
        var reply = transport.send(new ClientRequest(
                "GET",
                "/api/v1/namespaces/default/pods/" + pod + "/log?container=" + container,
                Map.of(),
                new byte[0],
                Duration.ofMinutes(1)));
        return new String(reply.body(), StandardCharsets.UTF_8);
    }

    /** A number that the agent counts; 0 where it has not begun to. */
    double metric(String series) throws IOException, InterruptedException {
        var lines = guest.sh("wget -q -O - http://127.0.0.1:10255/metrics").lines();
        return lines.filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .findFirst()
                .orElse(0);
    }

    /** A pod or a node. */
    static boolean isReady(ObjectNode object) {
        return condition(object, "Ready").path("status").asText().equals("True");
    }

    static JsonNode condition(ObjectNode object, String type) {
        for (var condition : object.at("/status/conditions")) {
            if (condition.path("type").asText().equals(type)) return condition;
        }
        return object.path("none");
    }

    static JsonNode container(ObjectNode pod, String name) {
        for (var status : pod.at("/status/containerStatuses")) {
            if (status.path("name").asText().equals(name)) return status;
        }
        return pod.path("none");
    }

    /** The runtime's id of a container. */
    static String id(ObjectNode pod, String name) {
        return container(pod, name).path("containerID").asText().replace("containerd://", "");
    }

    String file(String cgroup, String name) throws IOException, InterruptedException {
        return guest.sh("cat " + cgroup + "/" + name);
    }

    @Override
    public void close() throws IOException {
        figures.add("all", elapsed(began));
        figures.write(Machine.FOLDER.resolve("figures.txt"));
        keepLog();
        pods.close();
        events.close();
        nodes.close();
        exec.close();
        transport.close();
        api.close();
        machine.close();
    }

    /** For people who look for the reason of a failure. */
    private void keepLog() throws IOException {
        try {
            Files.writeString(Machine.FOLDER.resolve("agent.log"), agent.log());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
