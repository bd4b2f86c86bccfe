package dev.plimsoll.kinds.rules.field;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.validation.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the objects of a kind are made with and keep. */
public final class ImmutableFields {
    private static final String IMMUTABLE = "field is immutable";
    private static final Map<String, List<String>> FIELDS = Map.ofEntries(
            Map.entry("apps/v1 ControllerRevision", List.of("data")),
            Map.entry("discovery.k8s.io/v1 EndpointSlice", List.of("addressType")),
            Map.entry("networking.k8s.io/v1 IngressClass", List.of("spec.controller")),
            Map.entry("node.k8s.io/v1 RuntimeClass", List.of("handler")),
            Map.entry("resource.k8s.io/v1 ResourceClaim", List.of("spec")),
            Map.entry("resource.k8s.io/v1 ResourceClaimTemplate", List.of("spec")),
            Map.entry("resource.k8s.io/v1 ResourceSlice", List.of("spec.driver", "spec.pool.name", "spec.nodeName")),
            Map.entry("storage.k8s.io/v1 CSIStorageCapacity", List.of("nodeTopology", "storageClassName")),
            Map.entry("storage.k8s.io/v1 VolumeAttachment", List.of("spec")),
            Map.entry("storage.k8s.io/v1 VolumeAttributesClass", List.of("driverName", "parameters")));
    /** Of these the server names the field again. */
    private static final List<String> OF_STORAGE_CLASSES =
            List.of("parameters", "provisioner", "reclaimPolicy", "volumeBindingMode");

    private ImmutableFields() {}

    /**
     * What a change of an object changes and must not.
     *
     * @param kind its version and name
     */
    public static List<FieldError> check(String kind, JsonNode before, JsonNode after) {
        var errors = new ArrayList<FieldError>();
        for (var field : FIELDS.getOrDefault(kind, List.of())) {
            var pointer = "/" + field.replace('.', '/');
            var now = after.at(pointer);
            if (before.at(pointer).equals(now)) continue;
            var shown = now.isMissingNode()
                    ? "null"
                    : now.isTextual() ? FieldError.quoted(now.textValue()) : now.toString();
            errors.add(new FieldError(FieldError.Type.INVALID, field, shown, IMMUTABLE));
        }
        if (kind.equals("storage.k8s.io/v1 StorageClass")) {
            for (var field : OF_STORAGE_CLASSES) {
                if (before.path(field).equals(after.path(field))) continue;
                errors.add(FieldError.forbidden(field, "updates to " + field + " are forbidden."));
            }
        }
        return errors;
    }
}
