package dev.plimsoll.kinds.builtin;

import dev.plimsoll.codec.selector.SelectableFields;
import dev.plimsoll.codec.table.WorkloadColumns;
import dev.plimsoll.kinds.Kind.Naming;
import dev.plimsoll.kinds.rules.workload.JobSpecRules;
import dev.plimsoll.kinds.rules.workload.StatefulSetRules;
import dev.plimsoll.kinds.rules.workload.WorkloadRules;
import dev.plimsoll.kinds.strategy.workload.CronJobStrategy;
import dev.plimsoll.kinds.strategy.workload.DaemonSetStrategy;
import dev.plimsoll.kinds.strategy.workload.DeploymentStrategy;
import dev.plimsoll.kinds.strategy.workload.JobStrategy;
import dev.plimsoll.kinds.strategy.workload.ReplicaSetStrategy;
import dev.plimsoll.kinds.strategy.workload.StatefulSetStrategy;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.workload.ControllerRevisionObject;
import dev.plimsoll.objects.workload.CronJobObject;
import dev.plimsoll.objects.workload.DaemonSetObject;
import dev.plimsoll.objects.workload.DeploymentObject;
import dev.plimsoll.objects.workload.JobObject;
import dev.plimsoll.objects.workload.ReplicaSetObject;
import dev.plimsoll.objects.workload.StatefulSetObject;
import java.util.List;

/** The kinds of apps and batch. */
final class WorkloadKinds {
    static final List<KindDescriptor> APPS = List.of(
            KindDescriptor.of(ControllerRevisionObject.KIND)
                    .columns(() -> WorkloadColumns.CONTROLLER_REVISIONS)
                    .rules(WorkloadRules::controllerRevision)
                    .immutable("data")
                    .build(),
            workload(DaemonSetObject.KIND)
                    .shortNames("ds")
                    .defaults(DaemonSetTemplate::first)
                    .changedWith(DaemonSetTemplate::count)
                    .columns(() -> WorkloadColumns.DAEMON_SETS)
                    .rulesWithTemplate(templates -> new WorkloadRules(templates)::daemonSet)
                    .strategy(DaemonSetStrategy::new)
                    .build(),
            workload(DeploymentObject.KIND)
                    .shortNames("deploy")
                    .tracksGeneration("annotations")
                    .scale()
                    .columns(() -> WorkloadColumns.DEPLOYMENTS)
                    .rulesWithTemplate(templates -> new WorkloadRules(templates)::deployment)
                    .strategy(DeploymentStrategy::new)
                    // Its replica sets are found by its labels: a change of the status leaves them.
                    .statusKeeps("labels")
                    .statusResets("metadata.labels")
                    .build(),
            workload(ReplicaSetObject.KIND)
                    .shortNames("rs")
                    .scale()
                    .columns(() -> WorkloadColumns.REPLICA_SETS)
                    .selectableFields(SelectableFields.REPLICA_SETS)
                    .rulesWithTemplate(templates -> new WorkloadRules(templates)::replicaSet)
                    .strategy(ReplicaSetStrategy::new)
                    .build(),
            workload(StatefulSetObject.KIND)
                    .named(Naming.LABEL)
                    .shortNames("sts")
                    .scale()
                    .columns(() -> WorkloadColumns.STATEFUL_SETS)
                    .rulesWithTemplate(templates -> new StatefulSetRules(templates)::check)
                    .strategy(StatefulSetStrategy::new)
                    .build());

    static final List<KindDescriptor> BATCH = List.of(
            workload(CronJobObject.KIND)
                    .shortNames("cj")
                    .columns(() -> WorkloadColumns.CRON_JOBS)
                    .strategy(CronJobStrategy::new)
                    .build(),
            workload(JobObject.KIND)
                    .columns(() -> WorkloadColumns.JOBS)
                    .selectableFields(SelectableFields.JOBS)
                    .orphansByDefault("child pods are preserved by default when jobs are deleted; set"
                            + " propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress"
                            + " this warning")
                    .rulesWithTemplate(templates -> new JobSpecRules(templates)::check)
                    .strategy(JobStrategy::new)
                    .build());

    private WorkloadKinds() {}

    private static KindDescriptorBuilder workload(ObjectKind<? extends ApiObject> object) {
        return KindDescriptor.of(object).categories("all").tracksGeneration().status();
    }
}
