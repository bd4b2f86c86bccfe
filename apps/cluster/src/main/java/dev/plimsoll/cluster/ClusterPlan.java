package dev.plimsoll.cluster;

import dev.plimsoll.apiserver.audit.AuditFile;
import dev.plimsoll.apiserver.services.ServiceNetwork;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.nodeagent.cri.HostNode;
import dev.plimsoll.nodeagent.cri.host.HostOptions;
import dev.plimsoll.nodeagent.simulated.behaviour.ContainerRuleSet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a cluster is to be.
 *
 * @param port of the API server; 0 for any that is free
 * @param adminToken of the one who may do everything; empty to find or make one
 * @param autoscalerSpeed how many times as fast time passes for the vertical pod autoscaler; 0 for none
 * @param realNodeOrNull the machine itself, beside simulated nodes; null where it is none
 * @param eventTtl how long events are kept
 * @param auditFiles none, or the one where the audit log of the API server goes
 * @param services what services get their addresses from
 * @param containerRules what containers of simulated nodes do, beside what their pods say
 * @param manifestsOrNull a folder with pods that each node runs by itself; null where there is none
 * @param time of all parts; connections over the network are patient by the machine's
 */
public record ClusterPlan(
        Storage storage,
        String host,
        int port,
        String adminToken,
        FeatureGates gates,
        List<NodeGroup> nodes,
        double autoscalerSpeed,
        @Nullable RealNode realNodeOrNull,
        Duration eventTtl,
        List<AuditFile> auditFiles,
        Time time,
        ServiceNetwork services,
        ContainerRuleSet containerRules,
        @Nullable Path manifestsOrNull) {
    public ClusterPlan {
        nodes = List.copyOf(nodes);
        auditFiles = List.copyOf(auditFiles);
    }

    /** With simulated nodes only, and an autoscaler by real time. */
    public ClusterPlan(
            Storage storage, String host, int port, String adminToken, FeatureGates gates, List<NodeGroup> nodes) {
        this(
                storage,
                host,
                port,
                adminToken,
                gates,
                nodes,
                1,
                null,
                Duration.ofHours(1),
                List.of(),
                Time.system(),
                ServiceNetwork.DEFAULT,
                ContainerRuleSet.NONE,
                null);
    }

    /** This machine as a node. */
    public record RealNode(HostOptions options, HostNode.Managers managers) {}

    /** In memory, on a free port of this machine. */
    public static ClusterPlan ephemeral(List<NodeGroup> nodes) {
        return new ClusterPlan(new Storage.Memory(), "127.0.0.1", 0, "", FeatureGates.DEFAULT, nodes);
    }

    public ClusterPlan withGates(FeatureGates changed) {
        return new ClusterPlan(
                storage,
                host,
                port,
                adminToken,
                changed,
                nodes,
                autoscalerSpeed,
                realNodeOrNull,
                eventTtl,
                auditFiles,
                time,
                services,
                containerRules,
                manifestsOrNull);
    }

    public ClusterPlan withStorage(Storage changed) {
        return new ClusterPlan(
                changed,
                host,
                port,
                adminToken,
                gates,
                nodes,
                autoscalerSpeed,
                realNodeOrNull,
                eventTtl,
                auditFiles,
                time,
                services,
                containerRules,
                manifestsOrNull);
    }

    public ClusterPlan withAutoscalerSpeed(double changed) {
        return new ClusterPlan(
                storage,
                host,
                port,
                adminToken,
                gates,
                nodes,
                changed,
                realNodeOrNull,
                eventTtl,
                auditFiles,
                time,
                services,
                containerRules,
                manifestsOrNull);
    }

    public ClusterPlan withRealNode(RealNode added) {
        return new ClusterPlan(
                storage,
                host,
                port,
                adminToken,
                gates,
                nodes,
                autoscalerSpeed,
                added,
                eventTtl,
                auditFiles,
                time,
                services,
                containerRules,
                manifestsOrNull);
    }

    public ClusterPlan withAudit(AuditFile file) {
        return new ClusterPlan(
                storage,
                host,
                port,
                adminToken,
                gates,
                nodes,
                autoscalerSpeed,
                realNodeOrNull,
                eventTtl,
                List.of(file),
                time,
                services,
                containerRules,
                manifestsOrNull);
    }

    public ClusterPlan withTime(Time changed) {
        return new ClusterPlan(
                storage,
                host,
                port,
                adminToken,
                gates,
                nodes,
                autoscalerSpeed,
                realNodeOrNull,
                eventTtl,
                auditFiles,
                changed,
                services,
                containerRules,
                manifestsOrNull);
    }

    public ClusterPlan withEventTtl(Duration changed) {
        return new ClusterPlan(
                storage,
                host,
                port,
                adminToken,
                gates,
                nodes,
                autoscalerSpeed,
                realNodeOrNull,
                changed,
                auditFiles,
                time,
                services,
                containerRules,
                manifestsOrNull);
    }

    public ClusterPlan withServices(ServiceNetwork changed) {
        return new ClusterPlan(
                storage,
                host,
                port,
                adminToken,
                gates,
                nodes,
                autoscalerSpeed,
                realNodeOrNull,
                eventTtl,
                auditFiles,
                time,
                changed,
                containerRules,
                manifestsOrNull);
    }

    public ClusterPlan withContainerRules(ContainerRuleSet changed) {
        return new ClusterPlan(
                storage,
                host,
                port,
                adminToken,
                gates,
                nodes,
                autoscalerSpeed,
                realNodeOrNull,
                eventTtl,
                auditFiles,
                time,
                services,
                changed,
                manifestsOrNull);
    }

    /** With the pods that are in a folder, on each node. */
    public ClusterPlan withManifests(@Nullable Path folderOrNull) {
        return new ClusterPlan(
                storage,
                host,
                port,
                adminToken,
                gates,
                nodes,
                autoscalerSpeed,
                realNodeOrNull,
                eventTtl,
                auditFiles,
                time,
                services,
                containerRules,
                folderOrNull);
    }
}
