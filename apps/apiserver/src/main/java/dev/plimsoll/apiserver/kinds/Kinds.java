package dev.plimsoll.apiserver.kinds;

import static dev.plimsoll.apiserver.kinds.Verb.CREATE;
import static dev.plimsoll.apiserver.kinds.Verb.GET;
import static dev.plimsoll.apiserver.kinds.Verb.PATCH;
import static dev.plimsoll.apiserver.kinds.Verb.UPDATE;

import dev.plimsoll.apiserver.kinds.Kind.Naming;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/**
 * All kinds of the server. Its own are a table: to add one is to add a row. Kinds of definitions come and go; they are put in
 * place all at once, and whoever looks something up sees all of them as they were at one time.
 */
public final class Kinds {
    private static final Set<Verb> ALL = EnumSet.allOf(Verb.class);
    private static final Set<Verb> ONLY_CREATE = Set.of(CREATE);
    private static final Set<Verb> READ_AND_CHANGE = Set.of(GET, UPDATE, PATCH);
    private static final List<String> IN_ALL = List.of("all");

    private final List<Kind> own;
    private volatile Served served;

    private Kinds(List<Kind> own) {
        this.own = List.copyOf(own);
        this.served = Served.of(own);
    }

    /** All kinds at one time. */
    private record Served(List<Kind> all, Map<String, Kind> byPath, SequencedMap<String, List<Kind>> byVersion) {
        static Served of(List<Kind> kinds) {
            var byPath = new LinkedHashMap<String, Kind>();
            var byVersion = new LinkedHashMap<String, List<Kind>>();
            for (var kind : kinds) {
                byPath.put(kind.apiVersion() + "/" + kind.plural(), kind);
                byVersion
                        .computeIfAbsent(kind.apiVersion(), _ -> new ArrayList<>())
                        .add(kind);
            }
            return new Served(List.copyOf(kinds), byPath, byVersion);
        }
    }

    public static Kinds bundled() {
        var kinds = new ArrayList<Kind>();
        kinds.addAll(core());
        kinds.addAll(workloads());
        kinds.addAll(others());
        return new Kinds(kinds);
    }

    /** The server's own. */
    public List<Kind> own() {
        return own;
    }

    /** Serves these beside its own, in place of those of before. */
    public void extend(List<Kind> custom) {
        var all = new ArrayList<>(own);
        custom.stream()
                .sorted(Comparator.comparing(Kind::group)
                        .thenComparing(Kind::version, VersionOrder.PREFERRED_FIRST)
                        .thenComparing(Kind::plural))
                .forEach(all::add);
        served = Served.of(all);
    }

    private static List<Kind> core() {
        return List.of(
                row("", "v1", "Namespace", "namespaces")
                        .cluster()
                        .called("ns")
                        .named(Naming.LABEL)
                        .subresource("status")
                        .subresource("finalize", "", "v1", "Namespace", Set.of(UPDATE))
                        .build(),
                row("", "v1", "Node", "nodes")
                        .cluster()
                        .called("no")
                        .subresource("status")
                        .build(),
                row("", "v1", "Pod", "pods")
                        .called("po")
                        .in(IN_ALL)
                        .counted()
                        .subresource("status")
                        .subresource("resize")
                        .subresource("ephemeralcontainers")
                        .subresource("log", "", "v1", "Pod", Set.of(GET))
                        .subresource("binding", "", "v1", "Binding", ONLY_CREATE)
                        .subresource("eviction", "policy", "v1", "Eviction", ONLY_CREATE)
                        .build(),
                row("", "v1", "Binding", "bindings").verbs(ONLY_CREATE).build(),
                row("", "v1", "ConfigMap", "configmaps").called("cm").build(),
                row("", "v1", "Secret", "secrets").build(),
                row("", "v1", "ServiceAccount", "serviceaccounts")
                        .called("sa")
                        .subresource("token", "authentication.k8s.io", "v1", "TokenRequest", ONLY_CREATE)
                        .build(),
                row("", "v1", "Service", "services")
                        .called("svc")
                        .in(IN_ALL)
                        .named(Naming.LABEL_1035)
                        .subresource("status")
                        .build(),
                row("", "v1", "Event", "events").called("ev").build(),
                row("", "v1", "LimitRange", "limitranges").called("limits").build(),
                row("", "v1", "ResourceQuota", "resourcequotas")
                        .called("quota")
                        .subresource("status")
                        .build(),
                row("", "v1", "PersistentVolumeClaim", "persistentvolumeclaims")
                        .called("pvc")
                        .subresource("status")
                        .build());
    }

