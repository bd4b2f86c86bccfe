package dev.plimsoll.testkit.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.discovery.DiscoveryClient;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.Manifest;
import dev.plimsoll.codec.manifest.ManifestLoader;
import dev.plimsoll.codec.manifest.YamlText;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.nodeagent.simulated.SimulatedFaults;
import dev.plimsoll.nodeagent.simulated.behaviour.UsageProfile;
import dev.plimsoll.objects.access.User;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Set;

/** Makes and deletes objects of a cluster for tests. */
final class ClusterObjects {
    private static final String MANAGER = "plimsoll-testkit";
    private static final Set<String> SYSTEM_NAMESPACES =
            Set.of("default", "kube-system", "kube-public", "kube-node-lease");
    /** Outside of namespaces a test may have made these; all others belong to the system. */
    private static final Set<String> CLUSTER_KINDS = Set.of(
            "CustomResourceDefinition",
            "ValidatingWebhookConfiguration",
            "MutatingWebhookConfiguration",
            "PersistentVolume");

    private final Cluster cluster;
    private final ApiClient client;
    private final ObjectWait waiting;
    private final DiscoveryClient discovery;

    ClusterObjects(Cluster cluster, ObjectWait waiting) {
        this.cluster = cluster;
        this.client = cluster.client();
        this.waiting = waiting;
        this.discovery = new DiscoveryClient(
                cluster.server().transport(new User("kubernetes-admin", "", List.of(User.MASTERS))), MANAGER);
    }

    /** Of the store, now. */
    String revision() {
        return done(client.list(ApiResource.NODES, ObjectSelection.ALL, Page.ALL), "nodes cannot be listed")
                .resourceVersion();
    }

    private static <T> T done(RequestResult<T> outcome, String otherwise) {
        return outcome.done().orElseThrow(() -> new AssertionError(otherwise + ": " + outcome.problem()));
    }

    /** An object that came over the network. */
    static ObjectNode parsed(String json) {
        return ClientJson.read(json.getBytes(StandardCharsets.UTF_8))
                .orElseThrow(() -> new IllegalArgumentException("this is no object: " + json));
    }

