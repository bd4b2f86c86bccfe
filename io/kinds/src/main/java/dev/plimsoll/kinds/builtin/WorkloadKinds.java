package dev.plimsoll.kinds.builtin;

import dev.plimsoll.codec.selector.SelectableFields;
import dev.plimsoll.codec.table.WorkloadColumns;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.Kind.Naming;
import dev.plimsoll.kinds.KindDescriptor;
import java.util.List;

/** The kinds of apps and batch. */
final class WorkloadKinds {
    static final List<Kind> APPS = List.of(
            KindDescriptor.of("apps/v1", "ControllerRevision", "controllerrevisions")
                    .columns(() -> WorkloadColumns.CONTROLLER_REVISIONS)
                    .build(),
            workload("apps/v1", "DaemonSet", "daemonsets")
                    .shortNames("ds")
                    .defaults(DaemonSetTemplate::first)
                    .changedWith(DaemonSetTemplate::count)
                    .columns(() -> WorkloadColumns.DAEMON_SETS)
                    .build(),
            workload("apps/v1", "Deployment", "deployments")
                    .shortNames("deploy")
                    .tracksGeneration("annotations")
                    .scale()
                    .columns(() -> WorkloadColumns.DEPLOYMENTS)
                    .build(),
            workload("apps/v1", "ReplicaSet", "replicasets")
                    .shortNames("rs")
                    .scale()
                    .columns(() -> WorkloadColumns.REPLICA_SETS)
                    .selectableFields(SelectableFields.REPLICA_SETS)
                    .build(),
            workload("apps/v1", "StatefulSet", "statefulsets")
                    .named(Naming.LABEL)
                    .shortNames("sts")
                    .scale()
                    .columns(() -> WorkloadColumns.STATEFUL_SETS)
                    .build());

    static final List<Kind> BATCH = List.of(
            workload("batch/v1", "CronJob", "cronjobs")
                    .shortNames("cj")
                    .columns(() -> WorkloadColumns.CRON_JOBS)
                    .build(),
            workload("batch/v1", "Job", "jobs")
                    .columns(() -> WorkloadColumns.JOBS)
                    .selectableFields(SelectableFields.JOBS)
                    .orphansByDefault("child pods are preserved by default when jobs are deleted; set"
                            + " propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress"
                            + " this warning")
                    .build());

    private WorkloadKinds() {}

    private static KindDescriptor workload(String apiVersion, String name, String plural) {
        return KindDescriptor.of(apiVersion, name, plural)
                .categories("all")
                .tracksGeneration()
                .status();
    }
}
