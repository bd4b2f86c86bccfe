package dev.plimsoll.cli.explain.admission;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.AdmissionPreview;
import dev.plimsoll.codec.manifest.EmbeddedPod;
import dev.plimsoll.codec.manifest.Manifest;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.store.memory.MemoryStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * Asks the API server's own admission chain, in this process, about objects that are yet to be created.
 *
 * <p>Without a cluster, nobody knows what is in it: namespaces, priority classes and runtime classes that are named are taken to
 * exist, and a warning says so.
 */
public final class AdmissionCheck implements AutoCloseable {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final Set<String> HELD = Set.of("PriorityClass", "RuntimeClass");

    private final MemoryStore store = new MemoryStore();
    private final AdmissionPreview preview;
    private final Policies policies;
    private final String namespace;
    private final Set<String> prepared = new HashSet<>();
    private final Set<String> classes = new HashSet<>();

    /**
     * In a namespace with these policies.
     *
     * @param namespace of objects that name none
     */
    public AdmissionCheck(FeatureGates gates, Policies policies, String namespace) {
        this.preview = AdmissionPreview.on(store, gates, InstantSource.system());
        this.policies = policies;
        this.namespace = namespace;
        for (var object : policies.clusterObjects()) hold(object);
    }

    /**
     * Begins to make one on a thread of its own, with the first pod behind it: what loads then need not be waited for later.
     *
     * @return waits for it
     */
    public static Supplier<AdmissionCheck> started(FeatureGates gates, Policies policies, String namespace) {
        var task = new FutureTask<>(() -> {
            var check = new AdmissionCheck(gates, policies, namespace);
            var pod = named("v1", "Pod", "first");
            pod.putObject("spec")
                    .putArray("containers")
                    .addObject()
                    .put("name", "c")
                    .put("image", "i");
            check.prepare(namespace);
            check.answered(pod, namespace);
            return check;
        });
        Thread.ofPlatform().daemon().name("admission").start(task);
        return () -> {
            try {
                return task.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            }
        };
    }

    /** Objects that others may name: those of the same files. */
    public void hold(Manifest manifest) {
        if (HELD.contains(manifest.kind())) hold(manifest.document());
    }

    private void hold(ObjectNode object) {
        if (preview.create(object, "") instanceof AdmissionPreview.Answer.Accepted(var complete, var _)) {
            preview.hold(complete);
            classes.add(object.path("kind").asText() + " "
                    + object.path("metadata").path("name").asText());
        }
    }

    /** Empty for a kind that is not built in. */
    public Optional<Verdict> of(Manifest manifest) {
        var document = manifest.document();
        var isNamespaced = preview.isNamespaced(document);
        if (isNamespaced.isEmpty()) return Optional.empty();
        var place = placeOf(document);
        if (isNamespaced.get()) prepare(place);
        var assumed = new ArrayList<Complaint>();
        if (manifest.kind().equals("Pod")) assume(document, "", assumed);
        return Optional.of(answered(document, place).withWarnings(assumed));
    }

    /** What is said to the pods of a template, which a controller creates in the namespace of its object. */
    public Verdict ofPods(EmbeddedPod template) {
        var place = placeOf(template.manifest().document());
        prepare(place);
        var pod = template.pod().deepCopy();
        var metadata = pod.withObject("/metadata");
        metadata.remove(List.of("name", "namespace"));
        metadata.put("generateName", "template-");
        addClaims(template.manifest().document(), pod);
        var assumed = new ArrayList<Complaint>();
        assume(pod, template.prefix(), assumed);
        var verdict = answered(pod, place);
        var complaints = verdict.complaints().stream()
                .map(each -> each.field().isEmpty()
                        ? each
                        : new Complaint(each.reason(), template.prefix() + each.field(), each.message()))
                .toList();
        return new Verdict(verdict.code(), complaints, assumed);
    }

    private Verdict answered(ObjectNode document, String place) {
        return switch (preview.create(document, place)) {
            case AdmissionPreview.Answer.Accepted(var _, var warnings) -> Verdict.accepted(warnings);
            case AdmissionPreview.Answer.Refused(var status, var warnings) -> Verdict.refused(status, warnings);
            case AdmissionPreview.Answer.UnknownKind() -> Verdict.ACCEPTED;
        };
    }

    private String placeOf(ObjectNode document) {
        var own = document.path("metadata").path("namespace").asText();
        return own.isEmpty() ? namespace : own;
    }

    /** The namespace and what it adds to pods, demands of them and grants them. */
    private void prepare(String place) {
        if (!prepared.add(place)) return;
        preview.holdNamespace(place);
        for (var object : policies.documents()) {
            var copy = object.deepCopy();
            copy.withObject("/metadata").put("namespace", place);
            preview.hold(copy);
        }
    }

    private void assume(ObjectNode pod, String prefix, List<Complaint> assumed) {
        var spec = pod.path("spec");
        var priority = spec.path("priorityClassName").asText();
        // Every cluster has these two.
        if (priority.equals("system-cluster-critical")) priority(priority, 2_000_000_000);
        if (priority.equals("system-node-critical")) priority(priority, 2_000_001_000);
        if (policies.areOfCluster()) return;
        if (!priority.isEmpty() && !classes.contains("PriorityClass " + priority)) {
            priority(priority, 0);
            assumed.add(assumption("PriorityClass", priority, prefix + "spec.priorityClassName"));
        }
        var runtime = spec.path("runtimeClassName").asText();
        if (!runtime.isEmpty() && !classes.contains("RuntimeClass " + runtime)) {
            var object = named("node.k8s.io/v1", "RuntimeClass", runtime).put("handler", "assumed");
            // It has the overhead that the pod was written with, if any.
            if (spec.path("overhead") instanceof ObjectNode overhead)
                object.putObject("overhead").set("podFixed", overhead);
            hold(object);
            assumed.add(assumption("RuntimeClass", runtime, prefix + "spec.runtimeClassName"));
        }
    }

    private static Complaint assumption(String kind, String name, String field) {
        return new Complaint(
                "Assumed",
                field,
                kind + " " + name + " is not in these files and is taken to exist; ask the cluster with --cluster");
    }

    private void priority(String name, int value) {
        hold(named("scheduling.k8s.io/v1", "PriorityClass", name).put("value", value));
    }

    private static ObjectNode named(String apiVersion, String kind, String name) {
        var object = JSON.objectNode().put("apiVersion", apiVersion).put("kind", kind);
        object.putObject("metadata").put("name", name);
        return object;
    }

    /** The controller of a StatefulSet gives each pod a volume for every claim. */
    private static void addClaims(ObjectNode object, ObjectNode pod) {
        for (var claim : object.path("spec").path("volumeClaimTemplates")) {
            var name = claim.path("metadata").path("name").asText();
            var volumes = pod.withObject("/spec").withArray("volumes");
            volumes.addObject()
                    .put("name", name)
                    .putObject("persistentVolumeClaim")
                    .put("claimName", name);
        }
    }

    @Override
    public void close() {
        preview.close();
        store.close();
    }
}
