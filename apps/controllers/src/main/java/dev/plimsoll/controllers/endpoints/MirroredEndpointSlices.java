package dev.plimsoll.controllers.endpoints;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.core.workloads.endpoints.EndpointSlicePlan;
import dev.plimsoll.core.workloads.endpoints.EndpointSubsets.Subset;
import dev.plimsoll.objects.service.EndpointSliceObject;
import dev.plimsoll.objects.service.EndpointsObject;
import dev.plimsoll.objects.service.ServiceObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Shows Endpoints that somebody wrote by hand, for a service without a selector, in EndpointSlices, which are what is read. */
public final class MirroredEndpointSlices implements Controller {
    /** How many endpoints a mirrored slice holds at most: as many as the kind allows. */
    private static final int MOST_ENDPOINTS = 1000;

    private static final String LEADER_ANNOTATION = "control-plane.alpha.kubernetes.io/leader";

    private final Cache<ServiceObject> services;
    private final Cache<EndpointsObject> endpoints;
    private final SliceWriter writer;

    public MirroredEndpointSlices(ControllerContext around) {
        this.services = around.informers().of(ServiceObject.KIND);
        this.endpoints = around.informers().of(EndpointsObject.KIND);
        this.writer =
                new SliceWriter(around, around.informers().of(EndpointSliceObject.KIND), SliceLabels.MIRRORING_MANAGER);
    }

    @Override
    public String name() {
        return "endpoint_slice_mirroring";
    }

    @Override
    public void follow(WorkQueue queue) {
        writer.follow(queue);
        services.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<ServiceObject>(var name, var _) -> queue.add(name);
                case CacheChange.Updated<ServiceObject>(var name, var before, var now) -> {
                    if (before.hasSelector() != now.hasSelector()) queue.add(name);
                }
                case CacheChange.Removed<ServiceObject>(var name, var _) -> queue.add(name);
                case CacheChange.Synced<ServiceObject> _ -> {}
            }
        });
        endpoints.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<EndpointsObject>(var name, var now) -> {
                    if (isMirrored(name, now)) queue.add(name);
                }
                case CacheChange.Updated<EndpointsObject>(var name, var before, var now) -> {
                    if (isMirrored(name, before) || isMirrored(name, now)) queue.add(name);
                }
                case CacheChange.Removed<EndpointsObject>(var name, var _) -> queue.add(name);
                case CacheChange.Synced<EndpointsObject> _ -> {}
            }
        });
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        if (!writer.isSettled(key)) return writer.whenOverdue();
        var mine = writer.slices(key);
        var source = endpoints.find(key).filter(each -> isMirrored(key, each));
        if (mine.isEmpty() && source.isEmpty()) return ReconcileResult.SETTLED;
        List<Subset> subsets = source.map(EndpointsObject::subsets).orElse(List.of());
        var labels = source.map(SliceLabels::mirroring).orElse(Map.of());
        var plan = EndpointSlicePlan.mirroring(
                subsets,
                mine.stream()
                        .map(slice -> slice.view(isCurrent(slice, labels, source)))
                        .toList(),
                MOST_ENDPOINTS);
        // Without a source there is nothing to make or to change, only to delete.
        return writer.carryOut(
                key,
                plan,
                mine,
                metadata -> source.ifPresent(
                        each -> metadata.onlyLabels(labels).onlyOwners(List.of(each.controllerReference()))));
    }

    private static boolean isCurrent(
            EndpointSliceObject slice, Map<String, String> labels, Optional<EndpointsObject> source) {
        return source.isPresent()
                && labels.equals(slice.metadata().labels())
                && slice.metadata().isControlledBy(source.get().uid());
    }

    private boolean isMirrored(ObjectName name, EndpointsObject each) {
        var service = services.find(name);
        return service.isPresent()
                && !service.get().hasSelector()
                && !service.get().metadata().isBeingDeleted()
                && !each.metadata().isBeingDeleted()
                && !SliceLabels.isNotMirrored(each)
                && !each.metadata().annotations().containsKey(LEADER_ANNOTATION);
    }
}
