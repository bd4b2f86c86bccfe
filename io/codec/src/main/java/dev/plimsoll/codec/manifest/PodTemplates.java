package dev.plimsoll.codec.manifest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.manifest.EmbeddedPod.Origin;
import dev.plimsoll.codec.manifest.Extraction.Extracted;
import dev.plimsoll.codec.manifest.Extraction.Refused;
import dev.plimsoll.codec.manifest.problem.ManifestProblem;
import dev.plimsoll.codec.manifest.problem.ProblemText;
import java.util.List;

/** Finds the pod in a Pod, or the one that a Deployment, a Job or another workload would create. */
public final class PodTemplates {
    private PodTemplates() {}

    /** The pod of the object, or why it has none: another kind, or a field that should be an object and is not. */
    public static Extraction extract(Manifest manifest) {
        var kind = PodKind.of(manifest.kind());
        if (kind.isEmpty()) {
            var text = ProblemText.kindWithoutPod(manifest.kind(), PodKind.names());
            return new Refused(manifest.problem(ManifestFields.KIND, text));
        }
        return extract(manifest, kind.get());
    }

    private static Extraction extract(Manifest manifest, PodKind kind) {
        if (!manifest.apiVersion().equals(kind.apiVersion())) {
            var text = ProblemText.otherApiVersion(kind.kind(), kind.apiVersion(), manifest.apiVersion());
            return new Refused(manifest.problem(ManifestFields.API_VERSION, text));
        }
        var template = manifest.document();
        var prefix = "";
        for (var step : kind.path()) {
            var path = prefix + step;
            if (!(template.get(step) instanceof ObjectNode inner))
                return new Refused(misshapen(manifest, template, path));
            template = inner;
            prefix = path + ".";
        }
        for (var field : List.of(ManifestFields.METADATA, ManifestFields.SPEC)) {
            var isAbsent =
                    template.path(field).isMissingNode() || template.path(field).isNull();
            if (!isAbsent && !template.path(field).isObject()) {
                return new Refused(misshapen(manifest, template, prefix + field));
            }
        }
        var origin = kind == PodKind.POD ? Origin.POD : Origin.TEMPLATE;
        return new Extracted(new EmbeddedPod(manifest, origin, manifest.displayName(), prefix, pod(template, origin)));
    }

    private static ObjectNode pod(ObjectNode template, Origin origin) {
        return switch (origin) {
            case POD -> template.deepCopy();
            case TEMPLATE -> {
                var pod = JsonNodeFactory.instance.objectNode();
                pod.put(ManifestFields.API_VERSION, PodKind.POD.apiVersion());
                pod.put(ManifestFields.KIND, PodKind.POD.kind());
                for (var field : List.of(ManifestFields.METADATA, ManifestFields.SPEC)) {
                    if (template.get(field) instanceof ObjectNode part) pod.set(field, part.deepCopy());
                }
                yield pod;
            }
        };
    }

    private static ManifestProblem misshapen(Manifest manifest, ObjectNode parent, String path) {
        var value = parent.path(path.substring(path.lastIndexOf('.') + 1));
        var isAbsent = value.isMissingNode() || value.isNull();
        var text = isAbsent ? ProblemText.missing(path) : ProblemText.wrongType(path, "an object", ValueType.of(value));
        return manifest.problem(path, text);
    }
}
