package dev.plimsoll.kinds.strategy;

import dev.plimsoll.codec.apply.OwnershipFilter;
import dev.plimsoll.kinds.Kind;
import java.util.ArrayList;
import java.util.List;

/** Which fields a write to a resource can own: not those that the server takes from the stored object anyway. */
public final class ResetFields {
    private ResetFields() {}

    /** The filter of the object itself, if {@code subresource} is empty, or of a subresource. */
    public static OwnershipFilter of(Kind kind, String subresource) {
        if (subresource.equals("status")) return ofStatus(kind);
        if (subresource.isEmpty() || kind.extension() != null) return ofObject(kind);
        return switch (subresource) {
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

    private static OwnershipFilter ofObject(Kind kind) {
        return kind.hasStatus() ? OwnershipFilter.except("status") : OwnershipFilter.everything();
    }

    private static OwnershipFilter ofStatus(Kind kind) {
        if (kind.extension() != null) return OwnershipFilter.except("spec", "metadata");
        var reset = new ArrayList<>(List.of("spec"));
        reset.addAll(kind.traits().statusResets());
        return OwnershipFilter.except(reset.toArray(String[]::new));
    }
}