    private static List<Kind> workloads() {
        return List.of(
                workload("Deployment", "deployments", "deploy"),
                workload("ReplicaSet", "replicasets", "rs"),
                workload("StatefulSet", "statefulsets", "sts"),
                row("apps", "v1", "DaemonSet", "daemonsets")
                        .called("ds")
                        .in(IN_ALL)
                        .counted()
                        .subresource("status")
                        .build(),
                row("apps", "v1", "ControllerRevision", "controllerrevisions").build(),
                row("batch", "v1", "Job", "jobs")
                        .in(IN_ALL)
                        .counted()
                        .subresource("status")
                        .build(),
                row("autoscaling", "v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers")
                        .called("hpa")
                        .in(IN_ALL)
                        .subresource("status")
                        .build(),
                row("autoscaling", "v1", "HorizontalPodAutoscaler", "horizontalpodautoscalers")
                        .called("hpa")
                        .in(IN_ALL)
                        .shown(new AutoscalerFace())
                        .subresource("status")
                        .build(),
                row("autoscaling.k8s.io", "v1", "VerticalPodAutoscaler", "verticalpodautoscalers")
                        .called("vpa")
                        .counted()
                        .subresource("status")
                        .build(),
                row("autoscaling.k8s.io", "v1", "VerticalPodAutoscalerCheckpoint", "verticalpodautoscalercheckpoints")
                        .called("vpacheckpoint")
                        .counted()
                        .build(),
                row("policy", "v1", "PodDisruptionBudget", "poddisruptionbudgets")
                        .called("pdb")
                        .counted()
                        .subresource("status")
                        .build());
    }

    private static Kind workload(String name, String plural, String shortName) {
        return row("apps", "v1", name, plural)
                .called(shortName)
                .in(IN_ALL)
                .counted()
                .subresource("status")
                .subresource("scale", "autoscaling", "v1", "Scale", READ_AND_CHANGE)
                .build();
    }

    private static List<Kind> others() {
        return List.of(
                row("coordination.k8s.io", "v1", "Lease", "leases").build(),
                row("events.k8s.io", "v1", "Event", "events")
                        .called("ev")
                        .shown(new EventFace())
                        .build(),
                row("scheduling.k8s.io", "v1", "PriorityClass", "priorityclasses")
                        .cluster()
                        .called("pc")
                        .counted()
                        .build(),
                row("node.k8s.io", "v1", "RuntimeClass", "runtimeclasses")
                        .cluster()
                        .build(),
                access("Role", "roles").build(),
                access("RoleBinding", "rolebindings").build(),
                access("ClusterRole", "clusterroles").cluster().build(),
                access("ClusterRoleBinding", "clusterrolebindings").cluster().build(),
                row("apiextensions.k8s.io", "v1", "CustomResourceDefinition", "customresourcedefinitions")
                        .cluster()
                        .called("crd", "crds")
                        .in(List.of("api-extensions"))
                        .counted()
                        .subresource("status")
                        .build(),
                webhooks("MutatingWebhookConfiguration", "mutatingwebhookconfigurations"),
                webhooks("ValidatingWebhookConfiguration", "validatingwebhookconfigurations"),
                row("authentication.k8s.io", "v1", "TokenReview", "tokenreviews")
                        .cluster()
                        .verbs(ONLY_CREATE)
                        .build(),
                row("authentication.k8s.io", "v1", "SelfSubjectReview", "selfsubjectreviews")
                        .cluster()
                        .verbs(ONLY_CREATE)
                        .build(),
                review("SubjectAccessReview", "subjectaccessreviews").cluster().build(),
                review("SelfSubjectAccessReview", "selfsubjectaccessreviews")
                        .cluster()
                        .build(),
                review("SelfSubjectRulesReview", "selfsubjectrulesreviews")
                        .cluster()
                        .build(),
                review("LocalSubjectAccessReview", "localsubjectaccessreviews").build(),
                row("metrics.k8s.io", "v1beta1", "NodeMetrics", "nodes")
                        .cluster()
                        .build(),
                row("metrics.k8s.io", "v1beta1", "PodMetrics", "pods").build());
    }

    private static KindRow access(String name, String plural) {
        return row("rbac.authorization.k8s.io", "v1", name, plural).named(Naming.PATH_SEGMENT);
    }

    private static KindRow review(String name, String plural) {
        return row("authorization.k8s.io", "v1", name, plural).verbs(ONLY_CREATE);
    }

    private static Kind webhooks(String name, String plural) {
        return row("admissionregistration.k8s.io", "v1", name, plural)
                .cluster()
                .in(List.of("api-extensions"))
                .counted()
                .build();
    }

    private static KindRow row(String group, String version, String name, String plural) {
        return new KindRow(group, version, name, plural, ALL);
    }

    public List<Kind> all() {
        return served.all();
    }

    /** The kind behind {@code plural} of a group and version such as {@code v1} or {@code apps/v1}. */
    public Optional<Kind> find(String apiVersion, String plural) {
        return Optional.ofNullable(served.byPath().get(apiVersion + "/" + plural));
    }

    /** The kind of that name; for kinds that the server itself needs. */
    public Kind named(String group, String name) {
        return own.stream()
                .filter(kind -> kind.is(group, name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no kind " + name));
    }

    /** Group versions in the order of the table, core first. */
    public List<String> apiVersions() {
        return List.copyOf(served.byVersion().sequencedKeySet());
    }

    public List<Kind> of(String apiVersion) {
        return served.byVersion().getOrDefault(apiVersion, List.of());
    }
}
