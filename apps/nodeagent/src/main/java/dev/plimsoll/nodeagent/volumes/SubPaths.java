package dev.plimsoll.nodeagent.volumes;

import dev.plimsoll.linux.files.Mounts;
import dev.plimsoll.linux.files.OpenFile;
import dev.plimsoll.linux.files.OpenFolder;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * Parts of volumes that are mounted alone. The part is looked up below the volume and held open; what was opened is bound to a path
 * that only the node can change, and the runtime gets that path. Nothing that a container does to the volume between the look-up and
 * the runtime's mount changes what is mounted.
 */
public final class SubPaths {
    /** Why other paths are refused. */
    public static final String NOT_DESCENDING = "must be relative and without '..'";

    private final Mounts mounts;

    public SubPaths(Mounts mounts) {
        this.mounts = mounts;
    }

    /**
     * Binds the part of a volume; a folder that is missing is made.
     *
     * @param target a path below the pod's folder that is this mount's alone
     */
    public void bind(OpenFolder volume, String subPath, Path target) throws IOException {
        if (!isDescending(subPath)) throw new FileSystemException(subPath, null, NOT_DESCENDING);
        try (var part = opened(volume, subPath)) {
            release(target);
            prepare(part, target);
            mounts.bind(part, target);
        }
    }

    /** Whether a path stays within the volume that it is looked up in. */
    public static boolean isDescending(String path) {
        if (path.isEmpty() || path.startsWith("/")) return false;
        return !List.of(path.split("/", -1)).contains("..");
    }

    private static OpenFile opened(OpenFolder volume, String subPath) throws IOException {
        try {
            return volume.find(subPath);
        } catch (NoSuchFileException _) {
            volume.makeFolders(subPath, volume.mode());
            return volume.find(subPath);
        }
    }

    /** What an earlier container left there was bound to what the volume had then. */
    private void release(Path target) throws IOException {
        if (!Files.exists(target)) return;
        for (var mount : mounts.below(target).reversed()) mounts.unmount(mount);
        Files.delete(target);
    }

    private static void prepare(OpenFile part, Path target) throws IOException {
        PodFolder.createPrivate(target.resolve("..").normalize());
        if (part.isFolder()) Files.createDirectory(target);
        else Files.createFile(target);
    }
}