    void applyResource(String resource) {
        var path = resource.startsWith("/") ? resource.substring(1) : resource;
        try (var stream = Thread.currentThread().getContextClassLoader().getResourceAsStream(path)) {
            if (stream == null) throw new IllegalArgumentException("there is no " + resource + " on the class path");
            apply(resource, new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(resource + " cannot be read", e);
        }
    }

    void apply(String source, String text) {
        switch (new ManifestLoader().read(source, text)) {
            case Loaded.Unreadable unreadable -> throw new IllegalArgumentException(unreadable.line());
            case Loaded.Documents(var manifests) -> manifests.forEach(this::apply);
        }
    }

    private void apply(Manifest manifest) {
        var resource = discovery
                .all()
                .ofKind(manifest.apiVersion(), manifest.kind())
                .orElseThrow(() -> new AssertionError(manifest.displayName() + ": the cluster has no kind "
                        + manifest.kind() + " in " + manifest.apiVersion() + "; apply its definition first"));
        var document = manifest.document().deepCopy();
        var metadata = document.withObject("/metadata");
        if (resource.namespaced() && metadata.path("namespace").asText().isEmpty())
            metadata.put("namespace", "default");
        var name = new ObjectName(
                resource.namespaced() ? metadata.path("namespace").asText() : "",
                metadata.path("name").asText());
        done(
                client.patch(resource, name, new Patch.Apply(document, MANAGER, true)),
                manifest.displayName() + " was refused");
        if (resource.kind().equals("CustomResourceDefinition"))
            waiting.forOne(resource, name, seen -> isTrue(seen, "Established"));
    }

    private static boolean isTrue(ObjectNode object, String type) {
        for (var condition : object.at("/status/conditions")) {
            if (condition.path("type").asText().equals(type))
                return condition.path("status").asText().equals("True");
        }
        return false;
    }

    String kubeconfigAs(String namespace, String account) {
        var name = new ObjectName(namespace, account);
        if (client.get(ApiResource.ACCOUNTS, name) instanceof RequestResult.NotFound<ObjectNode>) {
            var made = ClientJson.object().put("apiVersion", "v1").put("kind", "ServiceAccount");
            made.withObject("/metadata").put("namespace", namespace).put("name", account);
            done(client.create(ApiResource.ACCOUNTS, made), "service account " + name + " was refused");
        }
        var request = ClientJson.object()
                .put("apiVersion", "authentication.k8s.io/v1")
                .put("kind", "TokenRequest");
        request.withObject("/spec");
        var token = done(
                        client.create(ApiResource.ACCOUNTS.sub("token"), name, request),
                        "no token for service account " + name)
                .at("/status/token")
                .asText();
        return cluster.server().kubeconfig(account, token);
    }

    String fill(String node, String leftCpu, String leftMemory) {
        var agent = cluster.nodes().get(node);
        if (agent == null)
            throw new IllegalArgumentException("there is no node " + node + "; there are "
                    + cluster.nodes().keySet());
        var left = ResourceAmounts.parse("cpu=" + leftCpu + ",memory=" + leftMemory);
        var name = "filler";
        for (var number = 2; isThere(name); number++) name = "filler-" + number;
        var pod = ClientJson.object().put("apiVersion", "v1").put("kind", "Pod");
        pod.withObject("/metadata").put("namespace", "default").put("name", name);
        var container = pod.withObject("/spec")
                .put("nodeName", node)
                .putArray("containers")
                .addObject();
        container.put("name", "filler").put("image", "filler");
        var requests = container.withObject("/resources/requests");
        var taken = takenOn(node);
        for (var resource : List.of(ResourceName.CPU, ResourceName.MEMORY)) {
            var free = agent.shape().allocatable().amount(resource).minus(taken.amount(resource));
            var wanted = free.minus(left.amount(resource));
            if (wanted.sign() < 0)
                throw new IllegalArgumentException("node " + node + " has only " + free + " of " + resource
                        + " free, less than the " + left.amount(resource) + " that are to be left");
            requests.put(resource.toString(), wanted.toString());
        }
        done(client.create(ApiResource.PODS, pod), "node " + node + " could not be filled");
        waiting.forOne(
                ApiResource.PODS,
                new ObjectName("default", name),
                seen -> seen.at("/status/phase").asText().equals("Running"));
        return name;
    }

    /** What the pods ask for that are on a node and have not ended. */
    private ResourceAmounts takenOn(String node) {
        var pods = done(client.list(ApiResource.PODS, ObjectSelection.ALL, Page.ALL), "pods cannot be listed");
        var taken = ResourceAmounts.EMPTY;
        for (var pod : pods.items()) {
            var phase = pod.at("/status/phase").asText();
            if (!pod.at("/spec/nodeName").asText().equals(node) || phase.equals("Succeeded") || phase.equals("Failed"))
                continue;
            taken = taken.plus(
                    PodDemand.AS_WRITTEN.requests(PodReader.read(pod).orThrow().spec()));
        }
        return taken;
    }

    void use(ObjectName name, String container, List<String> usage) {
        var pod = done(client.get(ApiResource.PODS, name), "there is no pod " + name);
        var node = pod.at("/spec/nodeName").asText();
        if (!cluster.nodes().containsKey(node))
            throw new AssertionError("pod " + name + " is on no node that runs; await that it is Running first");
        var profiles = new HashMap<String, UsageProfile>();
        for (var each : usage) {
            var parts = each.split("=", 2);
            if (parts.length < 2 || !Set.of("cpu", "memory").contains(parts[0]))
                throw new IllegalArgumentException(
                        each + " is no usage; write cpu=PROFILE or memory=PROFILE, such as cpu=constant 900m");
            switch (UsageProfile.parse(parts[1])) {
                case UsageProfile.Parsed.Ok(var profile) -> profiles.put(parts[0], profile);
                case UsageProfile.Parsed.Malformed(var why) ->
                    throw new IllegalArgumentException(parts[0] + ": " + why);
            }
        }
        var change = new SimulatedFaults.UsageChange(profiles.get("cpu"), profiles.get("memory"));
        if (!change.apply(cluster.runtime(node), pod.at("/metadata/uid").asText(), container))
            throw new AssertionError(
                    "container " + container + " of pod " + name + " does not run; await that it is Running first");
    }

    private boolean isThere(String pod) {
        return client.get(ApiResource.PODS, new ObjectName("default", pod)) instanceof RequestResult.Done<ObjectNode>;
    }

    void deleteAll() {
        var served = discovery.all().resources().stream()
                .filter(each -> each.can("list", "delete"))
                .map(DiscoveryClient.Served::resource)
                .toList();
        for (var namespace : list(ApiResource.NAMESPACES, ObjectSelection.ALL)) {
            var name = namespace.at("/metadata/name").asText();
            if (!SYSTEM_NAMESPACES.contains(name)) {
                delete(ApiResource.NAMESPACES, namespace);
                waiting.untilGone(ApiResource.NAMESPACES, ObjectName.ofCluster(name));
            }
        }
        // Owners first, so that nobody makes anew what is deleted.
        for (var resource : served) {
            if (!resource.namespaced()) continue;
            for (var object : list(resource, ObjectSelection.inNamespace("default"))) {
                if (!isOfSystem(resource, object)) delete(resource, object);
            }
        }
        for (var pod : list(ApiResource.PODS, ObjectSelection.inNamespace("default"))) {
            waiting.untilGone(
                    ApiResource.PODS,
                    new ObjectName("default", pod.at("/metadata/name").asText()));
        }
        for (var resource : served) {
            if (!CLUSTER_KINDS.contains(resource.kind())) continue;
            for (var object : list(resource, ObjectSelection.ALL)) {
                var name = object.at("/metadata/name").asText();
                if (name.contains("plimsoll") || name.endsWith(".autoscaling.k8s.io")) continue;
                delete(resource, object);
                waiting.untilGone(resource, ObjectName.ofCluster(name));
            }
        }
    }

    private static boolean isOfSystem(ApiResource resource, ObjectNode object) {
        var name = object.at("/metadata/name").asText();
        return switch (resource.kind()) {
            case "ServiceAccount" -> name.equals("default");
            case "ConfigMap" -> name.equals("kube-root-ca.crt");
            case "Service", "Endpoints", "EndpointSlice" -> name.equals("kubernetes");
            default -> false;
        };
    }

    private List<ObjectNode> list(ApiResource resource, ObjectSelection selection) {
        return client.list(resource, selection, Page.ALL)
                .done()
                .map(found -> found.items())
                .orElse(List.of());
    }

    private void delete(ApiResource resource, ObjectNode object) {
        var name = new ObjectName(
                object.at("/metadata/namespace").asText(),
                object.at("/metadata/name").asText());
        var options = new DeleteOptions(resource.equals(ApiResource.PODS) ? 0 : -1, "", "", "Background");
        var outcome = client.delete(resource, name, options);
        if (!outcome.isDeleted())
            throw new AssertionError(resource.kind() + " " + name + " cannot be deleted: " + outcome.problem());
    }

    Path dump(Path folder, String name, String state, List<String> log) throws IOException {
        Files.createDirectories(folder);
        var file = folder.resolve(name.replaceAll("[^A-Za-z0-9._-]", "_") + ".txt");
        var text = new ArrayList<String>();
        text.add(state);
        text.add("log:");
        log.forEach(line -> text.add("  " + line));
        for (var served : discovery.all().resources()) {
            if (!served.can("list")) continue;
            for (var object : list(served.resource(), ObjectSelection.ALL)) {
                text.add("---");
                text.add(YamlText.of(object).stripTrailing());
            }
        }
        return Files.writeString(file, String.join("\n", text) + "\n");
    }
}
