package dev.plimsoll.codec.manifest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.manifest.problem.ManifestProblem;
import dev.plimsoll.codec.manifest.problem.Position;

/**
 * The pod that an object holds or would create.
 *
 * @param manifest the object it comes from
 * @param origin whether that object is the pod; some defaults apply to pods only, not to templates
 * @param displayName a name for people, such as {@code deployment/web}: a template's pods have no name yet
 * @param prefix what to put before a path within the pod to get its path in the object: {@code spec.template.}
 * @param pod {@code apiVersion} v1, {@code kind} Pod, and the metadata and spec that were written; a copy
 */
public record EmbeddedPod(Manifest manifest, Origin origin, String displayName, String prefix, ObjectNode pod) {
    public enum Origin {
        POD,
        TEMPLATE
    }

    /** Where the field at that path within the pod stands in the text. */
    public Position positionOf(String path) {
        return manifest.positions().of(prefix + path);
    }

    /** A problem with the field at that path within the pod, shown where it stands in the text. */
    public ManifestProblem problem(String path, String text) {
        return manifest.problem(prefix + path, text);
    }
}
