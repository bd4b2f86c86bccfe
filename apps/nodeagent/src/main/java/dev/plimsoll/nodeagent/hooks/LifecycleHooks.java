package dev.plimsoll.nodeagent.hooks;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.lifecycle.ContainerHandler;
import dev.plimsoll.nodeagent.handlers.HandlerRunner;
import dev.plimsoll.nodeagent.handlers.PartEvents;
import dev.plimsoll.nodeagent.runtime.CommandOutcome;
import dev.plimsoll.nodeagent.runtime.PodRuntime;
import dev.plimsoll.nodeagent.runtime.UnknownServerException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLException;

/** Runs hooks. One that takes longer than it may, or that nobody needs any more, is given up. */
final class LifecycleHooks {
    /** How often it is looked whether the pod still needs the hook. */
    private static final Duration LOOK = Duration.ofMillis(500);

    private final PodRuntime runtime;
    private final HandlerRunner handlers;
    private final PartEvents events;
    private final Time time;

    LifecycleHooks(PodRuntime runtime, HandlerRunner handlers, PartEvents events, Time time) {
        this.runtime = runtime;
        this.handlers = handlers;
        this.events = events;
        this.time = time;
    }

    /** The container of a pod that a hook is about. */
    record Place(Pod pod, String podIp, Container container) {
        String part() {
            var isInit = pod.spec().initContainers().stream()
                    .anyMatch(each -> each.name().equals(container.name()));
            return (isInit ? "spec.initContainers{" : "spec.containers{") + container.name() + "}";
        }

        /** As messages of a kubelet show a pod. */
        String podText() {
            var meta = pod.metadata();
            return meta.name() + "_" + meta.namespace() + "(" + meta.uid() + ")";
        }
    }

    /** Why the hook failed; empty where it did not. */
    Optional<String> run(Place place, ContainerHandler hook, Duration longest, BooleanSupplier isNeeded) {
        var problem = new AtomicReference<>(Optional.of("the hook did not end in time"));
        var thread = ComponentThreads.named("hook").start(() -> problem.set(done(place, hook, longest)));
        var end = System.nanoTime() + longest.toNanos();
        try {
            while (!thread.join(LOOK)) {
                if (!isNeeded.getAsBoolean() || System.nanoTime() - end >= 0) {
                    thread.interrupt();
                    return Optional.of("the hook did not end in time");
                }
            }
            return problem.get();
        } catch (InterruptedException _) {
            thread.interrupt();
            Thread.currentThread().interrupt();
            return Optional.of("the node is stopping");
        }
    }

    private Optional<String> done(Place place, ContainerHandler hook, Duration longest) {
        return switch (hook) {
            case ContainerHandler.Exec(var command) -> exec(place, command, longest);
            case ContainerHandler.HttpGet get -> get(place, get, longest);
            case ContainerHandler.Sleep(var seconds) -> slept(seconds);
            // An API server lets nobody make such a hook any more, and a kubelet does nothing with it.
            case ContainerHandler.TcpSocket _, ContainerHandler.Grpc _ -> Optional.of("cannot run handler");
        };
    }

    private Optional<String> exec(Place place, List<String> command, Duration longest) {
        var uid = place.pod().metadata().uid();
        return switch (runtime.run(uid, place.container().name(), command, longest)) {
            case CommandOutcome.Exited(var code, var output) -> {
                // A simulated container has few programs: one that it lacks is no reason to stop it.
                var isUnknown = code == 127 && !runtime.hasNetwork();
                yield code == 0 || isUnknown
                        ? Optional.empty()
                        : Optional.of("Exec lifecycle hook (" + command + ") for Container \""
                                + place.container().name() + "\" in Pod \"" + place.podText()
                                + "\" failed - error: command '" + String.join(" ", command) + "' exited with " + code
                                + ": " + output);
            }
            case CommandOutcome.TimedOut _ -> Optional.of("the hook did not end in time");
            case CommandOutcome.NotRun(var why) -> Optional.of(why);
        };
    }

    private Optional<String> get(Place place, ContainerHandler.HttpGet get, Duration longest) {
        if (!runtime.hasNetwork() && runtime.network().isEmpty()) return Optional.empty();
        try {
            handlers.get(place.podIp(), place.container(), get, longest);
            return Optional.empty();
        } catch (SSLException e) {
            var inClear = new ContainerHandler.HttpGet("HTTP", get.host(), get.port(), get.path(), get.headers());
            return inClear(place, inClear, longest);
        } catch (IOException e) {
            // Of a server that is not simulated nobody knows whether it would have answered.
            return UnknownServerException.isCauseOf(e) ? Optional.empty() : failed(place, get, e);
        }
    }

    /** A server that speaks no TLS is asked without, and somebody told to put the hook right. */
    private Optional<String> inClear(Place place, ContainerHandler.HttpGet get, Duration longest) {
        try {
            handlers.get(place.podIp(), place.container(), get, longest);
            events.tell(
                    place.pod().metadata(),
                    place.part(),
                    true,
                    "LifecycleHTTPFallback",
                    "request to HTTPS lifecycle hook " + place.podIp()
                            + " got HTTP response, retry with HTTP succeeded");
            return Optional.empty();
        } catch (IOException e) {
            return failed(place, get, e);
        }
    }

    private static Optional<String> failed(Place place, ContainerHandler.HttpGet get, IOException e) {
        return Optional.of("HTTP lifecycle hook (" + get.path() + ") for Container \""
                + place.container().name() + "\" in Pod \"" + place.podText() + "\" failed - error: "
                + e.getMessage());
    }

    private Optional<String> slept(long seconds) {
        try {
            if (seconds > 0) time.sleep(Duration.ofSeconds(seconds));
            return Optional.empty();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.of("container terminated before sleep hook finished");
        }
    }

    void failed(Place place, String reason, String message) {
        events.tell(place.pod().metadata(), place.part(), true, reason, message);
    }

    void killing(Place place, String message) {
        events.tell(place.pod().metadata(), place.part(), false, "Killing", message);
    }
}
