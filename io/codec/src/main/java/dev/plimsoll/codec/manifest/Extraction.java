package dev.plimsoll.codec.manifest;

import dev.plimsoll.codec.manifest.problem.ManifestProblem;

/** What looking for a pod in an object gave. */
public sealed interface Extraction {
    record Extracted(EmbeddedPod pod) implements Extraction {}

    record Refused(ManifestProblem problem) implements Extraction {}
}
