package dev.plimsoll.nodeagent.cri.container;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.cri.Container;
import dev.plimsoll.cri.ContainerState;
import dev.plimsoll.cri.CriClient;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.Done;
import dev.plimsoll.nodeagent.cri.cgroups.PodCgroups;
import dev.plimsoll.nodeagent.cri.observation.CriLabels;
import dev.plimsoll.nodeagent.cri.observation.Observations;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Ends containers and pods. What has ended or is gone is no failure. */
public final class ContainerStopper {
    private static final CriReply<Done> DONE = new CriReply.Ok<>(Done.DONE);
    /** What the last ones get when those before have used up the time. */
    private static final Duration LEAST_GRACE = Duration.ofSeconds(2);

    private final CriClient cri;
    private final PodCgroups cgroups;
    private final Volumes volumes;
    private final InstantSource clock;

    public ContainerStopper(CriClient cri, PodCgroups cgroups, Volumes volumes, InstantSource clock) {
        this.cri = cri;
        this.cgroups = cgroups;
        this.volumes = volumes;
        this.clock = clock;
    }

    public CriReply<Done> container(String id, Duration grace) {
        return cri.stopContainer(id, grace).orElseOn(CriReply.Code.NOT_FOUND, Done.DONE);
    }

    public CriReply<Done> containers(Act.StopContainers act) {
        var deadline = clock.instant().plus(act.grace());
        var answer = cri.containers("", CriLabels.selecting(act.uid())).map(Observations::newestInstances);
        return answer.then(known -> {
            for (var wave : act.waves()) {
                var left = Duration.between(clock.instant(), deadline);
                var least = act.grace().compareTo(LEAST_GRACE) < 0 ? act.grace() : LEAST_GRACE;
                var stopped = together(running(wave, known), left.compareTo(least) < 0 ? least : left);
                if (stopped instanceof CriReply.Failed<Done>) return stopped;
            }
            return DONE;
        });
    }

    private static List<Container> running(List<String> names, Map<String, Container> known) {
        var running = new ArrayList<Container>();
        for (var name : names) {
            var container = known.get(name);
            if (container != null && container.state() != ContainerState.EXITED) running.add(container);
        }
        return running;
    }

    private CriReply<Done> together(List<Container> containers, Duration grace) {
        var failures = new ConcurrentLinkedQueue<CriReply<Done>>();
        var threads = new ArrayList<Thread>();
        for (var each : containers) {
            threads.add(ComponentThreads.named("stop-" + CriLabels.name(each)).start(() -> {
                var stopped = container(each.id(), grace);
                if (stopped instanceof CriReply.Failed<Done>) failures.add(stopped);
            }));
        }
        try {
            for (var thread : threads) thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new CriReply.Failed<>(CriReply.Code.CANCELLED, "the node is stopping");
        }
        var first = failures.peek();
        return first == null ? DONE : first;
    }

    /** Removes the containers of a pod that have ended, with all their earlier instances. Their logs stay. */
    public CriReply<Done> removed(String uid) {
        return cri.containers("", CriLabels.selecting(uid)).then(known -> {
            for (var container : known) {
                if (container.state() != ContainerState.EXITED) continue;
                var removed = cri.removeContainer(container.id()).orElseOn(CriReply.Code.NOT_FOUND, Done.DONE);
                if (removed instanceof CriReply.Failed<Done>) return removed;
            }
            return DONE;
        });
    }

    public CriReply<Done> pod(String uid) {
        return cri.sandboxes(CriLabels.selecting(uid))
                .then(known -> {
                    for (var sandbox : known) {
                        var removed = cri.stopSandbox(sandbox.id())
                                .then(_ -> cri.removeSandbox(sandbox.id()))
                                .orElseOn(CriReply.Code.NOT_FOUND, Done.DONE);
                        if (removed instanceof CriReply.Failed<Done>) return removed;
                    }
                    return DONE;
                })
                .then(_ -> cgroups.remove(uid))
                .then(_ -> volumes.remove(uid));
    }
}
