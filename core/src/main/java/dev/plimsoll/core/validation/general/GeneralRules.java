package dev.plimsoll.core.validation.general;

import static dev.plimsoll.core.validation.general.FieldPath.METADATA;
import static dev.plimsoll.core.validation.general.FieldPath.SPEC;

import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.validation.FieldError;
import java.util.List;

/**
 * Whether a new pod is credible, its resources aside.
 *
 * <p>The pod is looked at as the API server would after filling in its defaults, whether or not that was done: an empty
 * text that the server would fill is no error. The pod's restart policy is the exception; it has to be there, since
 * other rules depend on it.
 */
public final class GeneralRules {
    private GeneralRules() {}

    /** All broken rules, in the order of the API server; where that order is random, by key. */
    public static List<FieldError> check(Pod pod) {
        var found = new FieldErrors();
        var spec = pod.spec();
        MetadataRules.check(pod.metadata(), METADATA, found);
        PodAnnotationRules.check(pod, METADATA.child("annotations"), found);
        VolumeRules.check(spec.details().volumes(), SPEC.child("volumes"), found);
        ResourceClaimRules.check(spec.details().resourceClaims(), SPEC.child("resourceClaims"), found);
        ContainerListRules.check(spec, SPEC, found);
        HostPortRules.checkHostNetwork(spec, SPEC.child("containers"), found);
        PodRules.check(spec, SPEC, found);
        ImageRules.check(spec.containers(), SPEC.child("containers"), found);
        ImageRules.check(spec.initContainers(), SPEC.child("initContainers"), found);
        SchedulingGateRules.checkUnbound(spec.placement(), SPEC, found);
        return found.toList();
    }
}
