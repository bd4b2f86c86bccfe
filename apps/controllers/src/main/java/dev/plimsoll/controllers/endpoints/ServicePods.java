package dev.plimsoll.controllers.endpoints;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.Indexes;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.objects.service.ServiceObject;
import java.util.List;
import java.util.Optional;

/** Services and the pods that they select. */
final class ServicePods {
    static final String TRIGGER_ANNOTATION = "endpoints.kubernetes.io/last-change-trigger-time";

    private final Cache<ServiceObject> services;
    private final Cache<ControlledPod> pods;

    ServicePods(ControllerContext around) {
        this.services = around.informers().of(ServiceObject.KIND);
        this.pods = around.informers().pods();
    }

    /** Puts into the queue each service that changes, and those that select a pod, or did, when something of it changes that endpoints show. */
    void follow(WorkQueue queue) {
        services.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<ServiceObject>(var name, var _) -> queue.add(name);
                case CacheChange.Updated<ServiceObject>(var name, var _, var _) -> queue.add(name);
                case CacheChange.Removed<ServiceObject>(var name, var _) -> queue.add(name);
                case CacheChange.Synced<ServiceObject> _ -> {}
            }
        });
        pods.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<ControlledPod>(var _, var now) -> wake(queue, now);
                case CacheChange.Updated<ControlledPod>(var _, var before, var now) -> {
                    if (showsTheSame(before, now)) return;
                    if (!before.meta().labels().equals(now.meta().labels())) wake(queue, before);
                    wake(queue, now);
                }
                case CacheChange.Removed<ControlledPod>(var _, var before) -> wake(queue, before);
                case CacheChange.Synced<ControlledPod> _ -> {}
            }
        });
    }

    private static boolean showsTheSame(ControlledPod before, ControlledPod now) {
        return before.isReady() == now.isReady()
                && before.meta().isBeingDeleted() == now.meta().isBeingDeleted()
                && before.isTerminal() == now.isTerminal()
                && before.node().equals(now.node())
                && before.network().equals(now.network())
                && before.uid().equals(now.uid())
                && before.meta().labels().equals(now.meta().labels());
    }

    private void wake(WorkQueue queue, ControlledPod pod) {
        for (var service : services.found(Indexes.BY_NAMESPACE, pod.meta().namespace())) {
            if (service.selects(pod.meta().labels())) queue.add(service.name());
        }
    }

    Optional<ServiceObject> find(ObjectName name) {
        return services.find(name);
    }

    /** All services, where something changed that may concern any of them. */
    void wakeAll(WorkQueue queue) {
        for (var service : services.all()) queue.add(service.name());
    }

    List<ControlledPod> of(ServiceObject service) {
        return pods.found(Indexes.PODS_BY_NAMESPACE, service.name().namespace()).stream()
                .filter(pod -> service.selects(pod.meta().labels()))
                .toList();
    }
}
