package dev.plimsoll.linux.files;

import static dev.plimsoll.linux.files.FileCalls.checked;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A folder whose content may belong to somebody hostile. Names are looked up from the open folder, never from the root, so that
 * no link that is planted or swapped meanwhile leads anywhere else.
 */
public final class OpenFolder implements AutoCloseable {
    private static final int FOLDER = FileCalls.O_DIRECTORY | FileCalls.O_NOFOLLOW;
    /** The kernel gives up when somebody renames folders on the way. It is asked again this often. */
    private static final int ATTEMPTS = 200;

    private static final int LONGEST_TARGET = 4096;

    private final int descriptor;

    private OpenFolder(int descriptor) {
        this.descriptor = descriptor;
    }

    /** Opens a folder by a path that only this program can change; its last name is no link. */
    public static OpenFolder open(Path path) throws IOException {
        return new OpenFolder(checked(path.toString(), FileCalls.open(FileCalls.bytes(path.toString()), FOLDER)));
    }

    /** Opens a folder by a path that an administrator named and that may hold links. */
    public static OpenFolder openTrusted(Path path) throws IOException {
        return new OpenFolder(
                checked(path.toString(), FileCalls.open(FileCalls.bytes(path.toString()), FileCalls.O_DIRECTORY)));
    }

    /** Leads to this very folder while it is open. */
    public Path path() {
        return Path.of("/proc/self/fd/" + descriptor);
    }

    public int mode() throws IOException {
        return (int) Files.getAttribute(path(), "unix:mode") & 0_7777;
    }

    public void changeMode(int mode) throws IOException {
        checked("mode", FileCalls.changeMode(descriptor, mode));
    }

    /** Finds what a relative path leads to. Links are followed as long as they stay below this folder. */
    public OpenFile find(String path) throws IOException {
        var flags = FileCalls.O_PATH;
        return new OpenFile(
                checked(path, within(path, flags, FileCalls.RESOLVE_BENEATH | FileCalls.RESOLVE_NO_MAGICLINKS)));
    }

    /** A folder in this one: no link, and nothing that is mounted there. */
    public OpenFolder folder(String name) throws IOException {
        var bounds = FileCalls.RESOLVE_BENEATH | FileCalls.RESOLVE_NO_SYMLINKS | FileCalls.RESOLVE_NO_XDEV;
        return new OpenFolder(checked(name, within(name, FOLDER, bounds)));
    }

    private long within(String path, int flags, int bounds) throws IOException {
        var name = FileCalls.bytes(path);
        var result = -(long) FileCalls.EAGAIN;
        for (var i = 0; i < ATTEMPTS && result == -FileCalls.EAGAIN; i++)
            result = FileCalls.openWithin(descriptor, name, flags, bounds);
        return result;
    }

    /** Makes a folder with exactly this mode. */
    public void makeFolder(String name, int mode) throws IOException {
        checked(name, FileCalls.makeFolder(descriptor, FileCalls.bytes(name), 0_700));
        try (var made = folder(name)) {
            made.changeMode(mode);
        }
    }

    /** Makes the folders of a relative path that are missing, below this one only. */
    public void makeFolders(String path, int mode) throws IOException {
        if (path.startsWith("/")) throw new FileSystemException(path, null, "leads out of its folder");
        var parent = ".";
        for (var name : path.split("/+", -1)) {
            if (name.isEmpty()) continue;
            var next = parent.equals(".") ? name : parent + "/" + name;
            try (var found = find(next)) {
                if (!found.isFolder()) throw new FileSystemException(next, null, "is in the way of a folder");
            } catch (NoSuchFileException _) {
                makeIn(parent, name, mode);
            }
            parent = next;
        }
    }

    private void makeIn(String parent, String name, int mode) throws IOException {
        try (var found = find(parent);
                var folder = openTrusted(found.path())) {
            folder.makeFolder(name, mode);
        } catch (FileAlreadyExistsException _) {
            // Somebody was faster, or planted a link to nothing: the next look tells.
            return;
        }
    }

    /** Writes a file that must not be there yet, with exactly this mode. */
    public void writeNew(String name, byte[] content, int mode) throws IOException {
        var flags = FileCalls.O_WRONLY | FileCalls.O_CREAT | FileCalls.O_EXCL | FileCalls.O_NOFOLLOW;
        var file = checked(name, FileCalls.openAt(descriptor, FileCalls.bytes(name), flags, 0_600));
        try (var arena = Arena.ofConfined()) {
            var bytes = arena.allocate(Math.max(1, content.length));
            MemorySegment.copy(content, 0, bytes, ValueLayout.JAVA_BYTE, 0, content.length);
            for (var at = 0L; at < content.length; )
                at += checked(name, FileCalls.write(file, bytes.asSlice(at, content.length - at)));
            checked(name, FileCalls.changeMode(file, mode));
        } finally {
            FileCalls.close(file);
        }
    }

    /** Makes a symbolic link. */
    public void link(String name, String target) throws IOException {
        checked(name, FileCalls.link(descriptor, FileCalls.bytes(name), FileCalls.bytes(target)));
    }

    /** Where a symbolic link leads; empty for anything else. */
    public Optional<String> target(String name) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var buffer = arena.allocate(LONGEST_TARGET);
            var size = FileCalls.readLink(descriptor, FileCalls.bytes(name), buffer);
            if (size < 0) return Optional.empty();
            return Optional.of(
                    new String(buffer.asSlice(0, size).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8));
        }
    }

    /** Gives something in this folder another name, in place of a file or link that has it. */
    public void rename(String name, String newName) throws IOException {
        checked(newName, FileCalls.rename(descriptor, FileCalls.bytes(name), descriptor, FileCalls.bytes(newName)));
    }

    /** Removes whatever has this name, with all that is in it. Links are removed, not followed. */
    public void remove(String name) throws IOException {
        new TreeRemoval(descriptor).remove(FileCalls.bytes(name));
    }

    /** Removes all that is in this folder but what has one of these names. */
    public void removeAllBut(Set<String> kept) throws IOException {
        var removal = new TreeRemoval(descriptor);
        for (var name : FileCalls.names(descriptor)) {
            if (!kept.contains(new String(name, StandardCharsets.UTF_8))) removal.remove(name);
        }
    }

    /** Removes a folder with all that is in it, if it is there; its last name is no link, and links in it are removed, not followed. */
    public static void removeWhole(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) return;
        try (var opened = open(folder)) {
            opened.removeAllBut(Set.of());
        }
        Files.delete(folder);
    }

    /** The names in this folder that are text. */
    public List<String> names() throws IOException {
        var names = new ArrayList<String>();
        for (var name : FileCalls.names(descriptor)) names.add(new String(name, StandardCharsets.UTF_8));
        return names;
    }

    @Override
    public void close() {
        FileCalls.close(descriptor);
    }
}
