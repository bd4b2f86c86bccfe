package dev.plimsoll.core.estimation.application;

import dev.plimsoll.core.admission.PodCreation;
import dev.plimsoll.core.admission.limitrange.LimitRanger;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.application.PodEdits.Note;
import dev.plimsoll.core.estimation.application.ResourcePlan.Reason;
import dev.plimsoll.core.estimation.capping.NamespaceRanges;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.ResourceRules;
import dev.plimsoll.core.validation.Tolerances;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Applies a recommendation to one pod, when it is made or while it runs.
 *
 * <p>What comes out is always a pod that the API server would take: whatever would not be is left as it was, resource by
 * resource, and said.
 */
public final class PodApplication {
    public static final PodApplication DEFAULT = under(FeatureGates.DEFAULT);

    private final PodCreation creation;
    private final ResourceRules rules;
    private final LimitRanger ranger;

    private PodApplication(PodCreation creation, ResourceRules rules, LimitRanger ranger) {
        this.creation = creation;
        this.rules = rules;
        this.ranger = ranger;
    }

    /** With the gates of the API server that will see the pod. */
    public static PodApplication under(FeatureGates gates) {
        return new PodApplication(PodCreation.under(gates), ResourceRules.under(gates), LimitRanger.under(gates));
    }

    /** When it is applied: values can be removed from a pod that is being made, but not from one that runs. */
    public enum Moment {
        ADMISSION,
        IN_PLACE
    }

    /**
     * Everything that decides.
     *
     * @param originals what the pod asked for at first
     * @param context the LimitRanges of its namespace
     */
    public record Request(
            Pod pod,
            Originals originals,
            Recommendation recommendation,
            ResourcePolicy policy,
            NamespaceRanges context,
            ManagedLevel level,
            Moment moment) {}

    /**
     * What is to be changed.
     *
     * @param plans for each resource how that came about; empty where containers alone are managed
     */
    public record Outcome(PodEdits edits, List<ResourcePlan> plans) {
        static final Outcome NOTHING = new Outcome(PodEdits.NONE, List.of());

        public Outcome {
            plans = List.copyOf(plans);
        }

        public List<ResourcePlan.Skipped> skipped() {
            return plans.stream()
                    .filter(ResourcePlan.Skipped.class::isInstance)
                    .map(ResourcePlan.Skipped.class::cast)
                    .toList();
        }
    }

    public Outcome apply(Request request) {
        return switch (request.level()) {
            case CONTAINERS ->
                new Outcome(
                        new ContainerLevel(request.policy(), request.context())
                                .apply(request.pod(), request.recommendation().containers()),
                        List.of());
            case POD_AND_CONTAINERS, POD_ONLY ->
                request.recommendation().pod().isEmpty() ? Outcome.NOTHING : fitted(request);
            case WITHIN_POD -> fitted(request);
            case NOTHING -> Outcome.NOTHING;
        };
    }

    private Outcome fitted(Request request) {
        var spec = request.pod().spec();
        var before = new CurrentValues(spec, request.context());
        var plans = new ArrayList<ResourcePlan>();
        for (var compute : Compute.ALL) plans.add(checked(new PodResourceFit(request, compute).run(), before));
        var edits = joined(plans);
        if (before.refusal(edits.applyTo(spec)).isEmpty()) return new Outcome(edits, plans);
        var none = plans.stream()
                .<ResourcePlan>map(plan -> new ResourcePlan.Skipped(plan.compute(), Reason.VALIDITY))
                .toList();
        return new Outcome(joined(none), none);
    }

    private static ResourcePlan checked(ResourcePlan plan, CurrentValues before) {
        if (!(plan instanceof ResourcePlan.Fitted fitted)) return plan;
        return before.refusal(fitted.edits().applyTo(before.spec))
                .<ResourcePlan>map(reason -> new ResourcePlan.Skipped(plan.compute(), reason))
                .orElse(plan);
    }

    private static PodEdits joined(List<ResourcePlan> plans) {
        var edits = PodEdits.NONE;
        for (var plan : plans) {
            edits = edits.and(
                    switch (plan) {
                        case ResourcePlan.Fitted fitted -> fitted.edits();
                        case ResourcePlan.Skipped(var compute, var _) ->
                            new PodEdits(
                                    List.of(),
                                    List.of(new Note(
                                            ValueLocation.POD,
                                            compute.resource() + " left unchanged, no valid pod was found")));
                        case ResourcePlan.Unmanaged _ -> PodEdits.NONE;
                    });
        }
        return edits;
    }

    /** How a pod stood before: what it was refused for already is not held against the change. */
    private final class CurrentValues {
        private final PodSpec spec;
        private final NamespaceRanges context;
        private final Set<String> fields;
        private final boolean breaksRange;

        CurrentValues(PodSpec spec, NamespaceRanges context) {
            this.spec = spec;
            this.context = context;
            var made = creation.apply(spec).spec();
            this.fields = fields(made);
            this.breaksRange = ranger.check(made, context.ranges()).isPresent();
        }

        private Set<String> fields(PodSpec made) {
            return rules.check(made, Tolerances.NONE).stream()
                    .map(FieldError::field)
                    .collect(Collectors.toSet());
        }

        /** Why the API server would not take the changed pod though it took the pod before. */
        Optional<Reason> refusal(PodSpec changed) {
            var made = creation.apply(changed).spec();
            var broken = new HashSet<>(fields(made));
            broken.removeAll(fields);
            if (!broken.isEmpty()) return Optional.of(Reason.VALIDITY);
            if (!breaksRange && ranger.check(made, context.ranges()).isPresent()) {
                return Optional.of(Reason.LIMIT_RANGE);
            }
            return Optional.empty();
        }
    }
}
