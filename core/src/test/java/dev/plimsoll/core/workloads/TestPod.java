package dev.plimsoll.core.workloads;

import dev.plimsoll.core.model.ResourceRequirements;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A pod for tests of controllers, written field by field. It was made at 10:00, and its readiness changed at 11:00. */
public final class TestPod {
    public static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private final String name;
    private final Map<String, String> labels = new HashMap<>();
    private final Map<String, String> annotations = new HashMap<>();
    private final List<String> finalizers = new ArrayList<>();
    private final Map<String, ResourceRequirements> resources = new HashMap<>();
    private final List<OwnerReference> owners = new ArrayList<>();
    private Instant created = Instant.parse("2026-01-01T10:00:00Z");
    private boolean isDeleting;
    private String node = "n";
    private String phase = "Running";
    private boolean isReady;
    private Instant readySince = Instant.parse("2026-01-01T11:00:00Z");
    private Instant finished = Instant.EPOCH;
    private PodFailure failure = PodFailure.NONE;
    private PodNetwork network = PodNetwork.NONE;

    private TestPod(String name) {
        this.name = name;
    }

    /** Runs on node {@code n} and is ready. */
    public static TestPod ready(String name) {
        return running(name).ready(true);
    }

    /** Runs on node {@code n} and is not ready. */
    public static TestPod running(String name) {
        return new TestPod(name);
    }

    public static TestPod pending(String name) {
        return new TestPod(name).phase("Pending").node("");
    }

    public TestPod label(String key, String value) {
        labels.put(key, value);
        return this;
    }

    public TestPod annotation(String key, String value) {
        annotations.put(key, value);
        return this;
    }

    public TestPod finalizer(String finalizer) {
        finalizers.add(finalizer);
        return this;
    }

    public TestPod controlledBy(String uid) {
        owners.add(new OwnerReference("apps/v1", "ReplicaSet", uid, uid, true, true));
        return this;
    }

    public TestPod created(Instant time) {
        created = time;
        return this;
    }

    public TestPod deleting() {
        isDeleting = true;
        return this;
    }

    public TestPod node(String changed) {
        node = changed;
        return this;
    }

    public TestPod phase(String changed) {
        phase = changed;
        return this;
    }

    public TestPod ready(boolean changed) {
        isReady = changed;
        return this;
    }

    public TestPod readySince(Instant time) {
        isReady = true;
        readySince = time;
        return this;
    }

    public TestPod finished(Instant time) {
        finished = time;
        return this;
    }

    public TestPod failed(PodFailure changed) {
        failure = changed;
        return phase("Failed");
    }

    /** Its node did not admit it. */
    public TestPod refused(String reason) {
        return failed(PodFailure.of(List.of(), Map.of(), reason, false, Instant.EPOCH));
    }

    public TestPod resources(String part, ResourceRequirements requirements) {
        resources.put(part, requirements);
        return this;
    }

    public TestPod network(PodNetwork network) {
        this.network = network;
        return this;
    }

    public ControlledPod build() {
        var meta = new ObjectMetadata(
                "ns", name, name, "", 1, created, isDeleting, labels, annotations, owners, finalizers);
        return new ControlledPod(
                meta,
                node,
                "",
                phase,
                isReady,
                readySince,
                finished,
                failure,
                Instant.EPOCH,
                ControlledPod.Restarts.NONE,
                List.of(),
                new PodResourceRequests(resources, "", false, true),
                network);
    }
}
