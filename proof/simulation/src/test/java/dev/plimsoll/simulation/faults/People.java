package dev.plimsoll.simulation.faults;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.simulation.cluster.PodShapes;
import java.util.List;
import java.util.SplittableRandom;

/** Those who want something of the cluster, each on a thread. They do not try again: what they were refused they do not want any more. */
final class People extends Part {
    private static final User USER = new User("kubernetes-admin", "", List.of(User.MASTERS));
    private static final int THREADS = 3;

    private final List<ServerProcess> servers;
    private final Faults faults;
    private final FaultyTransport.ReplyWitness witness;
    private final StoredObjects objects;
    private final SplittableRandom random;
    private final boolean pins;
    private final boolean hasWorkloads;
    private final boolean hasAutoscaler;
    private int left;
    private int resizes;
    private int resizesOnNodes;

    People(
            SimulatedThreads threads,
            List<ServerProcess> servers,
            Faults faults,
            FaultyTransport.ReplyWitness witness,
            StoredObjects objects,
            SplittableRandom random,
            boolean pins,
            boolean hasWorkloads,
            boolean hasAutoscaler,
            int actions) {
        super("people", threads);
        this.servers = servers;
        this.faults = faults;
        this.witness = witness;
        this.objects = objects;
        this.random = random;
        this.pins = pins;
        this.hasWorkloads = hasWorkloads;
        this.hasAutoscaler = hasAutoscaler;
        this.left = actions;
    }

    boolean areDone() {
        return left <= 0;
    }

    int resizes() {
        return resizes;
    }

    int resizesOnNodes() {
        return resizesOnNodes;
    }

    @Override
    void run(SimulatedProcess begun) {
        for (var i = 0; i < THREADS; i++) begun.start("person-" + i, () -> live(begun));
    }

    private void live(SimulatedProcess begun) {
        var time = begun.time();
        var client = ApiClient.over(
                new FaultyTransport(begun, USER, servers, faults, witness),
                "kubectl/plimsoll",
                TokenBucket.unlimited(time),
                time);
        try {
            while (left-- > 0) {
                act(client, random.split());
                time.sleep(java.time.Duration.ofMillis(random.nextInt(1500)));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void act(ApiClient client, SplittableRandom own) {
        if (hasWorkloads && own.nextInt(3) == 0) {
            WorkloadActions.act(client, own);
            return;
        }
        if (hasAutoscaler && own.nextInt(5) == 0) {
            AutoscalerActions.act(client, own);
            return;
        }
        var what = own.nextInt(100);
        var shapes = new PodShapes(own.nextLong(), pins);
        if (what < 34) {
            var pod = StoreTemplate.admissible(shapes.pod("p" + own.nextInt(14)));
            if (own.nextInt(3) == 0) ((ObjectNode) pod.path("metadata")).put("namespace", StoreTemplate.LIMITED);
            // Such pods pass by the scheduler and by the guard of the API server.
            if (witness.mistake() == BuiltInMistake.NOBODY_COUNTS)
                ((ObjectNode) pod.path("spec")).put("nodeName", "n0-0");
            client.create(ApiResource.PODS, pod);
        } else if (what < 40) {
            var deployment = shapes.deployment("d" + own.nextInt(2), 1 + own.nextInt(3));
            StoreTemplate.admissible((ObjectNode) deployment.path("spec").path("template"));
            client.create(ApiResource.DEPLOYMENTS, deployment);
        } else if (what < 47) {
            var change = ClientJson.object();
            change.putObject("spec").put("replicas", own.nextInt(4));
            client.patch(
                    ApiResource.DEPLOYMENTS, new ObjectName("default", "d" + own.nextInt(2)), new Patch.Merge(change));
        } else if (what < 49) {
            client.delete(
                    ApiResource.DEPLOYMENTS, new ObjectName("default", "d" + own.nextInt(2)), DeleteOptions.DEFAULT);
        } else if (what < 82) resize(client, own, shapes);
        else {
            var pods = objects.pods();
            if (pods.isEmpty()) return;
            var pod = pods.get(own.nextInt(pods.size()));
            client.delete(ApiResource.PODS, ObjectName.of(pod), DeleteOptions.DEFAULT);
        }
    }

    private void resize(ApiClient client, SplittableRandom own, PodShapes shapes) {
        var pods = objects.pods().stream().filter(StoredObjects::isOnNode).toList();
        if (pods.isEmpty() || own.nextInt(8) == 0) pods = objects.pods();
        if (pods.isEmpty()) return;
        var pod = pods.get(own.nextInt(pods.size()));
        resizes++;
        if (StoredObjects.isOnNode(pod)) resizesOnNodes++;
        client.patch(ApiResource.PODS.sub("resize"), ObjectName.of(pod), new Patch.Strategic(shapes.resize(pod)));
    }
}
