package dev.plimsoll.autoscaler.updater;

import dev.plimsoll.autoscaler.cluster.Applications;
import dev.plimsoll.autoscaler.cluster.AutoscaledPod;
import dev.plimsoll.autoscaler.cluster.ClusterState;
import dev.plimsoll.autoscaler.cluster.FoundController;
import dev.plimsoll.autoscaler.gates.AutoscalerGate;
import dev.plimsoll.autoscaler.pace.Pace;
import dev.plimsoll.core.estimation.capping.PodCaps;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.podlevel.PodLevelSupport.Server;
import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.estimation.update.EvictionRequirement;
import dev.plimsoll.core.estimation.update.PodMeasures;
import dev.plimsoll.core.estimation.update.ResizeState;
import dev.plimsoll.core.estimation.update.UpdateMode;
import dev.plimsoll.core.estimation.update.UpdatePriority;
import dev.plimsoll.core.estimation.update.UpdateRules;
import dev.plimsoll.objects.autoscaling.vertical.OriginalsAnnotation;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import dev.plimsoll.objects.pod.ContainerEnd;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;

/** Decides whether one pod is to be changed, and into what. */
final class UpdateDecision {
    private static final String DROPPED = "the API server drops the resources that a new pod is given as a whole: "
            + "its gate PodLevelResources is off; turn it on, or set podPolicies.mode to Off";
    private static final String LOST =
            "a new pod in the place of this one would be without the resources that it has as a whole: "
                    + "the gate PodLevelResources of the API server is off; turn it on, or take spec.resources out of the template";

    private final ClusterState cluster;
    private final Applications applications;
    private final UpdaterSettings settings;
    private final Pace pace;
    private final Actions.Listener listener;

    UpdateDecision(
            ClusterState cluster,
            Applications applications,
            UpdaterSettings settings,
            Pace pace,
            Actions.Listener listener) {
        this.cluster = cluster;
        this.applications = applications;
        this.settings = settings;
        this.pace = pace;
        this.listener = listener;
    }

    /** The rules for pods of one object. */
    private UpdateRules rules(VpaObject vpa) {
        var rules = settings.rules();
        if (!settings.gates().isOn(AutoscalerGate.PER_VPA_CONFIG)
                || vpa.spec().evictAfterOom().isZero()) return rules;
        return new UpdateRules(
                rules.leastDifference(), rules.leastAge(), vpa.spec().evictAfterOom());
    }

    Optional<UpdateCandidate> candidate(VpaObject vpa, AutoscaledPod view, int siblings, Instant now) {
        var mode = vpa.policy().podPolicies().mode();
        var reason = leftAlone(view, mode);
        if (!reason.isEmpty()) {
            listener.skipped(vpa, view, "unavailable", reason);
            return Optional.empty();
        }
        var rules = rules(vpa);
        var context = cluster.context(view.name().namespace());
        var applied = vpa.mode().isInPlace()
                ? applications.resize(view.pod(), vpa, context)
                : applications.recreate(view.pod(), vpa, context);
        var edits = applied.outcome().edits();
        if (applied.request().level().isPodLevel() && !context.containers().isEmpty()) {
            listener.boundsContainers(vpa, context.nameOfContainers());
        }
        for (var left : applied.outcome().skipped()) {
            listener.skipped(vpa, view, left.reason().text(), left.compute().resource() + ": " + left.detail());
        }
        var unchanged = edits.applyTo(view.pod().spec()).equals(view.pod().spec());
        var hangs = ResizeState.of(view.pod().status().conditions()).isPresent();
        // What is there already is not done again, whatever the bounds say. But a resize that hangs is looked at:
        // the spec has what is recommended, the node does not give it, and the pod may have to go elsewhere.
        if (unchanged && !(hangs && vpa.mode() == UpdateMode.IN_PLACE_OR_RECREATE)) return Optional.empty();
        var measures = applied.request().level() == ManagedLevel.CONTAINERS
                ? PodMeasures.ofContainers(
                        view.pod(),
                        new HashSet<>(view.observedContainers()),
                        new PodCaps(vpa.policy(), context)
                                .apply(view.pod(), vpa.recommendation().containers())
                                .estimates(),
                        applied.outcome())
                : PodMeasures.ofPod(view.pod(), applied.outcome());
        var priority = UpdatePriority.of(measures);
        var age = view.started()
                .map(started -> Duration.between(pace.of(started), now))
                .orElse(Duration.ZERO);
        var accepted = rules.accepts(
                        priority, isQuickOom(rules, vpa, view, applied.request().level()), age)
                && EvictionRequirement.admit(vpa.spec().evictionRequirements(), measures);
        if (!accepted) return Optional.empty();
        var level = applied.request().level();
        var note = level == ManagedLevel.CONTAINERS
                ? null
                : OriginalsAnnotation.text(
                        applied.request().originals(),
                        level,
                        edits.applyTo(view.pod().spec()));
        var then = vpa.mode() == UpdateMode.IN_PLACE
                ? view.pod().spec()
                : applications.recreated(view.pod(), vpa, context);
        return Optional.of(new UpdateCandidate(vpa, view, edits, priority, siblings, note, then));
    }

    /** Why nothing is done to a pod, because of what the API server makes of resources of pods as a whole; empty where it is looked at. */
    private String leftAlone(AutoscaledPod view, PodMode mode) {
        // A new pod would lose them again, and would be evicted again.
        if (settings.podLevel() && mode != PodMode.OFF && OriginalsAnnotation.isDropped(view.pod())) return DROPPED;
        var support = applications.support();
        var spec = view.pod().spec();
        var isUnknown = support.server() == Server.UNKNOWN;
        if (!support.leavesAlone(spec, isUnknown && isInTemplate(view), mode)) return "";
        if (isUnknown) {
            return "it is not known whether the API server keeps the resources that a pod is given as a whole ("
                    + applications.unknownSupport()
                    + "): allow the autoscaler to get /metrics of the API server, as deploy/autoscaler/rbac.yaml does";
        }
        return spec.resources().isEmpty() ? DROPPED : LOST;
    }

    private boolean isInTemplate(AutoscaledPod view) {
        return view.controller()
                .map(owner -> cluster.controllers().find(view.name().namespace(), owner))
                .filter(found ->
                        !(found instanceof FoundController.Controller controller) || controller.mayHavePodResources())
                .isPresent();
    }

    /** In a pod that is looked after as a whole, every container counts: they share its limit. */
    private static boolean isQuickOom(UpdateRules rules, VpaObject vpa, AutoscaledPod view, ManagedLevel level) {
        var observed = view.observedContainers();
        return rules.isQuickOom(view.ends().stream()
                .filter(end -> level.isPodLevel()
                        || (observed.contains(end.container())
                                && vpa.policy().of(end.container()).mode() != ContainerMode.OFF))
                .map(ContainerEnd::termination)
                .toList());
    }
}
