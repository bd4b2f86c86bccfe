package dev.plimsoll.autoscaler.cluster;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.objects.discovery.FeatureMetric;
import java.time.Duration;

/**
 * Which gates the API server has. Its page {@code /metrics} tells; this loop reads it anew every ten minutes, so that nobody who
 * decides about a pod has to wait for it.
 */
public final class ServerGates implements Runnable {
    private static final Duration REFRESH = Duration.ofMinutes(10);

    private final ApiClient client;
    private final Time time;
    private volatile boolean keepsPodLevel = true;

    ServerGates(ApiClient client, Time time) {
        this.client = client;
        this.time = time;
    }

    /** Whether pods keep the resources that they are given as a whole; also true where nobody told otherwise. */
    public boolean keepsPodLevel() {
        return keepsPodLevel;
    }

    /** Asks now. Without an answer, what was known before counts. */
    void refresh() {
        client.page("/metrics")
                .done()
                .flatMap(page -> FeatureMetric.isOn(page, Gate.POD_LEVEL_RESOURCES.kubernetesName()))
                .ifPresent(on -> keepsPodLevel = on);
    }

    @Override
    public void run() {
        try {
            while (true) {
                time.sleep(REFRESH);
                refresh();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closing
        }
    }
}
