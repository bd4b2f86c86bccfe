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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a cluster is to be.
 *
 * @param port of the API server, as {@link dev.plimsoll.apiserver.ApiServerSettings} has it
 * @param adminToken of the one who may do everything; empty to find or make one
 * @param autoscalerSpeed how many times as fast time passes for the vertical pod autoscaler; 0 for none
 * @param realNodeOrNull the machine itself, beside simulated nodes; null where it is none
 * @param eventTtl how long events are kept
 * @param auditFiles none, or the one where the audit log of the API server goes
 * @param services what services get their addresses from
 * @param containerRules what containers of simulated nodes do, beside what their pods say
 * @param manifestsOrNull a folder with pods that each node runs by itself; null where there is none
 * @param access who gets in without having asked for it
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
        @Nullable Path manifestsOrNull,
        AccessOptions access) {
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
                null,
                AccessOptions.DEFAULT);
    }

    /** This machine as a node. */
    public record RealNode(HostOptions options, HostNode.Managers managers) {}

    /** In memory, on a free port of this machine. */
    public static ClusterPlan ephemeral(List<NodeGroup> nodes) {
        return new ClusterPlan(new Storage.Memory(), "127.0.0.1", 0, "", FeatureGates.DEFAULT, nodes);
    }

    public ClusterPlan withGates(FeatureGates changed) {
        return with(draft -> draft.gates = changed);
    }

    public ClusterPlan withStorage(Storage changed) {
        return with(draft -> draft.storage = changed);
    }

    public ClusterPlan withAutoscalerSpeed(double changed) {
        return with(draft -> draft.autoscalerSpeed = changed);
    }

    public ClusterPlan withRealNode(RealNode added) {
        return with(draft -> draft.realNodeOrNull = added);
    }

    public ClusterPlan withAudit(AuditFile file) {
        return with(draft -> draft.auditFiles = List.of(file));
    }

    public ClusterPlan withTime(Time changed) {
        return with(draft -> draft.time = changed);
    }

    public ClusterPlan withEventTtl(Duration changed) {
        return with(draft -> draft.eventTtl = changed);
    }

    public ClusterPlan withServices(ServiceNetwork changed) {
        return with(draft -> draft.services = changed);
    }

    public ClusterPlan withContainerRules(ContainerRuleSet changed) {
        return with(draft -> draft.containerRules = changed);
    }

    /** With the pods that are in a folder, on each node. */
    public ClusterPlan withManifests(@Nullable Path folderOrNull) {
        return with(draft -> draft.manifestsOrNull = folderOrNull);
    }

    public ClusterPlan withAccess(AccessOptions changed) {
        return with(draft -> draft.access = changed);
    }

    private ClusterPlan with(Consumer<Draft> change) {
        var draft = new Draft(this);
        change.accept(draft);
        return draft.build();
    }

    /** A plan, field by field: a copy with other values is written once. */
    private static final class Draft {
        private Storage storage;
        private final String host;
        private final int port;
        private final String adminToken;
        private FeatureGates gates;
        private final List<NodeGroup> nodes;
        private double autoscalerSpeed;
        private @Nullable RealNode realNodeOrNull;
        private Duration eventTtl;
        private List<AuditFile> auditFiles;
        private Time time;
        private ServiceNetwork services;
        private ContainerRuleSet containerRules;
        private @Nullable Path manifestsOrNull;
        private AccessOptions access;

        Draft(ClusterPlan from) {
            storage = from.storage;
            host = from.host;
            port = from.port;
            adminToken = from.adminToken;
            gates = from.gates;
            nodes = from.nodes;
            autoscalerSpeed = from.autoscalerSpeed;
            realNodeOrNull = from.realNodeOrNull;
            eventTtl = from.eventTtl;
            auditFiles = from.auditFiles;
            time = from.time;
            services = from.services;
            containerRules = from.containerRules;
            manifestsOrNull = from.manifestsOrNull;
            access = from.access;
        }

        ClusterPlan build() {
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
                    manifestsOrNull,
                    access);
        }
    }
}
