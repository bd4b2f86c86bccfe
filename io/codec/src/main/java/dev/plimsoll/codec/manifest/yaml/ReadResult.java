package dev.plimsoll.codec.manifest.yaml;

import dev.plimsoll.codec.manifest.problem.ManifestProblem;

/** What one step of reading gave: its value, or the problem that ends the reading. */
public sealed interface ReadResult<T> {
    record Done<T>(T value) implements ReadResult<T> {}

    record Failed<T>(ManifestProblem problem) implements ReadResult<T> {}
}
