package dev.plimsoll.kinds.strategy.builtin;

import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.expressions.Expressions;
import dev.plimsoll.kinds.rules.KindRules;
import dev.plimsoll.kinds.strategy.RuledStrategy;
import dev.plimsoll.kinds.strategy.Strategy;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** The strategy of each kind. */
public final class Strategies {
    private final Map<Kind, Strategy> strategies = new ConcurrentHashMap<>();
    private final Expressions expressions = new Expressions();
    private final Schema schema;
    private final FeatureGates gates;
    private final KindRules rules;
    private final InstantSource clock;
    private final String addressFamily;

    /** For a cluster whose services have addresses of the family IPv4. */
    public Strategies(Schema schema, FeatureGates gates, InstantSource clock) {
        this(schema, gates, clock, "IPv4");
    }

    /**
     * Strategies are made when somebody first asks for them.
     *
     * @param addressFamily of the addresses that services get
     */
    public Strategies(Schema schema, FeatureGates gates, InstantSource clock, String addressFamily) {
        this.schema = schema;
        this.gates = gates;
        this.rules = KindRules.under(gates);
        this.clock = clock;
        this.addressFamily = addressFamily;
    }

    private Strategy strategy(Kind kind, KindShape shape) {
        return switch (kind.apiVersion() + " " + kind.name()) {
            case "v1 Pod" -> new PodStrategy(kind, shape, gates, clock);
            case "v1 Namespace" -> new OtherStrategies.Namespaces(kind, shape);
            case "v1 Node" -> new OtherStrategies.Nodes(kind, shape);
            case "v1 LimitRange" -> new OtherStrategies.LimitRanges(kind, shape, gates);
            case "v1 ResourceQuota" -> new OtherStrategies.ResourceQuotas(kind, shape);
            case "v1 ConfigMap" -> new ConfigMapStrategy(kind, shape);
            case "v1 Secret" -> new SecretStrategy(kind, shape);
            case "v1 Service" -> new ServiceStrategy(kind, shape, addressFamily);
            case "scheduling.k8s.io/v1 PriorityClass" -> new OtherStrategies.PriorityClasses(kind, shape, rules);
            case "v1 ReplicationController",
                    "v1 PodTemplate",
                    "apps/v1 Deployment",
                    "apps/v1 ReplicaSet",
                    "apps/v1 StatefulSet",
                    "apps/v1 DaemonSet",
                    "batch/v1 Job" -> new WorkloadStrategy(kind, shape, rules);
            case "batch/v1 CronJob" -> new CronJobStrategy(kind, shape, rules.jobs());
            case "autoscaling/v2 HorizontalPodAutoscaler" -> new AutoscalerStrategy(kind, shape);
            case "autoscaling/v1 HorizontalPodAutoscaler" ->
                new OlderAutoscalerStrategy(kind, shape, Objects.requireNonNull(kind.converter()));
            case "apiextensions.k8s.io/v1 CustomResourceDefinition" -> new DefinitionStrategy(kind, shape);
            case "rbac.authorization.k8s.io/v1 RoleBinding", "rbac.authorization.k8s.io/v1 ClusterRoleBinding" ->
                new RoleBindingStrategy(kind, shape);
            case "rbac.authorization.k8s.io/v1 Role", "rbac.authorization.k8s.io/v1 ClusterRole" ->
                new RoleStrategy(kind, shape);
            case "admissionregistration.k8s.io/v1 MutatingWebhookConfiguration",
                    "admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration" ->
                new OtherStrategies.Webhooks(kind, shape);
            case "v1 Event", "events.k8s.io/v1 Event" -> new EventStrategy(kind, shape);
            default -> new RuledStrategy(kind, shape, rules);
        };
    }

    public Strategy of(Kind kind) {
        var extension = kind.extension();
        if (extension != null) return new CustomStrategy(kind, extension, expressions);
        var known = strategies.get(kind);
        return known != null ? known : strategies.computeIfAbsent(kind, each -> strategy(each, shape(each)));
    }

    /** What a document of a kind is read with: its shape, or of a kind with a definition, what every object has. */
    public KindShape envelope(Kind kind) {
        var extension = kind.extension();
        return extension == null ? shape(kind) : extension.envelope();
    }

    public KindShape shape(Kind kind) {
        var extension = kind.extension();
        return extension != null ? extension.shape() : schema.shapeOf(kind.apiVersion(), kind.name());
    }
}
