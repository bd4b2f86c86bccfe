package dev.plimsoll.snapshot;

import dev.plimsoll.objects.ApiObject;
import java.util.Comparator;

/**
 * What is wrong with a part of a snapshot.
 *
 * @param file where it stands; empty where it is about all files
 * @param object as messages name it, such as {@code Pod shop/web-0}; empty where it is about the whole file
 * @param message what it is and what follows from it, in one line
 */
public record SnapshotProblem(String file, String object, String message, Effect effect)
        implements Comparable<SnapshotProblem> {
    /** What became of what the problem is about. */
    public enum Effect {
        /** The object is in the snapshot as it was read. */
        KEPT,
        /** The object is not in the snapshot. */
        OBJECT_LEFT_OUT,
        /** What follows in the file is not in the snapshot, and nobody knows what it was. */
        REST_OF_FILE_LEFT_OUT,
        /** Nothing of the file is in the snapshot. */
        FILE_LEFT_OUT
    }

    private static final Comparator<SnapshotProblem> ORDER = Comparator.comparing(SnapshotProblem::file)
            .thenComparing(SnapshotProblem::object)
            .thenComparing(SnapshotProblem::message)
            .thenComparing(SnapshotProblem::effect);

    /** Whether nobody can tell any more what was in the cluster. */
    public boolean losesUnknown() {
        return effect == Effect.REST_OF_FILE_LEFT_OUT || effect == Effect.FILE_LEFT_OUT;
    }

    static String name(ApiObject object) {
        return object.kind() + " " + object.name();
    }

    @Override
    public int compareTo(SnapshotProblem other) {
        return ORDER.compare(this, other);
    }

    /** One line. */
    @Override
    public String toString() {
        var place = file.isEmpty() || object.isEmpty() ? file + object : file + ": " + object;
        return place.isEmpty() ? message : place + ": " + message;
    }
}
