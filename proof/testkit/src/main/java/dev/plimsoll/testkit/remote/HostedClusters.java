package dev.plimsoll.testkit.remote;

import dev.plimsoll.testkit.cluster.ClusterTime;
import dev.plimsoll.testkit.cluster.TestCluster;
import dev.plimsoll.testkit.nodes.TestNodeGroup;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The clusters of this process, by number. */
final class HostedClusters {
    private final Map<String, HostedCluster> clusters = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();

    /** @param test to be asked in the midst of the request */
    List<String> handle(List<String> request, WokenTask task, ParentQuestion test) throws InterruptedException {
        var verb = request.getFirst();
        var arguments = request.subList(1, request.size());
        if (verb.equals("start")) return start(arguments);
        var id = arguments.getFirst();
        var cluster = verb.equals("close") ? clusters.remove(id) : clusters.get(id);
        if (cluster == null) {
            if (verb.equals("close")) return List.of(); // a second time
            throw new IllegalStateException("the cluster is closed");
        }
        return cluster.handle(verb, arguments.subList(1, arguments.size()), task, test);
    }

    private List<String> start(List<String> wanted) {
        var builder = TestCluster.builder()
                .nodes(Integer.parseInt(wanted.get(0)))
                .topology(wanted.get(1))
                .containerRules(wanted.get(3))
                .time(ClusterTime.valueOf(wanted.get(4)))
                .patience(Duration.parse(wanted.get(5)));
        if (!wanted.get(2).isEmpty()) builder.featureGates(wanted.get(2));
        TestNodeGroup.all(wanted.subList(6, wanted.size())).forEach(builder::nodeGroup);
        var cluster = builder.start();
        var id = Long.toString(numbers.incrementAndGet());
        clusters.put(id, new HostedCluster(cluster));
        return List.of(id, cluster.url(), cluster.kubeconfig());
    }
}
