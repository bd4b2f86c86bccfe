package dev.plimsoll.controllers.endpoints;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.Indexes;
import dev.plimsoll.controllers.loop.OwnedPods;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.core.workloads.endpoints.EndpointSlicePlan;
import dev.plimsoll.objects.MetadataDraft;
import dev.plimsoll.objects.service.EndpointSliceDraft;
import dev.plimsoll.objects.service.EndpointSliceObject;
import java.util.List;
import java.util.function.Consumer;

/** The slices that one controller manages: which they are, and the writes that a plan asks for. */
final class SliceWriter {
    private final ControllerContext around;
    private final Cache<EndpointSliceObject> slices;
    private final String manager;
    private final UnseenWrites unseen;

    SliceWriter(ControllerContext around, Cache<EndpointSliceObject> slices, String manager) {
        this.around = around;
        this.slices = slices;
        this.manager = manager;
        this.unseen = new UnseenWrites(around.time(), slices);
    }

    /** Puts the service of each slice that changes into the queue. */
    void follow(WorkQueue queue) {
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
    }

    private void wake(WorkQueue queue, EndpointSliceObject slice) {
        SliceLabels.service(slice, manager)
                .ifPresent(service -> queue.add(new ObjectName(slice.name().namespace(), service)));
    }

    /** The slices of a service that are managed here. */
    List<EndpointSliceObject> slices(ObjectName service) {
        return slices.found(Indexes.BY_NAMESPACE, service.namespace()).stream()
                .filter(slice -> SliceLabels.service(slice, manager)
                        .filter(service.name()::equals)
                        .isPresent())
                .filter(slice -> !slice.metadata().isBeingDeleted())
                .toList();
    }

    /** Whether the cache shows all that was written for a service. */
    boolean isSettled(ObjectName service) {
        return unseen.isEmpty(service);
    }

    ReconcileResult whenOverdue() {
        return unseen.whenOverdue();
    }

    /** Makes, changes and deletes slices; {@code metadata} writes labels and owner of each. */
    ReconcileResult carryOut(
            ObjectName service,
            EndpointSlicePlan plan,
            List<EndpointSliceObject> mine,
            Consumer<MetadataDraft> metadata) {
        var problem = "";
        for (var slice : plan.create()) {
            var base = service.name() + "-";
            var name = new ObjectName(service.namespace(), around.names().after(base));
            var draft = new EndpointSliceDraft(name, slice.addressType());
            draft.metadata().generateName(base);
            metadata.accept(draft.metadata());
            unseen.creating(service, name);
            var outcome = around.client()
                    .create(ApiResource.ENDPOINT_SLICES, draft.write(slice).document());
            if (isRefused(outcome)) unseen.settle(service, name);
            if (isBad(outcome)) problem = outcome.problem();
        }
        for (var slice : plan.update()) {
            var before = named(mine, slice.name());
            var draft = before.draft();
            metadata.accept(draft.metadata());
            unseen.changing(service, before);
            var outcome = around.client()
                    .update(ApiResource.ENDPOINT_SLICES, draft.write(slice).document());
            if (isRefused(outcome)) unseen.settle(service, before.name());
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

    /** Whether the write is known not to have happened. */
    private static boolean isRefused(RequestResult<ObjectNode> outcome) {
        return !(outcome instanceof RequestResult.Unreachable<ObjectNode>)
                && !(outcome instanceof RequestResult.Done<ObjectNode>);
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
