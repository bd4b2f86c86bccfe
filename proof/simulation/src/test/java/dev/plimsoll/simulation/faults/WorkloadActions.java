package dev.plimsoll.simulation.faults;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.simulation.cluster.WorkloadShapes;
import java.util.SplittableRandom;

/** What people do with jobs, stateful sets and daemon sets. */
final class WorkloadActions {
    private WorkloadActions() {}

    static void act(ApiClient client, SplittableRandom own) {
        var shapes = new WorkloadShapes(own.nextLong());
        var set = new ObjectName("default", "s" + own.nextInt(2));
        switch (own.nextInt(12)) {
            case 0, 1, 2, 3 -> client.create(ApiResource.JOBS, shapes.job("j" + own.nextInt(6)));
            case 4, 5 -> client.create(ApiResource.STATEFUL_SETS, shapes.statefulSet(set.name()));
            case 6, 7 -> {
                var change = ClientJson.object();
                change.putObject("spec").put("replicas", own.nextInt(4));
                client.patch(ApiResource.STATEFUL_SETS, set, new Patch.Merge(change));
            }
            case 8 -> client.delete(ApiResource.STATEFUL_SETS, set, DeleteOptions.DEFAULT);
            case 9 -> client.create(ApiResource.DAEMON_SETS, shapes.daemonSet("a0"));
            case 10 ->
                client.delete(ApiResource.JOBS, new ObjectName("default", "j" + own.nextInt(6)), DeleteOptions.DEFAULT);
            default -> {
                if (own.nextInt(4) == 0)
                    client.delete(ApiResource.DAEMON_SETS, new ObjectName("default", "a0"), DeleteOptions.DEFAULT);
            }
        }
    }
}
