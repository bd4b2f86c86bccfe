package dev.plimsoll.core.estimation.application;

import dev.plimsoll.core.admission.PodCreation;
import dev.plimsoll.core.admission.ResizePreparation;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.ResizeValidation;
import java.util.List;

/**
 * What API servers say to a resize: those that fill in the pod level last, as Kubernetes 1.37 does, and those that do it while
 * they decode. Nobody tells the autoscaler which kind it talks to, so that both must agree.
 */
public final class ResizeFit {
    private static final List<ResizeFit> SERVERS = List.of(
            new ResizeFit(FeatureGates.DEFAULT),
            new ResizeFit(FeatureGates.DEFAULT.with(Gate.POD_LEVEL_RESOURCES_FIX_DEFAULTING, false)));

    private final PodCreation creation;
    private final ResizePreparation preparation;
    private final ResizeValidation validation;

    private ResizeFit(FeatureGates gates) {
        this.creation = PodCreation.under(gates);
        this.preparation = ResizePreparation.under(gates);
        this.validation = ResizeValidation.under(gates);
    }

    /** Why one of them would refuse; empty where none would. */
    public static List<FieldError> errors(Pod running, PodSpec changed) {
        for (var server : SERVERS) {
            var errors = server.refusal(running, changed);
            if (!errors.isEmpty()) return errors;
        }
        return List.of();
    }

    private List<FieldError> refusal(Pod running, PodSpec changed) {
        var sent = running.withSpec(creation.decoded(changed).spec());
        var prepared = preparation.apply(new ResizePreparation.Stored(running), new ResizePreparation.Sent(sent));
        return validation.check(new ResizeValidation.Change(running, prepared));
    }
}
