package dev.plimsoll.core.explain;

import dev.plimsoll.core.admission.Defaulted.Addition;
import dev.plimsoll.core.admission.PodCreation;
import dev.plimsoll.core.admission.limitrange.LimitRanger;
import dev.plimsoll.core.admission.quota.PodUsage;
import dev.plimsoll.core.admission.quota.QuotaAdmission;
import dev.plimsoll.core.cgroups.CgroupValues;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.validation.PodValidation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Takes a new pod through every decision, in the API server's order, and keeps what each of them said. */
public final class Explanation {
    private final PodCreation creation;
    private final LimitRanger limitRanger;
    private final PodValidation validation;
    private final PodDemand demand;
    private final PodQos qos;
    private final CgroupValues cgroups;
    private final PodUsage usage;
    private final QuotaAdmission quota;

    private Explanation(FeatureGates gates) {
        this.creation = PodCreation.under(gates);
        this.limitRanger = LimitRanger.under(gates);
        this.validation = PodValidation.under(gates);
        this.demand = PodDemand.under(gates);
        this.qos = PodQos.under(gates);
        this.cgroups = CgroupValues.under(gates);
        this.usage = PodUsage.under(gates);
        this.quota = QuotaAdmission.under(gates);
    }

    public static Explanation under(FeatureGates gates) {
        return new Explanation(gates);
    }

    public PodAnswer of(Pod sent, ExplainContext context) {
        var decoded = creation.decoded(sent.spec());
        var filled =
                limitRanger.fill(sent.withSpec(decoded.spec()), context.limitRanges(), LimitRanger.Operation.CREATE);
        var prepared = creation.prepared(filled.spec());
        var spec = prepared.spec();
        var pod = sent.withSpec(spec);
        var additions = new ArrayList<Addition>(decoded.additions());
        additions.addAll(filled.additions());
        additions.addAll(prepared.additions());
        var podLevelCounts = demand.hasPodLevelResources(spec);
        return new PodAnswer(
                spec,
                validation.checkNew(pod),
                additions,
                Map.of(
                        "cpu", MatrixRow.of(sent.spec(), ResourceName.CPU),
                        "memory", MatrixRow.of(sent.spec(), ResourceName.MEMORY)),
                Totals.ofRequests(spec, demand.requests(spec), podLevelCounts),
                Totals.ofLimits(spec, demand.limits(spec), podLevelCounts),
                QosReason.of(spec, qos),
                cgroups.pod(spec, context.pageSizes()),
                containers(spec, context),
                limitRanger.check(spec, context.limitRanges()).orElse(null),
                usage.of(pod, context.now()),
                quota.create(pod, context.quotas(), context.now()));
    }

    private List<ContainerAnswer> containers(PodSpec spec, ExplainContext context) {
        var answers = new ArrayList<ContainerAnswer>();
        for (var container : spec.initContainers()) {
            var kind = container.restartsAlways() ? ContainerAnswer.Kind.SIDECAR : ContainerAnswer.Kind.INIT;
            answers.add(answer(spec, container, kind, context));
        }
        for (var container : spec.containers()) {
            answers.add(answer(spec, container, ContainerAnswer.Kind.REGULAR, context));
        }
        return answers;
    }

    private ContainerAnswer answer(
            PodSpec spec, Container container, ContainerAnswer.Kind kind, ExplainContext context) {
        var cgroup = cgroups.container(spec, container, context.nodeMemory(), context.pageSizes());
        return new ContainerAnswer(container, kind, cgroup);
    }
}
