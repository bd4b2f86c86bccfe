package dev.plimsoll.cli.explain.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.AdmissionPreview;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ApiStatus;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.codec.manifest.EmbeddedPod;
import dev.plimsoll.codec.manifest.Manifest;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectDraft;
import dev.plimsoll.objects.TypeMeta;
import dev.plimsoll.objects.node.RuntimeClassDraft;
import dev.plimsoll.objects.pod.PodDraft;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.scheduling.PriorityClassDraft;
import dev.plimsoll.objects.workload.StatefulSetObject;
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
import org.jspecify.annotations.Nullable;

/**
 * Asks the API server's own admission chain, in this process, about objects that are yet to be created.
 *
 * <p>Without a cluster, nobody knows what is in it: namespaces, priority classes and runtime classes that are named are taken to
 * exist, and a warning says so.
 */
public final class AdmissionCheck implements AutoCloseable {
    private static final Set<String> HELD = Set.of("PriorityClass", "RuntimeClass");

    private final MemoryStore store = new MemoryStore();
    private final AdmissionPreview preview;
    private final NamespacePolicies policies;
    private final String namespace;
    private final Set<String> prepared = new HashSet<>();
    private final Set<String> classes = new HashSet<>();
    private @Nullable ServerDryRun server;

    /**
     * In a namespace with these policies.
     *
     * @param namespace of objects that name none
     */
    public AdmissionCheck(FeatureGates gates, NamespacePolicies policies, String namespace) {
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
    public static Supplier<AdmissionCheck> started(FeatureGates gates, NamespacePolicies policies, String namespace) {
        var task = new FutureTask<>(() -> {
            var check = new AdmissionCheck(gates, policies, namespace);
            var pod = PodDraft.of(new ObjectName("", "first"), "c", "i");
            check.prepare(namespace);
            check.answered(pod.document(), namespace);
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

    /** Asks a server too, about what nothing here has against. */
    public AdmissionCheck asking(ServerDryRun other) {
        server = other;
        return this;
    }

    /** Objects that others may name: those of the same files. */
    public void hold(Manifest manifest) {
        if (HELD.contains(manifest.kind())) hold(manifest.document());
    }

    private void hold(ObjectNode object) {
        if (preview.create(object, "") instanceof AdmissionPreview.Answer.Accepted(var complete, var _)) {
            preview.hold(complete);
            classes.add(
                    new ApiObject(object).kind() + " " + ObjectName.of(object).name());
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
        if (manifest.kind().equals("Pod")) assume(new PodObject(document), "", assumed);
        return Optional.of(answered(document, place).withWarnings(assumed));
    }

    /** What is said to the pods of a template, which a controller creates in the namespace of its object. */
    public Verdict ofPods(EmbeddedPod template) {
        var place = placeOf(template.manifest().document());
        prepare(place);
        var pod = new PodObject(podOf(template));
        var assumed = new ArrayList<Complaint>();
        assume(pod, template.prefix(), assumed);
        var verdict = answered(pod.document(), place);
        var complaints = verdict.complaints().stream()
                .map(each -> each.field().isEmpty()
                        ? each
                        : new Complaint(each.reason(), template.prefix() + each.field(), each.message()))
                .toList();
        return new Verdict(verdict.code(), complaints, assumed);
    }

    /** As its controller creates it: with a name of its own, and of a StatefulSet with a volume for every claim. */
    private static ObjectNode podOf(EmbeddedPod template) {
        var pod = new PodObject(template.pod()).draft();
        pod.metadata().onlyGenerateName("template-");
        for (var claim : new StatefulSetObject(template.manifest().document()).claimTemplates())
            pod.claimVolume(claim.name(), claim.name());
        return pod.document();
    }

    private Verdict answered(ObjectNode document, String place) {
        return switch (preview.create(document, place)) {
            case AdmissionPreview.Answer.Accepted(var _, var warnings) ->
                refusalOfServer(document, place)
                        .map(status -> Verdict.refused(status, warnings))
                        .orElseGet(() -> Verdict.accepted(warnings));
            case AdmissionPreview.Answer.Refused(var status, var warnings) ->
                Verdict.refused(ApiStatus.of(status), warnings);
            case AdmissionPreview.Answer.UnknownKind() -> Verdict.ACCEPTED;
        };
    }

    private Optional<ApiStatus> refusalOfServer(ObjectNode document, String place) {
        var path = preview.path(document, place);
        if (server == null || path.isEmpty()) return Optional.empty();
        var type = TypeMeta.of(document);
        var slash = type.apiVersion().indexOf('/');
        var resource = new ApiResource(
                slash < 0 ? "" : type.apiVersion().substring(0, slash),
                type.apiVersion().substring(slash + 1),
                path.get().substring(path.get().lastIndexOf('/') + 1),
                type.kind(),
                preview.isNamespaced(document).orElseThrow(),
                "");
        return server.refusal(resource, document, place);
    }

    private String placeOf(ObjectNode document) {
        var own = ObjectName.of(document).namespace();
        return own.isEmpty() ? namespace : own;
    }

    /** The namespace and what it adds to pods, demands of them and grants them. */
    private void prepare(String place) {
        if (!prepared.add(place)) return;
        preview.holdNamespace(place);
        for (var object : policies.documents()) {
            var copy = new ObjectDraft(object);
            copy.metadata().namespace(place);
            preview.hold(copy.document());
        }
    }

    private void assume(PodObject pod, String prefix, List<Complaint> assumed) {
        var priority = pod.priorityClassName();
        // Every cluster has these two.
        if (priority.equals("system-cluster-critical")) priority(priority, 2_000_000_000);
        if (priority.equals("system-node-critical")) priority(priority, 2_000_001_000);
        if (policies.areOfCluster()) return;
        if (!priority.isEmpty() && !classes.contains("PriorityClass " + priority)) {
            priority(priority, 0);
            assumed.add(assumption("PriorityClass", priority, prefix + "spec.priorityClassName"));
        }
        var runtime = pod.runtimeClassName();
        if (!runtime.isEmpty() && !classes.contains("RuntimeClass " + runtime)) {
            var assumedClass = new RuntimeClassDraft(runtime, "assumed");
            // It has the overhead that the pod was written with, if any.
            if (!pod.overhead().isEmpty()) assumedClass.overhead(pod.overhead());
            hold(assumedClass.document());
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
        hold(new PriorityClassDraft(name, value).document());
    }

    @Override
    public void close() {
        preview.close();
        store.close();
    }
}
