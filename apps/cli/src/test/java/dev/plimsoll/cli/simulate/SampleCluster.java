package dev.plimsoll.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.pod.PodDraft;
import dev.plimsoll.objects.workload.DeploymentObject;
import dev.plimsoll.objects.workload.ReplicaSetDraft;
import dev.plimsoll.objects.workload.ReplicaSetObject;
import dev.plimsoll.snapshot.KindState;
import dev.plimsoll.snapshot.Snapshot;
import dev.plimsoll.snapshot.SnapshotHeader;
import dev.plimsoll.snapshot.SnapshotKinds;
import dev.plimsoll.snapshot.SnapshotObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A small cluster as a snapshot has it: objects with what controllers and nodes have written on them. */
public final class SampleCluster {
    static final Instant TAKEN = Instant.parse("2026-03-01T12:00:00Z");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String RUNNING = """
            {"phase":"Running","qosClass":"Burstable","startTime":"2026-02-01T00:00:00Z","conditions":[
            {"type":"Ready","status":"True","lastTransitionTime":"2026-02-01T00:00:00Z"},
            {"type":"PodScheduled","status":"True","lastTransitionTime":"2026-02-01T00:00:00Z"}]}""";

    private final List<ObjectNode> documents = new ArrayList<>();
    private int uids;

    static ObjectNode json(String text) {
        try {
            return (ObjectNode) JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public SampleCluster add(String text) {
        var document = json(text);
        var metadata = (ObjectNode) document.path("metadata");
        if (!metadata.has("uid")) metadata.put("uid", "uid-" + ++uids);
        if (!metadata.has("creationTimestamp")) metadata.put("creationTimestamp", "2026-02-01T00:00:00Z");
        documents.add(document);
        return this;
    }

    public SampleCluster namespace(String name) {
        return add("""
                {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"%s"},"status":{"phase":"Active"}}""".formatted(name));
    }

    public static String nodeText(String name, String cpu, String memory, String taints) {
        return """
                {"apiVersion":"v1","kind":"Node","metadata":{"name":"%1$s","labels":{"kubernetes.io/hostname":"%1$s"}},
                "spec":{"taints":[%4$s]},"status":{"capacity":{"cpu":"%2$s","memory":"%3$s","pods":"110"},
                "allocatable":{"cpu":"%2$s","memory":"%3$s","pods":"110"},
                "conditions":[{"type":"Ready","status":"True"}]}}""".formatted(name, cpu, memory, taints);
    }

    public SampleCluster node(String name, String cpu, String memory) {
        return add(nodeText(name, cpu, memory, ""));
    }

    public static String deploymentText(String namespace, String name, int replicas, String resources) {
        return """
                {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"namespace":"%1$s","name":"%2$s"},
                "spec":{"replicas":%3$d,"selector":{"matchLabels":{"app":"%2$s"}},"strategy":{"type":"RollingUpdate",
                "rollingUpdate":{"maxSurge":1,"maxUnavailable":0}},"template":{"metadata":{"labels":{"app":"%2$s"}},
                "spec":{"containers":[{"name":"app","image":"i","resources":%4$s}]}}}}""".formatted(namespace, name, replicas, resources);
    }

    public static String requests(String cpu, String memory) {
        return """
                {"requests":{"cpu":"%s","memory":"%s"}}""".formatted(cpu, memory);
    }

    /** A deployment with its replica set and a ready pod on each of some nodes. */
    public SampleCluster deployment(String namespace, String name, String resources, String... nodes) {
        add(deploymentText(namespace, name, nodes.length, resources));
        var deployment = new DeploymentObject(documents.getLast());
        var draft =
                ReplicaSetDraft.of(deployment, deployment.spec().newSetName()).replicas(nodes.length);
        draft.metadata()
                .uid("uid-" + ++uids)
                .annotations(Map.of(
                        "deployment.kubernetes.io/revision", "1",
                        "deployment.kubernetes.io/desired-replicas", "" + nodes.length,
                        "deployment.kubernetes.io/max-replicas", "" + (nodes.length + 1)));
        add(draft.document().toString());
        var set = new ReplicaSetObject(documents.getLast());
        for (var i = 0; i < nodes.length; i++) {
            var pod = PodDraft.of(set, set.template(), set.metadata().name() + "-" + (char) ('a' + i))
                    .nodeName(nodes[i])
                    .document()
                    .deepCopy();
            pod.set("status", json(RUNNING));
            add(pod.toString());
        }
        return this;
    }

    /** A pod that stands alone; without a node it waits for one. */
    public SampleCluster pod(String name, String node, int priority, String resources) {
        add("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"%1$s","labels":{"app":"%1$s"}},
                "spec":{"priority":%2$d,"containers":[{"name":"app","image":"i","resources":%3$s}]},
                "status":{"phase":"Pending"}}""".formatted(name, priority, resources));
        if (!node.isEmpty()) {
            ((ObjectNode) documents.getLast().path("spec")).put("nodeName", node);
            documents.getLast().set("status", json(RUNNING));
        }
        return this;
    }

    public SampleCluster budget(String name, String app, int minAvailable) {
        return add("""
                {"apiVersion":"policy/v1","kind":"PodDisruptionBudget","metadata":{"namespace":"default","name":"%s"},
                "spec":{"minAvailable":%d,"selector":{"matchLabels":{"app":"%s"}}}}""".formatted(name, minAvailable, app));
    }

    /** As {@code kubectl get -o json} prints it. */
    public String list() {
        var list = json("{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[]}");
        documents.forEach(list.withArray("items")::add);
        return list.toString();
    }

    /** The same in another order. */
    public String shuffledList(long seed) {
        Collections.shuffle(documents, new Random(seed));
        return list();
    }

    Snapshot snapshot() {
        return snapshot(documents, TAKEN);
    }

    Snapshot shuffled(long seed) {
        var copy = new ArrayList<>(documents);
        Collections.shuffle(copy, new Random(seed));
        return snapshot(copy, TAKEN);
    }

    static Snapshot snapshot(List<ObjectNode> documents, Instant taken) {
        var objects = new HashMap<ObjectKind<?>, List<SnapshotObject<?>>>();
        var states = new HashMap<ApiResource, KindState>();
        for (var kind : SnapshotKinds.ALL) {
            states.put(kind.resource(), new KindState.Listed("1"));
            var all = new ArrayList<SnapshotObject<?>>();
            for (JsonNode document : documents) {
                var isOfKind =
                        document.path("kind").asText().equals(kind.resource().kind())
                                && document.path("apiVersion")
                                        .asText()
                                        .equals(kind.resource().apiVersion());
                if (isOfKind) all.add(new SnapshotObject<>(kind.of((ObjectNode) document), "cluster.json"));
            }
            objects.put(kind, all);
        }
        var header = new SnapshotHeader("v1.37.0", taken, "", false, states);
        return new Snapshot(header, objects, List.of(), List.of());
    }
}
