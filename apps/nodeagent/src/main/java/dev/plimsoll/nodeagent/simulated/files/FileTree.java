package dev.plimsoll.nodeagent.simulated.files;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** All files that a container sees: sources, each mounted somewhere. Paths are absolute and may have dots. */
public final class FileTree {
    private final TreeMap<String, Mount> mounts = new TreeMap<>();

    /**
     * A source at its place.
     *
     * @param at absolute; {@code /} for the root
     * @param type such as {@code cgroup2}
     * @param sizeBytes what fits in; 0 where that is not known
     */
    public record Mount(String at, String device, String type, String options, FileSource source, long sizeBytes) {}

    private record Found(Mount mount, String path) {}

    public void mount(Mount mount) {
        mounts.put(mount.at(), mount);
    }

    /** In the order of their places. */
    public Collection<Mount> mounts() {
        return mounts.values();
    }

    /** Without dots and doubled slashes, from the present directory. */
    public static String absolute(String directory, String path) {
        var parts = new ArrayDeque<String>();
        var whole = path.startsWith("/") ? path : directory + "/" + path;
        for (var part : whole.split("/", -1)) {
            if (part.equals("..")) parts.pollLast();
            else if (!part.isEmpty() && !part.equals(".")) parts.addLast(part);
        }
        return "/" + String.join("/", parts);
    }

    /** Where a path is mounted. */
    public Mount mountOf(String absolute) {
        return found(absolute).mount;
    }

    private Found found(String absolute) {
        for (var place = absolute;
                ;
                place = place.lastIndexOf('/') <= 0 ? "/" : place.substring(0, place.lastIndexOf('/'))) {
            var mount = mounts.get(place);
            if (mount != null) {
                var below = place.equals("/") ? absolute : absolute.substring(place.length());
                return new Found(mount, below.startsWith("/") ? below.substring(1) : below);
            }
            if (place.equals("/")) throw new IllegalStateException("nothing is mounted at the root");
        }
    }

    public Optional<FileEntry> find(String absolute) {
        var found = found(absolute);
        var entry = found.mount.source().find(found.path);
        // The way to a mount is there, whatever the trees above say.
        if (entry.isEmpty() && mounts.keySet().stream().anyMatch(place -> place.startsWith(absolute + "/")))
            return Optional.of(new FileEntry.Directory(0_755));
        return entry;
    }

    public Set<String> names(String absolute) {
        var found = found(absolute);
        var names = new TreeSet<>(found.mount.source().names(found.path));
        var prefix = absolute.equals("/") ? "/" : absolute + "/";
        for (var place : mounts.keySet()) {
            if (place.length() <= prefix.length() || !place.startsWith(prefix)) continue;
            var rest = place.substring(prefix.length());
            names.add(rest.contains("/") ? rest.substring(0, rest.indexOf('/')) : rest);
        }
        return names;
    }

    public byte[] read(String absolute) throws FileProblemException {
        return switch (find(absolute).orElseThrow(() -> new FileProblemException(FileProblemException.MISSING))) {
            case FileEntry.Directory _ -> throw new FileProblemException(FileProblemException.IS_DIRECTORY);
            case FileEntry.Device _ -> new byte[0];
            case FileEntry.Regular file -> file.content().get();
        };
    }

    public void write(String absolute, byte[] content, int mode) throws FileProblemException {
        if (absolute.equals("/")) throw new FileProblemException(FileProblemException.IS_DIRECTORY);
        var found = found(absolute);
        found.mount.source().write(found.path, content, mode);
    }

    /** So many zeros. */
    public void writeZeros(String absolute, long size) throws FileProblemException {
        var found = found(absolute);
        found.mount.source().writeZeros(found.path, size);
    }

    public void makeDirectory(String absolute, int mode) throws FileProblemException {
        if (find(absolute).isPresent()) throw new FileProblemException(FileProblemException.EXISTS);
        var found = found(absolute);
        found.mount.source().makeDirectory(found.path, mode);
    }

    public void remove(String absolute) throws FileProblemException {
        if (mounts.containsKey(absolute)) throw new FileProblemException(FileProblemException.BUSY);
        var found = found(absolute);
        found.mount.source().remove(found.path);
    }

    /** A path and everything below it, directories before what they hold. */
    public Collection<String> below(String absolute) {
        var all = new java.util.ArrayList<String>();
        collect(absolute, all);
        return all;
    }

    private void collect(String path, Collection<String> all) {
        all.add(path);
        if (!(find(path).orElse(null) instanceof FileEntry.Directory)) return;
        for (var name : names(path)) collect(path.equals("/") ? "/" + name : path + "/" + name, all);
    }
}
