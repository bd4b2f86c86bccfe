package dev.plimsoll.testkit.remote;

import dev.plimsoll.testkit.cluster.ClusterTime;
import dev.plimsoll.testkit.cluster.TestCluster;
import dev.plimsoll.testkit.time.OperatorWork;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** The clusters of this process, by number. */
final class HostedClusters {
    private static final int GROUP_FIELDS = 3;

    private final Map<String, HostedCluster> clusters = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();

    /** @param operator what the operator in the other process has left to do */
    List<String> handle(List<String> request, WokenTask task, Supplier<OperatorWork.Look> operator)
            throws InterruptedException {
        var verb = request.getFirst();
        var arguments = request.subList(1, request.size());
        if (verb.equals("start")) return start(arguments);
        var id = arguments.getFirst();
        var cluster = verb.equals("close") ? clusters.remove(id) : clusters.get(id);
        if (cluster == null) {
            if (verb.equals("close")) return List.of(); // a second time
            throw new IllegalStateException("the cluster is closed");
        }
        return cluster.handle(verb, arguments.subList(1, arguments.size()), task, operator);
    }

    private List<String> start(List<String> wanted) {
        var builder = TestCluster.builder()
                .nodes(Integer.parseInt(wanted.get(0)))
                .topology(wanted.get(1))
                .containerRules(wanted.get(3))
                .time(ClusterTime.valueOf(wanted.get(4)))
                .patience(Duration.parse(wanted.get(5)));
        if (!wanted.get(2).isEmpty()) builder.featureGates(wanted.get(2));
        for (var at = 6; at < wanted.size(); at += GROUP_FIELDS)
            builder.nodeGroup(wanted.get(at), Integer.parseInt(wanted.get(at + 1)), wanted.get(at + 2));
        var cluster = builder.start();
        var id = Long.toString(numbers.incrementAndGet());
        clusters.put(id, new HostedCluster(cluster));
        return List.of(id, cluster.url(), cluster.kubeconfig());
    }
}
