package dev.plimsoll.kinds.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.GroupPriority;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.objects.MetadataReader;

/** The APIService of a group version that the server which stores it answers for. */
public final class OwnApiService {
    private static final String LABEL = "kube-aggregator.kubernetes.io/automanaged";
    private static final String ON_START = "onstart";
    private static final String ALWAYS = "true";
    /** Answered here unless somebody installs another server for it, whose APIService has the same name: so it is not labelled. */
    private static final String METRICS_GROUP = "metrics.k8s.io";

    private OwnApiService() {}

    /** When the server sees to it that the object is as it should be. */
    public enum Upkeep {
        ON_START,
        ALWAYS,
        /** It is somebody else's. */
        NEVER
    }

    public static Upkeep upkeep(JsonNode document) {
        return switch (label(document)) {
            case ON_START -> Upkeep.ON_START;
            case ALWAYS -> Upkeep.ALWAYS;
            default -> Upkeep.NEVER;
        };
    }

    private static String label(JsonNode document) {
        return MetadataReader.labels(document).getOrDefault(LABEL, "");
    }

    /** Such as {@code v1.apps}. */
    public static String name(Kind served) {
        return served.version() + "." + served.group();
    }

    /** The object for the group version of a kind. */
    public static ObjectNode of(Kind served) {
        var document = JsonNodeFactory.instance.objectNode();
        var metadata = document.putObject("metadata").put("name", name(served));
        if (!served.group().equals(METRICS_GROUP)) {
            metadata.putObject("labels").put(LABEL, served.extension() == null ? ON_START : ALWAYS);
        }
        var spec = document.putObject("spec");
        if (!served.group().isEmpty()) spec.put("group", served.group());
        spec.put("version", served.version())
                .put("groupPriorityMinimum", GroupPriority.ofGroup(served.group()))
                .put("versionPriority", GroupPriority.ofVersion(served.apiVersion()));
        return document;
    }

    /** The stored object with what it should say; its status and what else somebody wrote into its metadata stay. */
    public static ObjectNode corrected(ObjectNode stored, ObjectNode wanted) {
        var next = stored.deepCopy();
        DocumentMetadata.of(next).label(LABEL, label(wanted));
        next.set("spec", wanted.path("spec"));
        return next;
    }
}
