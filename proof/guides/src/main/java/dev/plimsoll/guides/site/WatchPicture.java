package dev.plimsoll.guides.site;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.WatchEvent;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.ManifestLoader;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.objects.ObjectDraft;
import dev.plimsoll.objects.pod.PodObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The live view of a small cluster, in which a pod waits for room to grow. */
final class WatchPicture {
    private WatchPicture() {}

    /**
     * Starts the cluster, and takes the picture when the pods run and one of them waits.
     *
     * @param root the source tree
     * @param folder for the kubeconfig
     */
    static String make(Path root, Path folder) throws IOException, InterruptedException {
        var nodes = List.of(NodeGroup.of("node", 2, MachineNotation.literal("1s1n8c1t,memory=16Gi")));
        try (var cluster = Cluster.start(ClusterPlan.ephemeral(nodes).withAutoscalerSpeed(0), ClusterLog.SILENT)) {
            var kubeconfig = folder.resolve("watch.conf");
            Files.writeString(kubeconfig, cluster.kubeconfig());
            fill(cluster.client(), root.resolve("examples/grower.yaml"));
            // It does not fit beside its neighbour, and waits.
            Pictures.printed(List.of("resize", "pod/grower", "--cpu", "4", "--kubeconfig", kubeconfig.toString()));
            return TerminalPicture.of(
                    "plimsoll watch",
                    Pictures.printed(
                            List.of("watch", "--once", "--color", "always", "--kubeconfig", kubeconfig.toString())));
        }
    }

    /** Creates the pods of a file, and waits until they run. */
    private static void fill(ApiClient client, Path manifests) throws IOException {
        if (!(new ManifestLoader().load(manifests) instanceof Loaded.Documents(var objects)))
            throw new IOException(manifests + " cannot be read");
        var waiting = new HashSet<String>();
        for (var object : objects) {
            var made = client.create(ApiResource.PODS, inDefault(object.document()))
                    .done()
                    .orElseThrow();
            waiting.add(new PodObject(made).metadata().name());
        }
        try (var events = client.watch(
                        ApiResource.PODS, ObjectSelection.inNamespace("default"), "0", Duration.ofMinutes(1))
                .done()
                .orElseThrow()) {
            for (var event = events.next(); event.isPresent(); event = events.next()) {
                switch (event.get()) {
                    case WatchEvent.Added(var pod) -> settle(new PodObject(pod), waiting);
                    case WatchEvent.Modified(var pod) -> settle(new PodObject(pod), waiting);
                    case WatchEvent.Deleted _, WatchEvent.Bookmark _, WatchEvent.Failed _, WatchEvent.Garbled _ -> {}
                }
                if (waiting.isEmpty()) return;
            }
        }
        throw new IOException("these pods do not run: " + waiting);
    }

    private static ObjectNode inDefault(ObjectNode document) {
        var draft = new ObjectDraft(document);
        draft.metadata().namespace("default");
        return draft.document();
    }

    private static void settle(PodObject pod, Set<String> waiting) {
        if (pod.phase().equals("Running")) waiting.remove(pod.metadata().name());
    }
}
