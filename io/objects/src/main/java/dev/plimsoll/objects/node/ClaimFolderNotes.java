package dev.plimsoll.objects.node;

import dev.plimsoll.client.Patch;
import dev.plimsoll.objects.ObjectChange;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a node and the maker of volumes say to each other about folders that the node has for claims: annotations of the node, one for
 * each volume. The node says that it has the folder; who deletes the volume says that the folder is to go; the node removes both. A node
 * may read the volumes of its own pods only, and so cannot see by itself that one is gone.
 */
public final class ClaimFolderNotes {
    private static final String PREFIX = "folder.plimsoll.dev/";
    private static final String KEPT = "kept";
    private static final String RELEASED = "released";

    private ClaimFolderNotes() {}

    /** The node has the folder of this volume. */
    public static Patch kept(String volume) {
        return noted(volume, KEPT);
    }

    /** The volume is deleted, and what was in it with it. */
    public static Patch released(String volume) {
        return noted(volume, RELEASED);
    }

    private static Patch noted(String volume, String word) {
        var change = new ObjectChange();
        change.metadata().annotation(PREFIX + volume, word);
        return change.merge();
    }

    /** The node has the folder no longer. */
    public static Patch removed(String volume) {
        var change = new ObjectChange();
        change.metadata().removedAnnotation(PREFIX + volume);
        return change.merge();
    }

    /** Whether a node says anything about the folder of a volume. */
    public static boolean isNoted(NodeObject node, String volume) {
        return node.metadata().annotations().containsKey(PREFIX + volume);
    }

    /** Whether a node has said that it has the folder, and nobody that it is to go. */
    public static boolean isKept(NodeObject node, String volume) {
        return KEPT.equals(node.metadata().annotations().get(PREFIX + volume));
    }

    /** The volumes whose folders are to go. */
    public static Set<String> released(NodeObject node) {
        var volumes = new TreeSet<String>();
        node.metadata().annotations().forEach((key, word) -> {
            if (key.startsWith(PREFIX) && word.equals(RELEASED)) volumes.add(key.substring(PREFIX.length()));
        });
        return volumes;
    }
}
