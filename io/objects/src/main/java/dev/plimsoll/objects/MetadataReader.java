package dev.plimsoll.objects;

import static dev.plimsoll.objects.tree.DocumentFields.flag;
import static dev.plimsoll.objects.tree.DocumentFields.has;
import static dev.plimsoll.objects.tree.DocumentFields.list;
import static dev.plimsoll.objects.tree.DocumentFields.number;
import static dev.plimsoll.objects.tree.DocumentFields.text;
import static dev.plimsoll.objects.tree.DocumentFields.textMap;
import static dev.plimsoll.objects.tree.DocumentFields.texts;
import static dev.plimsoll.objects.tree.DocumentFields.timeOrEpoch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.core.workloads.OwnerReference;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the metadata of any object. */
public final class MetadataReader {
    private MetadataReader() {}

    public static ObjectMetadata read(JsonNode document) {
        var metadata = document.path("metadata");
        return new ObjectMetadata(
                text(metadata, "namespace"),
                text(metadata, "name"),
                text(metadata, "uid"),
                text(metadata, "resourceVersion"),
                number(metadata, "generation", 0),
                timeOrEpoch(metadata, "creationTimestamp"),
                has(metadata, "deletionTimestamp"),
                textMap(metadata, "labels"),
                textMap(metadata, "annotations"),
                list(metadata, "ownerReferences", MetadataReader::owner),
                texts(metadata, "finalizers"));
    }

    public static String name(JsonNode document) {
        return text(document.path("metadata"), "name");
    }

    /** With which a name begins that the server makes; empty for none. */
    public static String generateName(JsonNode document) {
        return text(document.path("metadata"), "generateName");
    }

    public static List<OwnerReference> owners(JsonNode document) {
        return list(document.path("metadata"), "ownerReferences", MetadataReader::owner);
    }

    /** The labels of any object. */
    public static Map<String, String> labels(JsonNode document) {
        return textMap(document.path("metadata"), "labels");
    }

    /** An annotation of any object; empty where it has none of this name. */
    public static String annotation(JsonNode document, String key) {
        return text(document.path("metadata").path("annotations"), key);
    }

    /** The owner of any object that keeps it as it is. */
    public static Optional<OwnerReference> controller(JsonNode document) {
        for (var owner : document.path("metadata").path("ownerReferences")) {
            if (flag(owner, "controller")) return Optional.of(owner(owner));
        }
        return Optional.empty();
    }

    private static OwnerReference owner(JsonNode node) {
        return new OwnerReference(
                text(node, "apiVersion"),
                text(node, "kind"),
                text(node, "name"),
                text(node, "uid"),
                flag(node, "controller"),
                flag(node, "blockOwnerDeletion"));
    }
}
