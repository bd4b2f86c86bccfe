package dev.plimsoll.codec.apply;

import java.util.Set;

/** Which fields a write to a resource can own: not those that the server takes from the stored object anyway. */
public final class ResetFields {
    private static final Set<String> WITHOUT_STATUS_RESOURCE =
            Set.of("VerticalPodAutoscalerCheckpoint", "Event", "Lease");

    private ResetFields() {}

    /** The filter of the object itself, if {@code subresource} is empty, or of a subresource. */
    public static OwnershipFilter of(String kind, String subresource) {
        return switch (subresource) {
            case "" ->
                WITHOUT_STATUS_RESOURCE.contains(kind)
                        ? OwnershipFilter.everything()
                        : OwnershipFilter.except("status");
            case "status" -> ofStatus(kind);
            case "resize" ->
                OwnershipFilter.only(
                        "spec.resources",
                        "spec.containers.*.resources",
                        "spec.containers.*.resizePolicy",
                        "spec.initContainers.*.resources",
                        "spec.initContainers.*.resizePolicy");
            case "ephemeralcontainers" -> OwnershipFilter.only("spec.ephemeralContainers");
            case "scale" -> OwnershipFilter.only("spec.replicas");
            default -> OwnershipFilter.everything();
        };
    }

    private static OwnershipFilter ofStatus(String kind) {
        return switch (kind) {
            case "Pod" -> OwnershipFilter.except("spec", "metadata.deletionTimestamp", "metadata.ownerReferences");
            case "Deployment" -> OwnershipFilter.except("spec", "metadata.labels");
            default -> OwnershipFilter.except("spec");
        };
    }
}
