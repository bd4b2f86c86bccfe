package dev.plimsoll.testkit.cluster;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.testkit.time.VirtualTime;
import dev.plimsoll.testkit.work.OperatorWork;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a cluster for tests has beside the cluster.
 *
 * @param timeOrNull null for a cluster on real time
 * @param patience of {@code await}
 */
record TestClusterParts(
        @Nullable VirtualTime timeOrNull,
        ComponentThreads threads,
        OperatorWork work,
        ApiFaultFilter filter,
        RememberedLog log,
        Duration patience) {}
