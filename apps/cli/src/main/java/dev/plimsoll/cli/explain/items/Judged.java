package dev.plimsoll.cli.explain.items;

import dev.plimsoll.cli.explain.admission.Verdict;
import dev.plimsoll.codec.manifest.Manifest;

/** An object without a pod, or with one that cannot be read: there is a verdict, and nothing to explain. */
public record Judged(Manifest manifest, Verdict verdict) implements Item {
    @Override
    public String name() {
        return manifest.displayName();
    }

    @Override
    public String place(String field) {
        return manifest.source() + ":" + manifest.positions().of(field);
    }
}
