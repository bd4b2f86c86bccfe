package dev.plimsoll.controllers.endpoints;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.core.workloads.endpoints.EndpointSlicePlan;
import dev.plimsoll.core.workloads.endpoints.SelectedService;
import dev.plimsoll.objects.MetadataDraft;
import dev.plimsoll.objects.node.NodeObject;
import dev.plimsoll.objects.service.EndpointSliceObject;
import dev.plimsoll.objects.service.ServiceObject;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Shows in EndpointSlices which pods answer for each service. */
public final class EndpointSlices implements Controller {
    private static final String ZONE_LABEL = "topology.kubernetes.io/zone";

    private final ServicePods services;
    private final Cache<EndpointSliceObject> slices;
    private final Cache<NodeObject> nodes;
    private final SliceWriter writer;

    public EndpointSlices(ControllerContext around) {
        this.services = new ServicePods(around);
        this.slices = around.informers().of(EndpointSliceObject.KIND);
        this.nodes = around.informers().of(NodeObject.KIND);
        this.writer = new SliceWriter(around, slices, SliceLabels.MANAGER);
    }

    @Override
    public String name() {
        return "endpoint_slice";
    }

    @Override
    public void follow(WorkQueue queue) {
        services.follow(queue);
        writer.follow(queue);
        nodes.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<NodeObject>(var _, var now) -> {
                    if (!zone(now).isEmpty()) services.wakeAll(queue);
                }
                case CacheChange.Updated<NodeObject>(var _, var before, var now) -> {
                    if (!zone(before).equals(zone(now))) services.wakeAll(queue);
                }
                case CacheChange.Removed<NodeObject> _, CacheChange.Synced<NodeObject> _ -> {}
            }
        });
    }

    private static String zone(NodeObject node) {
        return node.metadata().labels().getOrDefault(ZONE_LABEL, "");
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        var found = services.find(key);
        // What is left of a service that is gone goes with it: the garbage collector sees to that.
        if (found.isEmpty() || found.get().metadata().isBeingDeleted()) return ReconcileResult.SETTLED;
        var service = found.get();
        var selected = service.selected();
        if (selected.isEmpty()) return ReconcileResult.SETTLED;
        if (!writer.isSettled(key)) return writer.whenOverdue();
        var mine = writer.slices(key);
        var pods = services.of(service);
        var plan = EndpointSlicePlan.of(
                selected.get(),
                pods,
                zones(),
                mine.stream()
                        .map(slice -> slice.view(isCurrent(slice, selected.get())))
                        .toList(),
                EndpointSlicePlan.MOST_ENDPOINTS);
        var trigger = selected.get().lastTrigger(pods);
        return writer.carryOut(key, plan, mine, metadata -> metadata(metadata, service, selected.get(), trigger));
    }

    private static boolean isCurrent(EndpointSliceObject slice, SelectedService service) {
        return SliceLabels.of(service).equals(slice.metadata().labels())
                && slice.metadata().isControlledBy(service.meta().uid());
    }

    private Map<String, String> zones() {
        var zones = new HashMap<String, String>();
        for (var node : nodes.all())
            if (!zone(node).isEmpty()) zones.put(node.name().name(), zone(node));
        return zones;
    }

    private static void metadata(
            MetadataDraft metadata, ServiceObject service, SelectedService selected, Instant trigger) {
        metadata.onlyLabels(SliceLabels.of(selected))
                .onlyOwners(List.of(service.controllerReference()))
                .annotation(ServicePods.TRIGGER_ANNOTATION, trigger.toString());
    }
}
