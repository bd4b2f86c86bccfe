package dev.plimsoll.autoscaler.updater;

import dev.plimsoll.autoscaler.cluster.Applications;
import dev.plimsoll.autoscaler.cluster.AutoscaledPod;
import dev.plimsoll.autoscaler.cluster.ClusterState;
import dev.plimsoll.autoscaler.pace.Pace;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.application.Edit;
import dev.plimsoll.core.estimation.application.PodEdits;
import dev.plimsoll.core.estimation.application.ValueLocation;
import dev.plimsoll.core.estimation.update.PodMeasures;
import dev.plimsoll.core.estimation.update.ResizeState;
import dev.plimsoll.core.estimation.update.UpdateMode;
import dev.plimsoll.core.estimation.update.UpdatePriority;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.objects.autoscaling.vertical.BoostAnnotation;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Takes back the CPU that a pod got for its start, once it is ready and has had it for long enough. */
final class BoostRemoval {
    private final ClusterState cluster;
    private final Applications applications;
    private final Pace pace;

    BoostRemoval(ClusterState cluster, Applications applications, Pace pace) {
        this.cluster = cluster;
        this.applications = applications;
        this.pace = pace;
    }

    /** What is to be done about a pod's boost. */
    sealed interface Boost {
        record None() implements Boost {}

        /** The pod is left alone. */
        record Running() implements Boost {}

        record Over(UpdateCandidate candidate) implements Boost {}
    }

    Boost of(VpaObject vpa, AutoscaledPod view, int siblings, Instant now) {
        var boosted = BoostAnnotation.of(view.pod());
        if (boosted.isEmpty()) return new Boost.None();
        var ready = view.readySince();
        var lasts = vpa.boosts().longest(boosted.keySet());
        var isOver = ready.isPresent()
                && (lasts.isZero()
                        || Duration.between(pace.of(ready.get()), now).compareTo(lasts) > 0);
        var isBusy = view.isPending()
                || ResizeState.of(view.pod().status().conditions()).isPresent();
        if (!isOver || isBusy) return new Boost.Running();
        var edits = edits(vpa, view, boosted);
        var priority = UpdatePriority.of(new PodMeasures(List.of(), null));
        return new Boost.Over(new UpdateCandidate(
                vpa, view, edits, priority, siblings, null, view.pod().spec()));
    }

    /** What is recommended, and what it had at first where nothing is. */
    private PodEdits edits(VpaObject vpa, AutoscaledPod view, Map<String, ResourceRequirements> boosted) {
        var recommended = vpa.mode() == UpdateMode.OFF
                ? PodEdits.NONE
                : applications
                        .resize(view.pod(), vpa, cluster.context(view.name().namespace()))
                        .outcome()
                        .edits();
        var edits = new ArrayList<>(recommended.edits());
        var containers = view.pod().spec().containers();
        for (var i = 0; i < containers.size(); i++) {
            var original = boosted.get(containers.get(i).name());
            var place = ValueLocation.container(i);
            if (original == null || isGiven(edits, place)) continue;
            var request = Compute.CPU.set(original.requests());
            var limit = Compute.CPU.set(original.limits());
            request.ifPresent(units -> edits.add(Edit.request(place, Compute.CPU, units)));
            limit.ifPresent(units -> edits.add(Edit.limit(place, Compute.CPU, units)));
        }
        return new PodEdits(edits, recommended.notes());
    }

    private static boolean isGiven(List<Edit> edits, ValueLocation place) {
        return edits.stream().anyMatch(edit -> edit.place().equals(place) && edit.compute() == Compute.CPU);
    }
}
