package dev.plimsoll.apiserver.storage;

import org.jspecify.annotations.Nullable;

/**
 * One change of an object.
 *
 * @param now what it is; null if it is gone
 * @param before what it was, with the version of this change; null if it is new
 */
public record Change(
        long revision, @Nullable Candidate now, @Nullable Candidate before) {
    public String key() {
        if (now != null) return now.object().key();
        if (before != null) return before.object().key();
        throw new IllegalStateException("a change of nothing");
    }
}
