package dev.plimsoll.linux.files;

import static dev.plimsoll.linux.files.FileCalls.checked;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;

/**
 * Removes trees from an open folder. Links are removed, not followed. A mount point below stays, and is a failure.
 *
 * <p>A folder in a folder is moved up to the open one before it is emptied, so that a tree of any depth needs two descriptors and
 * no stack.
 */
final class TreeRemoval {
    private static final int ENTER = FileCalls.O_DIRECTORY | FileCalls.O_NOFOLLOW;
    private static final int BOUNDS =
            FileCalls.RESOLVE_BENEATH | FileCalls.RESOLVE_NO_SYMLINKS | FileCalls.RESOLVE_NO_XDEV;

    private final int top;
    private final ArrayDeque<byte[]> folders = new ArrayDeque<>();
    private int moved;

    TreeRemoval(int top) {
        this.top = top;
    }

    /** Removes what has this name in the open folder, if anything has. */
    void remove(byte[] name) throws IOException {
        if (unlinked(top, name)) return;
        folders.add(name);
        while (!folders.isEmpty()) {
            var next = folders.remove();
            empty(next);
            checked(text(next), FileCalls.unlink(top, next, FileCalls.AT_REMOVEDIR));
        }
    }

    /** Whether something is gone that was no folder. */
    private static boolean unlinked(int folder, byte[] name) throws IOException {
        var result = FileCalls.unlink(folder, name, 0);
        if (result == -FileCalls.EISDIR) return false;
        if (result != -FileCalls.ENOENT) checked(text(name), result);
        return true;
    }

    private void empty(byte[] name) throws IOException {
        var folder = checked(text(name), FileCalls.openWithin(top, name, ENTER, BOUNDS));
        try {
            for (var inner : FileCalls.names(folder)) if (!unlinked(folder, inner)) moveUp(folder, inner);
        } finally {
            FileCalls.close(folder);
        }
    }

    private void moveUp(int folder, byte[] name) throws IOException {
        while (true) {
            var free = FileCalls.bytes("..removed-" + moved++);
            var result = FileCalls.rename(folder, name, top, free);
            if (result == -FileCalls.ENOTEMPTY || result == -FileCalls.EEXIST || result == -FileCalls.ENOTDIR) continue;
            checked(text(name), result);
            folders.add(free);
            return;
        }
    }

    private static String text(byte[] name) {
        return new String(name, StandardCharsets.UTF_8);
    }
}
