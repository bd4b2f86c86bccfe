package dev.plimsoll.snapshot;

import dev.plimsoll.objects.ApiObject;

/**
 * An object of a snapshot.
 *
 * @param file where it was read from, for messages
 */
public record SnapshotObject<T extends ApiObject>(T object, String file) {
    /** As messages name it: {@code cluster.json: Pod shop/web-0}. */
    public String text() {
        return file + ": " + SnapshotProblem.name(object);
    }
}
