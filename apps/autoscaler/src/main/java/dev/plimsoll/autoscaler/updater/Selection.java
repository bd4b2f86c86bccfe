package dev.plimsoll.autoscaler.updater;

import dev.plimsoll.autoscaler.cluster.Applications;
import dev.plimsoll.autoscaler.cluster.Cluster;
import dev.plimsoll.autoscaler.cluster.PodView;
import dev.plimsoll.autoscaler.cluster.Vpa;
import dev.plimsoll.core.estimation.application.PodApplication.Moment;
import dev.plimsoll.core.estimation.capping.PodCaps;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.core.estimation.update.EvictionRequirement;
import dev.plimsoll.core.estimation.update.Measures;
import dev.plimsoll.core.estimation.update.ResizeState;
import dev.plimsoll.core.estimation.update.UpdatePriority;
import dev.plimsoll.core.estimation.update.UpdateRules;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;

/** Decides whether one pod is to be changed, and into what. */
final class Selection {
    private final Cluster cluster;
    private final Applications applications;
    private final UpdateRules rules;

    Selection(Cluster cluster, Applications applications, UpdateRules rules) {
        this.cluster = cluster;
        this.applications = applications;
        this.rules = rules;
    }

    Optional<Candidate> candidate(Vpa vpa, PodView view, Instant now) {
        var surroundings = cluster.surroundings(view.name().namespace());
        var moment = vpa.mode().isInPlace() ? Moment.IN_PLACE : Moment.ADMISSION;
        var applied = applications.apply(view.pod(), vpa, surroundings, moment);
        var edits = applied.outcome().edits();
        var unchanged = edits.applyTo(view.pod().spec()).equals(view.pod().spec());
        // What is there already is not done again, whatever the bounds say; but a resize that hangs is looked at.
        var hangs = ResizeState.of(view.pod().status().conditions()).isPresent();
        if (edits.isEmpty() || (unchanged && !hangs)) return Optional.empty();
        var measures = applied.request().level() == ManagedLevel.CONTAINERS
                ? Measures.ofContainers(
                        view.pod(),
                        new HashSet<>(view.observedContainers()),
                        new PodCaps(vpa.policy(), surroundings)
                                .apply(view.pod(), vpa.recommendation().containers())
                                .estimates())
                : Measures.ofPod(view.pod(), applied.outcome());
        var priority = UpdatePriority.of(measures);
        var age = view.started().map(started -> Duration.between(started, now)).orElse(Duration.ZERO);
        var accepted = rules.accepts(priority, isQuickOom(vpa, view), age)
                && EvictionRequirement.admit(vpa.evictionRequirements(), measures);
        return accepted ? Optional.of(new Candidate(vpa, view, edits, priority)) : Optional.empty();
    }

    private boolean isQuickOom(Vpa vpa, PodView view) {
        var observed = view.observedContainers();
        return rules.isQuickOom(view.ends().stream()
                .filter(end -> observed.contains(end.container())
                        && vpa.policy().of(end.container()).mode() != ContainerMode.OFF)
                .map(PodView.End::termination)
                .toList());
    }
}
