package dev.plimsoll.nodeagent.volumes;

import dev.plimsoll.files.PrivateFiles;
import dev.plimsoll.linux.files.Mounts;
import dev.plimsoll.linux.files.OpenFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;

/** What the node keeps for one pod. Only the node can enter it: containers see what is mounted for them. */
public final class PodFolder {
    private static final int PRIVATE = 0_700;

    private final Path path;
    private final Mounts mounts;

    /** The folder of a pod below the node's root; it need not be there. */
    public PodFolder(Path root, String uid, Mounts mounts) {
        if (!PayloadPath.isName(uid)) throw new InvalidPathException(uid, "not the UID of a pod");
        this.path = root.resolve("pods").resolve(uid);
        this.mounts = mounts;
    }

    /** The folder of a volume, made if need be, with this mode. */
    public Path volume(String kind, String name, int mode) throws IOException {
        createPrivate(path);
        try (var own = OpenFolder.open(path)) {
            own.changeMode(PRIVATE);
        }
        var volume = volumePath(kind, name);
        createPrivate(volume);
        try (var made = OpenFolder.open(volume)) {
            made.changeMode(mode);
        }
        return volume;
    }

    /** A volume in memory, for what must not be on a disk. */
    public Path memoryVolume(String kind, String name, int mode) throws IOException {
        var volume = volume(kind, name, mode);
        if (mounts.below(volume).isEmpty()) mounts.tmpfs(volume, mode);
        return volume;
    }

    /** A volume in memory that holds so many bytes and no more. */
    public Path memoryVolume(String kind, String name, int mode, long bytes) throws IOException {
        var volume = volume(kind, name, mode);
        if (mounts.below(volume).isEmpty()) mounts.tmpfs(volume, mode, bytes);
        return volume;
    }

    /** Where a volume is, be it that nobody has made it. */
    public Path volumePath(String kind, String name) {
        if (!PayloadPath.isName(name)) throw new InvalidPathException(name, "not the name of a volume");
        return path.resolve("volumes").resolve(kind).resolve(name);
    }

    /** Where one mount of a container is bound. */
    public Path subPath(String volume, String container, int index) {
        for (var name : List.of(volume, container))
            if (!PayloadPath.isName(name)) throw new InvalidPathException(name, "not a name");
        return path.resolve("volume-subpaths")
                .resolve(volume)
                .resolve(container)
                .resolve(Integer.toString(index));
    }

    /** Where one instance of a container leaves its last words. */
    public Path terminationMessage(String container, int restartCount) {
        if (!PayloadPath.isName(container)) throw new InvalidPathException(container, "not the name of a container");
        return path.resolve("containers").resolve(container).resolve(Integer.toString(restartCount));
    }

    /** That file, empty, for everybody in the container to write. */
    public Path makeTerminationMessage(String container, int restartCount) throws IOException {
        var file = terminationMessage(container, restartCount);
        createPrivate(path);
        createPrivate(file.resolveSibling(""));
        Files.deleteIfExists(file);
        Files.createFile(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        return file;
    }

    /** Writes a file of the pod as a whole, which containers see at the place where it is mounted. */
    public Path write(String name, String text) throws IOException {
        if (!PayloadPath.isName(name)) throw new InvalidPathException(name, "not the name of a file");
        createPrivate(path);
        var file = path.resolve(name);
        // Containers that run have this very file: it is changed, not replaced.
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        return file;
    }

    /** Where a file is that the node keeps for itself, whether it was written or not. */
    public Path file(String name) {
        if (!PayloadPath.isName(name)) throw new InvalidPathException(name, "not the name of a file");
        return path.resolve(name);
    }

    /** Writes a file for the node itself: whole, and on the disk when this returns. */
    public void keep(String name, String text) throws IOException {
        createPrivate(path);
        PrivateFiles.write(file(name), text);
    }

    /** What a file says that the node may have kept. */
    public static Optional<String> text(Path file) throws IOException {
        try {
            return Optional.of(Files.readString(file));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    /** The folders of all pods that the node has kept something for. */
    public static List<Path> all(Path root) throws IOException {
        var pods = root.resolve("pods");
        if (!Files.isDirectory(pods)) return List.of();
        try (var folders = Files.list(pods)) {
            return folders.toList();
        }
    }

    /** Folders that nobody else may enter; those that are there stay as they are. */
    static void createPrivate(Path folder) throws IOException {
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    /** Removes all of it: what is mounted in it first, then the files. No link is followed and no mount entered. */
    public void remove() throws IOException {
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            Files.deleteIfExists(path);
            return;
        }
        for (var mount : mounts.below(path).reversed()) mounts.unmount(mount);
        OpenFolder.removeWhole(path);
    }
}
