package dev.plimsoll.nodeagent.context;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.nodeagent.api.NodeClients;
import dev.plimsoll.nodeagent.api.PodDeleter;
import dev.plimsoll.nodeagent.api.StatusWriter;
import dev.plimsoll.nodeagent.metrics.AgentMetrics;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.Reporter;
import dev.plimsoll.runtime.Timers;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * What all nodes of a process share.
 *
 * @param program time, chance, reporter and metrics, from whoever starts the process
 * @param client that follows the pods of all
 * @param clients with which each node writes
 */
public record NodeContext(
        ProgramContext program,
        ApiClient client,
        NodeClients clients,
        StatusWriter statuses,
        PodDeleter forgetting,
        AgentMetrics metrics,
        Timers timers,
        ExecutorService threads)
        implements AutoCloseable {
    private static final Duration LONGEST_END = Duration.ofSeconds(5);

    /** Of nodes that are one and the same user to the API. */
    public static NodeContext of(ProgramContext program, ApiClient client) {
        return of(program, client, _ -> client);
    }

    /** With threads and timers of its own. */
    public static NodeContext of(ProgramContext given, ApiClient client, NodeClients clients) {
        // A pod that waits until some moment must not wait longer because the clock of the machine was set back.
        var program = new ProgramContext(given.time().steady(), given.random(), given.reporter(), given.registry());
        var threads = Executors.newThreadPerTaskExecutor(
                ComponentThreads.named("node-", 0).factory());
        var timers = new Timers(program.time());
        var statuses = new StatusWriter(clients, executor(threads), timers, program);
        return new NodeContext(
                program,
                client,
                clients,
                statuses,
                new PodDeleter(clients, statuses, executor(threads), program),
                new AgentMetrics(program.registry()),
                timers,
                threads);
    }

    public Time time() {
        return program.time();
    }

    public RandomGenerator random() {
        return program.random();
    }

    public Reporter reporter() {
        return program.reporter();
    }

    /** Where work goes that may wait. What comes after the end is not done: a restart does it. */
    public Executor executor() {
        return executor(threads);
    }

    private static Executor executor(ExecutorService threads) {
        return task -> {
            try {
                threads.execute(task);
            } catch (RejectedExecutionException refused) {
                if (!threads.isShutdown()) throw refused;
            }
        };
    }

    /** Nothing is written any more when this returns. */
    @Override
    public void close() {
        timers.close();
        threads.shutdownNow();
        try {
            if (!threads.awaitTermination(LONGEST_END.toSeconds(), TimeUnit.SECONDS))
                reporter().tell("work on nodes goes on after their end");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // whoever ends this is in a hurry
        }
    }
}
