package dev.plimsoll.kinds.documents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.Kind;
import java.util.Map;
import java.util.Optional;

/** Where built-in kinds keep the template of pods. */
public final class PodTemplateLocation {
    /** As JSON pointers, by group and kind. */
    private static final Map<String, String> POINTERS = Map.of(
            " ReplicationController", "/spec/template",
            " PodTemplate", "/template",
            "apps ReplicaSet", "/spec/template",
            "apps Deployment", "/spec/template",
            "apps StatefulSet", "/spec/template",
            "apps DaemonSet", "/spec/template",
            "batch Job", "/spec/template",
            "batch CronJob", "/spec/jobTemplate/spec/template");

    private PodTemplateLocation() {}

    /** The template of an object; empty for kinds without one, and for templates without a spec. */
    public static Optional<JsonNode> template(Kind kind, ObjectNode object) {
        var pointer = kind.extension() == null ? POINTERS.get(kind.group() + " " + kind.name()) : null;
        if (pointer == null) return Optional.empty();
        var template = object.at(pointer);
        return template.path("spec").isObject() ? Optional.of(template) : Optional.empty();
    }
}
