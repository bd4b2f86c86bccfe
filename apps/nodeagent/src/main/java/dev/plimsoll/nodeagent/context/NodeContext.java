package dev.plimsoll.nodeagent.context;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.nodeagent.api.NodeClients;
import dev.plimsoll.nodeagent.api.PodDeleter;
import dev.plimsoll.nodeagent.api.StatusWriter;
import dev.plimsoll.nodeagent.metrics.AgentMetrics;
import dev.plimsoll.runtime.Reporter;
import dev.plimsoll.runtime.Timers;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * What all nodes of a process share.
 *
 * @param client that follows the pods of all
 * @param clients with which each node writes
 */
public record NodeContext(
        ApiClient client,
        NodeClients clients,
        StatusWriter statuses,
        PodDeleter forgetting,
        AgentMetrics metrics,
        Timers timers,
        ExecutorService threads,
        Time time,
        RandomGenerator random,
        Reporter reporter)
        implements AutoCloseable {
    private static final Duration LONGEST_END = Duration.ofSeconds(5);

    /** Of nodes that are one and the same user to the API. */
    public static NodeContext of(
            ApiClient client, AgentMetrics metrics, Time time, RandomGenerator random, Reporter reporter) {
        return of(client, _ -> client, metrics, time, random, reporter);
    }

    /** With threads and timers of its own. */
    public static NodeContext of(
            ApiClient client,
            NodeClients clients,
            AgentMetrics metrics,
            Time clock,
            RandomGenerator random,
            Reporter reporter) {
        // A pod that waits until some moment must not wait longer because the clock of the machine was set back.
        var time = clock.steady();
        var threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("node-", 0).factory());
        var timers = new Timers(time);
        var statuses = new StatusWriter(clients, executor(threads), timers, time, random, reporter);
        return new NodeContext(
                client,
                clients,
                statuses,
                new PodDeleter(clients, statuses, threads, time, random, reporter),
                metrics,
                timers,
                threads,
                time,
                random,
                reporter);
    }

    /** Where work goes that may wait. What comes after the end is not done: a restart does it. */
    public Executor executor() {
        return executor(threads);
    }

    private static Executor executor(ExecutorService threads) {
        return task -> {
            if (!threads.isShutdown()) threads.execute(task);
        };
    }

    /** Nothing is written any more when this returns. */
    @Override
    public void close() {
        timers.close();
        threads.shutdownNow();
        try {
            if (!threads.awaitTermination(LONGEST_END.toSeconds(), TimeUnit.SECONDS))
                reporter.tell("work on nodes goes on after their end");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // whoever ends this is in a hurry
        }
    }
}
