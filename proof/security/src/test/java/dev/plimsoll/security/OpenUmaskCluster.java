package dev.plimsoll.security;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.apiserver.audit.AuditFile;
import dev.plimsoll.apiserver.limits.RequestLimits;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.cluster.Storage;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.store.memory.MemoryStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A process of its own, because a umask is a process's: a cluster with a data folder, and a server with an audit log. */
final class OpenUmaskCluster {
    private OpenUmaskCluster() {}

    static ClusterPlan plan(Path folder) {
        return ClusterPlan.ephemeral(List.of(NodeGroup.of("node", 2, MachineNotation.literal("1s1n8c1t,memory=8Gi"))))
                .withStorage(new Storage.Folder(folder))
                .withAutoscalerSpeed(0);
    }

    /** Runs until its input ends. */
    public static void main(String[] arguments) throws Exception {
        var folder = Path.of(arguments[0]);
        var audit = new AuditFile(folder.resolve("audit.log"), 4000, 3);
        var extras = new ApiServerSettings.Extras(RequestLimits.DEFAULT, List.of(audit), Duration.ofHours(1));
        try (var cluster = Cluster.start(plan(folder), ClusterLog.SILENT);
                var server = new SecureServer(new MemoryStore(), extras, InstantSource.system())) {
            var pod = new ObjectMapper().readTree("""
                    {"metadata":{"name":"web","namespace":"default"},"spec":{"containers":[{"name":"c","image":"i",
                     "resources":{"requests":{"cpu":"100m","memory":"64Mi"}}}]}}""");
            cluster.client().create(ApiResource.PODS, (ObjectNode) pod);
            for (var i = 0; i < 40; i++) server.admin().get("/api/v1/pods");
            while (!hasCheckpoint(folder) || !Files.exists(folder.resolve("audit.log.1")))
                LockSupport.parkNanos(1_000_000);
            System.out.println("ready");
            while (System.in.read() >= 0) Thread.onSpinWait();
        }
    }

    private static boolean hasCheckpoint(Path folder) throws java.io.IOException {
        try (var files = Files.walk(folder.resolve("nodes"))) {
            return files.anyMatch(file -> file.getFileName().toString().contains("allocated"));
        }
    }
}
