package dev.plimsoll.cli.simulate.cluster;

import dev.plimsoll.cli.resize.RequestedResize;
import dev.plimsoll.codec.view.PolicyReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.admission.ResizeAdmission;
import dev.plimsoll.core.admission.limitrange.LimitRanger;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.Node;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.validation.ResizeValidation;
import dev.plimsoll.snapshot.SnapshotKinds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Pods with other resources, as the API server would store them. */
final class ResizedPods {
    private final ResizeValidation validation;
    private final ResizeAdmission admission;
    private final LimitRanger ranger;
    private final QuotaAccounts quotas;
    private final Instant now;
    private final Map<String, List<LimitRange>> ranges = new HashMap<>();

    /** @param quotas are charged with every resize that is valid */
    ResizedPods(ClusterDraft cluster, QuotaAccounts quotas, FeatureGates gates, Instant now) {
        this.validation = ResizeValidation.under(gates);
        this.admission = ResizeAdmission.under(gates);
        this.ranger = LimitRanger.under(gates);
        this.quotas = quotas;
        this.now = now;
        for (var range : cluster.all(SnapshotKinds.LIMIT_RANGES)) {
            if (PolicyReader.limitRange(range.document()) instanceof Read.Ok<LimitRange>(var read))
                ranges.computeIfAbsent(range.metadata().namespace(), _ -> new ArrayList<>())
                        .add(read);
        }
    }

    /** What came of it. */
    sealed interface Resized {
        record Valid(Pod pod) implements Resized {}

        /** The API server refuses it. */
        record Refused(String why) implements Resized {}

        /** It is not clear what is meant. */
        record Unclear(String why) implements Resized {}
    }

    /**
     * Resizes it.
     *
     * @param node on which it is; null where it is on none
     */
    Resized of(Pod pod, @Nullable Node node, String container, List<RequestedResize> amounts) {
        var spec = pod.spec();
        var regular = spec.containers().stream().map(Container::name).toList();
        var isWhole = container.isEmpty() && spec.hasPodLevelResources();
        var chosen = container.isEmpty() && regular.size() == 1 ? regular.getFirst() : container;
        if (!isWhole && chosen.isEmpty())
            return new Resized.Unclear("has several containers " + regular + ": name one");
        var isThere = Stream.concat(spec.containers().stream(), spec.initContainers().stream())
                .anyMatch(each -> each.name().equals(chosen));
        if (!isWhole && !isThere) return new Resized.Unclear("has no container " + chosen + "; name one of " + regular);
        var changed = isWhole ? spec.withResources(changed(spec.resources(), amounts)) : changed(spec, chosen, amounts);
        var there = ranges.getOrDefault(pod.metadata().namespace(), List.of());
        var desired = pod.withSpec(ranger.fill(pod.withSpec(changed), there, LimitRanger.Operation.RESIZE)
                .spec());
        var errors = validation.check(new ResizeValidation.Change(pod, desired));
        if (!errors.isEmpty())
            return new Resized.Refused(
                    String.join("; ", errors.stream().map(Object::toString).toList()));
        var violation = ranger.check(desired.spec(), there);
        if (violation.isPresent()) return new Resized.Refused(violation.get().text());
        if (node != null
                && admission.check(new ResizeAdmission.Change(pod, desired), node)
                        instanceof ResizeAdmission.Decision.Denied(var message, var _))
            return new Resized.Refused(message);
        var exceeded = quotas.resize(pod, desired, now);
        return exceeded.isEmpty() ? new Resized.Valid(desired) : new Resized.Refused(exceeded);
    }

    private static PodSpec changed(PodSpec spec, String container, List<RequestedResize> amounts) {
        return spec.mappingContainers(
                each -> each.name().equals(container) ? each.withResources(changed(each.resources(), amounts)) : each);
    }

    private static ResourceRequirements changed(ResourceRequirements resources, List<RequestedResize> amounts) {
        var requests = resources.requests();
        var limits = resources.limits();
        for (var wish : amounts) {
            var complete = wish.completed(resources);
            requests = set(requests, complete, complete.request());
            limits = set(limits, complete, complete.limit());
        }
        return resources.withRequests(requests).withLimits(limits);
    }

    private static ResourceAmounts set(ResourceAmounts amounts, RequestedResize wish, String text) {
        if (text.isEmpty()) return amounts;
        return Quantity.parse(text) instanceof ParsedQuantity.Parsed(var quantity)
                ? amounts.with(wish.resource(), quantity)
                : amounts;
    }
}
