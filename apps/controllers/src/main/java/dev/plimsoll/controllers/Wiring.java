package dev.plimsoll.controllers;

import dev.plimsoll.client.Transport;
import dev.plimsoll.controllers.autoscaling.HorizontalPodAutoscalers;
import dev.plimsoll.controllers.cronjob.CronJobs;
import dev.plimsoll.controllers.daemonset.DaemonSets;
import dev.plimsoll.controllers.deployment.Deployments;
import dev.plimsoll.controllers.discovery.Discovery;
import dev.plimsoll.controllers.disruption.DisruptionBudgets;
import dev.plimsoll.controllers.disruption.StaleDisruptions;
import dev.plimsoll.controllers.garbage.GarbageCollector;
import dev.plimsoll.controllers.job.FinishedJobs;
import dev.plimsoll.controllers.job.Jobs;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.Surroundings;
import dev.plimsoll.controllers.namespaces.DefaultAccounts;
import dev.plimsoll.controllers.namespaces.Namespaces;
import dev.plimsoll.controllers.nodes.NodeLifecycle;
import dev.plimsoll.controllers.nodes.PodGarbageCollector;
import dev.plimsoll.controllers.nodes.TaintEviction;
import dev.plimsoll.controllers.replicaset.ReplicaSets;
import dev.plimsoll.controllers.statefulset.StatefulSets;
import java.util.List;

/** Which class does what. To add a controller is to add a line. */
final class Wiring {
    private Wiring() {}

    static List<Controller> controllers(ControllerSettings settings, Surroundings around, Transport transport) {
        var discovery = new Discovery(transport, Term.USER_AGENT);
        return settings.controllers().stream()
                .sorted()
                .flatMap(name -> of(name, settings, around, discovery).stream())
                .toList();
    }

    private static List<Controller> of(
            ControllerName name, ControllerSettings settings, Surroundings around, Discovery discovery) {
        return switch (name) {
            case REPLICA_SET -> List.of(new ReplicaSets(around));
            case DEPLOYMENT -> List.of(new Deployments(around));
            case STATEFUL_SET -> List.of(new StatefulSets(around));
            case DAEMON_SET -> List.of(new DaemonSets(around));
            case JOB -> List.of(new Jobs(around));
            case CRON_JOB -> List.of(new CronJobs(around));
            case TTL_AFTER_FINISHED -> List.of(new FinishedJobs(around));
            case HORIZONTAL_POD_AUTOSCALER ->
                List.of(new HorizontalPodAutoscalers(around, discovery, settings.autoscalerTimes()));
            case DISRUPTION -> List.of(new DisruptionBudgets(around, discovery), new StaleDisruptions(around));
            case GARBAGE_COLLECTOR -> List.of(new GarbageCollector(around, discovery, settings.random()));
            case NAMESPACE -> List.of(new Namespaces(around, discovery));
            case SERVICE_ACCOUNT -> List.of(new DefaultAccounts(around));
            case NODE_LIFECYCLE -> List.of(new NodeLifecycle(around, settings.nodeTimes()));
            case TAINT_EVICTION -> List.of(new TaintEviction(around));
            case POD_GARBAGE_COLLECTOR -> List.of(new PodGarbageCollector(around));
        };
    }
}
