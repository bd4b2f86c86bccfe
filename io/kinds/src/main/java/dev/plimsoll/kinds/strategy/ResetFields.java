package dev.plimsoll.kinds.strategy;

import dev.plimsoll.codec.apply.OwnershipFilter;
import dev.plimsoll.kinds.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which fields a write to a resource can own: not those that the server takes from the stored object anyway. */
public final class ResetFields {
    private static final OwnershipFilter RESIZE = OwnershipFilter.only(
            "spec.resources",
            "spec.containers.*.resources",
            "spec.containers.*.resizePolicy",
            "spec.initContainers.*.resources",
            "spec.initContainers.*.resizePolicy");
    private static final OwnershipFilter EPHEMERAL = OwnershipFilter.only("spec.ephemeralContainers");
    private static final OwnershipFilter SCALE = OwnershipFilter.only("spec.replicas");
    private static final OwnershipFilter EVERYTHING = OwnershipFilter.everything();
    private static final OwnershipFilter ALL_BUT_STATUS = OwnershipFilter.except("status");
    private static final OwnershipFilter STATUS_OF_EXTENSION = OwnershipFilter.except("spec", "metadata");
    /** By what they reset: there are as many as kinds with a status. */
    private static final Map<List<String>, OwnershipFilter> STATUS = new ConcurrentHashMap<>();

    private ResetFields() {}

    /** The filter of the object itself, if {@code subresource} is empty, or of a subresource. */
    public static OwnershipFilter of(Kind kind, String subresource) {
        if (subresource.equals("status")) return ofStatus(kind);
        if (subresource.isEmpty() || kind.extension() != null) return ofObject(kind);
        return switch (subresource) {
            case "resize" -> RESIZE;
            case "ephemeralcontainers" -> EPHEMERAL;
            case "scale" -> SCALE;
            default -> EVERYTHING;
        };
    }

    private static OwnershipFilter ofObject(Kind kind) {
        return kind.hasStatus() ? ALL_BUT_STATUS : EVERYTHING;
    }

    private static OwnershipFilter ofStatus(Kind kind) {
        if (kind.extension() != null) return STATUS_OF_EXTENSION;
        return STATUS.computeIfAbsent(kind.traits().statusResets(), resets -> {
            var reset = new ArrayList<>(List.of("spec"));
            reset.addAll(resets);
            return OwnershipFilter.except(reset.toArray(String[]::new));
        });
    }
}
