package dev.plimsoll.autoscaler.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.autoscaler.cluster.Applications;
import dev.plimsoll.autoscaler.cluster.AutoscaledPod;
import dev.plimsoll.autoscaler.cluster.ClusterState;
import dev.plimsoll.autoscaler.gates.AutoscalerGate;
import dev.plimsoll.autoscaler.observation.AdmissionMetrics;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.estimation.application.Originals;
import dev.plimsoll.core.estimation.application.PodApplication;
import dev.plimsoll.core.estimation.application.PodEdits;
import dev.plimsoll.core.estimation.application.QuotaFit;
import dev.plimsoll.core.estimation.boost.BoostCalculator;
import dev.plimsoll.core.estimation.boost.BoostCalculator.Boosted;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.update.UpdateMode;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.objects.JsonPatchDraft;
import dev.plimsoll.objects.autoscaling.vertical.BoostAnnotation;
import dev.plimsoll.objects.autoscaling.vertical.OriginalsAnnotation;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import dev.plimsoll.objects.pod.PodPatchDraft;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Gives new pods their recommendations. It never refuses a pod: what it cannot read or find, it leaves as it is. */
final class PodWebhook {
    private final ClusterState cluster;
    private final Applications applications;
    private final AdmissionSettings settings;
    private final AdmissionMetrics metrics;
    private final Time time;

    PodWebhook(ClusterState cluster, AdmissionSettings settings, AdmissionMetrics metrics, Time time) {
        this.cluster = cluster;
        this.applications =
                new Applications(cluster.gates(), settings.gates().isOn(AutoscalerGate.POD_LEVEL_RESOURCES));
        this.settings = settings;
        this.metrics = metrics;
        this.time = time;
    }

    private boolean boosts(VpaObject vpa) {
        return settings.gates().isOn(AutoscalerGate.CPU_STARTUP_BOOST)
                && !vpa.boosts().isEmpty();
    }

    /** The patch for a pod that is being made; empty where there is nothing to change. */
    JsonPatchDraft review(ObjectNode object, String namespace) {
        return switch (AutoscaledPod.decode(object)) {
            case Decoded.Unreadable<AutoscaledPod> _ -> new JsonPatchDraft();
            case Decoded.View<AutoscaledPod>(var pod) ->
                controlling(pod, namespace)
                        .map(vpa -> patch(pod, vpa, namespace).draft())
                        .orElseGet(JsonPatchDraft::new);
        };
    }

    private Optional<VpaObject> controlling(AutoscaledPod pod, String namespace) {
        return pod.controller()
                .flatMap(owner -> cluster.controlling(
                        namespace, owner, pod.pod().metadata().labels()))
                .filter(vpa -> vpa.mode() != UpdateMode.OFF || boosts(vpa));
    }

    private PodPatchDraft patch(AutoscaledPod view, VpaObject vpa, String namespace) {
        var pod = view.pod();
        var applied = applications.make(pod, vpa, cluster.context(namespace));
        var level = applied.request().level();
        var recommended =
                vpa.mode() == UpdateMode.OFF ? PodEdits.NONE : applied.outcome().edits();
        var boosted = within(view, namespace, boosted(vpa, applied.request(), recommended), recommended);
        var edits = boosted.edits();
        if (level != ManagedLevel.CONTAINERS) tell(applied.outcome(), level);
        var patch = new PodPatchDraft(pod).resources(edits.patch(pod.spec()));
        if (!edits.isEmpty() || !edits.notes().isEmpty()) {
            patch.annotation("vpaUpdates", edits.updates(vpa.name().name()));
        }
        if (level != ManagedLevel.CONTAINERS && !edits.isEmpty()) {
            var originals = OriginalsAnnotation.text(applied.request().originals(), level, edits.applyTo(pod.spec()));
            patch.annotation(Originals.ANNOTATION, originals);
        }
        new TreeMap<>(boosted.boosted())
                .forEach((container, original) ->
                        patch.annotation(BoostAnnotation.PREFIX + container, BoostAnnotation.text(original)));
        // A boost that a template tells of is another pod's: its end would give this pod that one's values.
        for (var container : BoostAnnotation.of(pod).keySet()) {
            if (!boosted.boosted().containsKey(container)) {
                patch.withoutAnnotation(BoostAnnotation.PREFIX + container);
            }
        }
        return patch.annotation(
                "vpaObservedContainers",
                pod.spec().containers().stream().map(Container::name).collect(Collectors.joining(", ")));
    }

    /** A pod that asks for resources as a whole is not boosted: its containers share what it has. */
    private Boosted boosted(VpaObject vpa, PodApplication.Request request, PodEdits recommended) {
        var spec = request.pod().spec();
        if (!boosts(vpa) || request.level() != ManagedLevel.CONTAINERS || ManagedLevel.setsPodLevel(spec)) {
            return new Boosted(recommended, Map.of());
        }
        var boosted = new BoostCalculator(vpa.boosts(), vpa.policy(), settings.mostBoost()).apply(spec, recommended);
        return applications.takes(request, boosted.edits()) ? boosted : new Boosted(recommended, Map.of());
    }

    /** What a quota would refuse is not asked for: without the boost, or not at all. */
    private Boosted within(AutoscaledPod view, String namespace, Boosted boosted, PodEdits recommended) {
        if (boosted.edits().isEmpty()) return boosted;
        var gates = applications.support().serverGates();
        var chosen = QuotaFit.under(gates, cluster.quotas(namespace), time.instant())
                .choose(view.pod(), List.of(boosted.edits(), recommended));
        return chosen.equals(boosted.edits()) ? boosted : new Boosted(chosen, Map.of());
    }

    private void tell(PodApplication.Outcome outcome, ManagedLevel level) {
        var mode = level == ManagedLevel.POD_ONLY ? "PodOnly" : "PodAndContainers";
        var skipped = !outcome.skipped().isEmpty();
        metrics.podLevel(mode, skipped ? "skipped" : outcome.edits().isEmpty() ? "unchanged" : "applied");
    }
}
