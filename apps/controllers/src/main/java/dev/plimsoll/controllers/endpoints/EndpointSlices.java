package dev.plimsoll.controllers.endpoints;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.Indexes;
import dev.plimsoll.controllers.loop.OwnedPods;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.core.workloads.endpoints.EndpointSlicePlan;
import dev.plimsoll.core.workloads.endpoints.EndpointSlicePlan.Slice;
import dev.plimsoll.core.workloads.endpoints.SelectedService;
import dev.plimsoll.objects.node.NodeObject;
import dev.plimsoll.objects.service.EndpointSliceDraft;
import dev.plimsoll.objects.service.EndpointSliceObject;
import dev.plimsoll.objects.service.ServiceObject;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Shows in EndpointSlices which pods answer for each service. */
public final class EndpointSlices implements Controller {
    private static final String ZONE_LABEL = "topology.kubernetes.io/zone";

    private final ControllerContext around;
    private final ServicePods services;
    private final Cache<EndpointSliceObject> slices;
    private final Cache<NodeObject> nodes;
    private final UnseenWrites unseen;

    public EndpointSlices(ControllerContext around) {
        this.around = around;
        this.services = new ServicePods(around);
        this.slices = around.informers().of(EndpointSliceObject.KIND);
        this.nodes = around.informers().of(NodeObject.KIND);
        this.unseen = new UnseenWrites(around.time(), slices);
    }

    @Override
    public String name() {
        return "endpoint_slice";
    }

    @Override
    public void follow(WorkQueue queue) {
        services.follow(queue);
        slices.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<EndpointSliceObject>(var _, var now) -> wake(queue, now);
                case CacheChange.Updated<EndpointSliceObject>(var _, var before, var now) -> {
                    wake(queue, before);
                    wake(queue, now);
                }
                case CacheChange.Removed<EndpointSliceObject>(var _, var before) -> wake(queue, before);
                case CacheChange.Synced<EndpointSliceObject> _ -> {}
            }
        });
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

    private static void wake(WorkQueue queue, EndpointSliceObject slice) {
        SliceLabels.service(slice)
                .ifPresent(service -> queue.add(new ObjectName(slice.name().namespace(), service)));
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        var found = services.find(key);
        // What is left of a service that is gone goes with it: the garbage collector sees to that.
        if (found.isEmpty() || found.get().metadata().isBeingDeleted()) return ReconcileResult.SETTLED;
        var service = found.get();
        var selected = service.selected();
        if (selected.isEmpty()) return ReconcileResult.SETTLED;
        if (!unseen.isEmpty(key)) return unseen.whenOverdue();
        var mine = slices.found(Indexes.BY_NAMESPACE, key.namespace()).stream()
                .filter(slice ->
                        SliceLabels.service(slice).filter(key.name()::equals).isPresent())
                .filter(slice -> !slice.metadata().isBeingDeleted())
                .toList();
        var pods = services.of(service);
        var plan = EndpointSlicePlan.of(
                selected.get(),
                pods,
                zones(),
                mine.stream()
                        .map(slice -> slice.view(isCurrent(slice, selected.get())))
                        .toList(),
                EndpointSlicePlan.MOST_ENDPOINTS);
        return carryOut(service, selected.get(), plan, mine, selected.get().lastTrigger(pods));
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

    private ReconcileResult carryOut(
            ServiceObject service,
            SelectedService selected,
            EndpointSlicePlan plan,
            List<EndpointSliceObject> mine,
            Instant trigger) {
        var problem = "";
        for (var slice : plan.create()) {
            var base = service.name().name() + "-";
            var name = new ObjectName(service.name().namespace(), around.names().after(base));
            var draft = new EndpointSliceDraft(name, slice.addressType());
            draft.metadata().generateName(base);
            unseen.creating(service.name(), name);
            var document = written(draft, slice, service, selected, trigger);
            var outcome = around.client().create(ApiResource.ENDPOINT_SLICES, document);
            if (!(outcome instanceof RequestResult.Unreachable<ObjectNode>)
                    && !(outcome instanceof RequestResult.Done<ObjectNode>)) unseen.settle(service.name(), name);
            if (isBad(outcome)) problem = outcome.problem();
        }
        for (var slice : plan.update()) {
            var before = named(mine, slice.name());
            var document = written(before.draft(), slice, service, selected, trigger);
            unseen.changing(service.name(), before);
            var outcome = around.client().update(ApiResource.ENDPOINT_SLICES, document);
            if (!(outcome instanceof RequestResult.Unreachable<ObjectNode>)
                    && !(outcome instanceof RequestResult.Done<ObjectNode>))
                unseen.settle(service.name(), before.name());
            if (isBad(outcome)) problem = outcome.problem();
        }
        for (var name : plan.delete()) {
            var before = named(mine, name);
            var options = new DeleteOptions(-1, before.uid(), "", "");
            var outcome = around.client().delete(ApiResource.ENDPOINT_SLICES, before.name(), options);
            if (isBad(outcome)) problem = outcome.problem();
        }
        return problem.isEmpty() ? ReconcileResult.SETTLED : new ReconcileResult.Failed(problem);
    }

    private static ObjectNode written(
            EndpointSliceDraft draft, Slice slice, ServiceObject service, SelectedService selected, Instant trigger) {
        draft.metadata()
                .onlyLabels(SliceLabels.of(selected))
                .onlyOwners(List.of(service.controllerReference()))
                .annotation(ServicePods.TRIGGER_ANNOTATION, trigger.toString());
        return draft.write(slice).document();
    }

    private static boolean isBad(RequestResult<ObjectNode> outcome) {
        return !(outcome instanceof RequestResult.Done<ObjectNode>) && !OwnedPods.isNamespaceGoing(outcome);
    }

    private static EndpointSliceObject named(List<EndpointSliceObject> mine, String name) {
        return mine.stream()
                .filter(each -> each.name().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the plan names a slice that is not there: " + name));
    }
}
