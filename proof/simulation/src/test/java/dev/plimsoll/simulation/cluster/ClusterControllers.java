package dev.plimsoll.simulation.cluster;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.events.EventRecorder;
import dev.plimsoll.client.events.EventSource;
import dev.plimsoll.controllers.deployment.Deployments;
import dev.plimsoll.controllers.loop.ChildNames;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.ControllerMetrics;
import dev.plimsoll.controllers.loop.Events;
import dev.plimsoll.controllers.loop.Informers;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.controllers.loop.Workers;
import dev.plimsoll.controllers.replicaset.ReplicaSets;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.objects.workload.DeploymentObject;
import dev.plimsoll.objects.workload.ReplicaSetObject;
import dev.plimsoll.runtime.Reporter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** The shipped controllers of deployments and replica sets, on caches that are late. */
final class ClusterControllers implements Program, Reporter {
    private final SimulatedApi api;
    private final VirtualTime time;
    private final Defects defects;
    private final CrashPoint crash = new CrashPoint();
    private @Nullable RunningProgram process;

    ClusterControllers(SimulatedApi api, VirtualTime time, Defects defects) {
        this.api = api;
        this.time = time;
        this.defects = defects;
    }

    private record Work(Workers workers, WorkQueue queue) {}

    private record RunningProgram(Informers informers, Feed feed, List<Work> work) {}

    @Override
    public CrashPoint crash() {
        return crash;
    }

    @Override
    public boolean isAlive() {
        return process != null;
    }

    @Override
    public void start() {
        if (process != null) return;
        crash.disarm();
        var client = new SimulatedClient(api, crash);
        var random = new Random(api.events().size());
        var informers = new Informers(client, this, time, random);
        var metrics = new ControllerMetrics(new PrometheusRegistry(), time::nanos);
        var around = new ControllerContext(
                client,
                informers,
                name -> new Events(new EventRecorder(client, new EventSource(name, ""), time, random)),
                new ChildNames(random),
                time,
                FeatureGates.DEFAULT,
                metrics,
                this);
        var work = new ArrayList<Work>();
        for (Controller controller : List.of(new ReplicaSets(around), new Deployments(around))) {
            var queue = new WorkQueue(time, metrics.queue(controller.name()));
            controller.follow(queue);
            work.add(new Work(new Workers(controller, queue, this), queue));
        }
        var feed = new Feed(api, event -> hear(informers, event));
        informers.of(DeploymentObject.KIND).replace(List.copyOf(api.all(SimulatedApi.kind("apps", "Deployment"))));
        informers.of(ReplicaSetObject.KIND).replace(List.copyOf(api.all(SimulatedApi.kind("apps", "ReplicaSet"))));
        informers.pods().replace(List.copyOf(api.pods()));
        process = new RunningProgram(informers, feed, work);
    }

    private static void hear(Informers informers, SimulatedApi.Event event) {
        var cache = switch (event.kind().name()) {
            case "Pod" -> informers.pods();
            case "ReplicaSet" -> informers.of(ReplicaSetObject.KIND);
            case "Deployment" -> informers.of(DeploymentObject.KIND);
            default -> null;
        };
        if (cache == null) return;
        if (event.isRemoval()) cache.remove(event.document());
        else cache.put(event.document());
    }

    @Override
    public boolean act(SplittableRandom random) {
        var now = process;
        if (now == null) return false;
        if (now.feed().isBehind() && random.nextInt(3) > 0) {
            now.feed().deliver();
            return true;
        }
        var first = random.nextInt(now.work().size());
        for (var i = 0; i < now.work().size(); i++) {
            var work = now.work().get((first + i) % now.work().size());
            var key = work.queue().poll();
            if (key.isEmpty()) continue;
            try {
                work.workers().handle(key.get());
            } catch (Died _) {
                kill();
            }
            return true;
        }
        if (!now.feed().isBehind()) return false;
        now.feed().deliver();
        return true;
    }

    @Override
    public void kill() {
        var now = process;
        if (now == null) return;
        process = null;
        crash.disarm();
        for (var work : now.work()) work.queue().close();
    }

    @Override
    public void tell(String problem) {}

    @Override
    public void defect(String where, RuntimeException exception) {
        defects.add("controllers, " + where, exception);
    }

    @Override
    public void unreadable(ObjectName name, String why) {
        defects.add(name + " cannot be read by the controllers: " + why);
    }

    @Override
    public void trouble(ApiResource resource, String problem) {}
}
