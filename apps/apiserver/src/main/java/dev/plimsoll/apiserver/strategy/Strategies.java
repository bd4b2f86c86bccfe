package dev.plimsoll.apiserver.strategy;

import dev.plimsoll.apiserver.expressions.Expressions;
import dev.plimsoll.apiserver.kinds.Kind;
import dev.plimsoll.apiserver.kinds.Kinds;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.core.gates.FeatureGates;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** The strategy of each kind. */
public final class Strategies {
    private final Map<Kind, Strategy> strategies = new HashMap<>();
    private final Map<Kind, KindShape> shapes = new HashMap<>();
    private final Expressions expressions = new Expressions();

    public Strategies(Kinds kinds, Schema schema, FeatureGates gates, InstantSource clock) {
        for (var kind : kinds.all()) {
            var shape = schema.shapeOf(kind.apiVersion(), kind.name());
            shapes.put(kind, shape);
            strategies.put(kind, strategy(kind, shape, gates, clock));
        }
    }

    private static Strategy strategy(Kind kind, KindShape shape, FeatureGates gates, InstantSource clock) {
        return switch (kind.apiVersion() + " " + kind.name()) {
            case "v1 Pod" -> new PodStrategy(kind, shape, gates, clock);
            case "v1 Namespace" -> new OtherStrategies.Namespaces(kind, shape);
            case "v1 Node" -> new OtherStrategies.Nodes(kind, shape);
            case "v1 LimitRange" -> new OtherStrategies.LimitRanges(kind, shape, gates);
            case "v1 ResourceQuota" -> new OtherStrategies.ResourceQuotas(kind, shape);
            case "v1 ConfigMap" -> new ConfigMapStrategy(kind, shape);
            case "v1 Secret" -> new SecretStrategy(kind, shape);
            case "v1 Service" -> new OtherStrategies.Services(kind, shape);
            case "scheduling.k8s.io/v1 PriorityClass" -> new OtherStrategies.PriorityClasses(kind, shape);
            case "apps/v1 Deployment",
                    "apps/v1 ReplicaSet",
                    "apps/v1 StatefulSet",
                    "apps/v1 DaemonSet",
                    "batch/v1 Job" -> new WorkloadStrategy(kind, shape);
            case "batch/v1 CronJob" -> new CronJobStrategy(kind, shape);
            case "autoscaling/v2 HorizontalPodAutoscaler" -> new AutoscalerStrategy(kind, shape);
            case "autoscaling/v1 HorizontalPodAutoscaler" ->
                new OlderAutoscalerStrategy(kind, shape, Objects.requireNonNull(kind.face()));
            case "apiextensions.k8s.io/v1 CustomResourceDefinition" -> new DefinitionStrategy(kind, shape);
            case "rbac.authorization.k8s.io/v1 RoleBinding", "rbac.authorization.k8s.io/v1 ClusterRoleBinding" ->
                new RoleBindingStrategy(kind, shape);
            case "rbac.authorization.k8s.io/v1 Role", "rbac.authorization.k8s.io/v1 ClusterRole" ->
                new RoleStrategy(kind, shape);
            case "admissionregistration.k8s.io/v1 MutatingWebhookConfiguration",
                    "admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration" ->
                new OtherStrategies.Webhooks(kind, shape);
            default -> new GenericStrategy(kind, shape);
        };
    }

    public Strategy of(Kind kind) {
        var extension = kind.extension();
        if (extension != null) return new CustomStrategy(kind, extension, expressions);
        var strategy = strategies.get(kind);
        if (strategy == null) throw new IllegalArgumentException("no strategy for " + kind.name());
        return strategy;
    }

    /** What a document of a kind is read with: its shape, or of a kind with a definition, what every object has. */
    public KindShape envelope(Kind kind) {
        var extension = kind.extension();
        return extension == null ? shape(kind) : extension.envelope();
    }

    public KindShape shape(Kind kind) {
        var extension = kind.extension();
        if (extension != null) return extension.shape();
        var shape = shapes.get(kind);
        if (shape == null) throw new IllegalArgumentException("no shape for " + kind.name());
        return shape;
    }
}
