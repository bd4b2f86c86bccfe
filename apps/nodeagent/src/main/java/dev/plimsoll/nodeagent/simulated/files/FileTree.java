package dev.plimsoll.nodeagent.simulated.files;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** All files that a container sees: sources, each mounted somewhere. Paths are absolute, without dots; symbolic links are followed. */
public final class FileTree {
    private static final int MOST_LINKS = 40;

    private final NavigableMap<String, Mount> mounts;
    private final boolean isOfProgram;

    public FileTree() {
        this(new TreeMap<>(), false);
    }

    private FileTree(NavigableMap<String, Mount> mounts, boolean isOfProgram) {
        this.mounts = mounts;
        this.isOfProgram = isOfProgram;
    }

    /**
     * The same files as a program of the container sees them, which does its work with whatever its image has; who looks into the
     * container from outside finds what is known to be there.
     */
    public FileTree ofProgram(boolean isProgram) {
        return new FileTree(mounts, isProgram);
    }

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
        return found(real(absolute)).mount;
    }

    /** Where a path leads to when all links on it are followed; one of them is left if they never end. */
    public String real(String absolute) {
        var path = absolute;
        for (var links = 0; links < MOST_LINKS; links++) {
            var followed = withoutFirstLink(path);
            if (followed.equals(path)) return path;
            path = followed;
        }
        return path;
    }

    /** The same for those who mean the link itself. */
    private String realDirectory(String absolute) {
        var slash = absolute.lastIndexOf('/');
        return absolute(real(slash <= 0 ? "/" : absolute.substring(0, slash)), absolute.substring(slash + 1));
    }

    private String withoutFirstLink(String path) {
        for (var end = path.indexOf('/', 1); ; end = path.indexOf('/', end + 1)) {
            var part = end < 0 ? path : path.substring(0, end);
            if (entry(part).orElse(null) instanceof FileEntry.Link(var target))
                return absolute(absolute(part, ".."), target + (end < 0 ? "" : path.substring(end)));
            if (end < 0) return path;
        }
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

    /** What a path leads to. */
    public Optional<FileEntry> find(String absolute) {
        return entry(real(absolute)).filter(entry -> !(entry instanceof FileEntry.Link));
    }

    /** What is at a path itself, which may be a link. */
    public Optional<FileEntry> findItself(String absolute) {
        return entry(realDirectory(absolute));
    }

    /** Whether the image of the container, which nobody has, may have something at a path that is not there. */
    public boolean mayHave(String absolute) {
        if (!isOfProgram) return false;
        var found = found(real(absolute));
        return found.mount.source().mayHave(found.path);
    }

    private Optional<FileEntry> entry(String absolute) {
        var found = found(absolute);
        var entry = found.mount.source().find(found.path);
        // The way to a mount is there, whatever the trees above say.
        if (entry.isEmpty() && mounts.keySet().stream().anyMatch(place -> place.startsWith(absolute + "/")))
            return Optional.of(new FileEntry.Directory(0_755));
        return entry;
    }

    public Set<String> names(String absolute) {
        var real = real(absolute);
        var found = found(real);
        var names = new TreeSet<>(found.mount.source().names(found.path));
        var prefix = real.equals("/") ? "/" : real + "/";
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
            case FileEntry.Link _ -> throw new FileProblemException(FileProblemException.MISSING);
            case FileEntry.Device _ -> new byte[0];
            case FileEntry.Regular file -> file.content().get();
        };
    }

    public void write(String absolute, byte[] content, int mode) throws FileProblemException {
        if (absolute.equals("/")) throw new FileProblemException(FileProblemException.IS_DIRECTORY);
        var found = written(real(absolute));
        found.mount.source().write(found.path, content, mode);
    }

    /** So many zeros. */
    public void writeZeros(String absolute, long size) throws FileProblemException {
        var found = written(real(absolute));
        found.mount.source().writeZeros(found.path, size);
    }

    public void makeDirectory(String absolute, int mode) throws FileProblemException {
        if (findItself(absolute).isPresent()) throw new FileProblemException(FileProblemException.EXISTS);
        var found = written(realDirectory(absolute));
        found.mount.source().makeDirectory(found.path, mode);
    }

    /** With all that are on the way; those that are there may be. */
    public void makeDirectories(String absolute) throws FileProblemException {
        for (var slash = absolute.indexOf('/', 1); ; slash = absolute.indexOf('/', slash + 1)) {
            var part = slash < 0 ? absolute : absolute.substring(0, slash);
            var known = find(part).orElse(null);
            if (known == null && mayHave(part)) assume(part);
            else if (known == null) makeDirectory(part, 0_755);
            else if (!(known instanceof FileEntry.Directory))
                throw new FileProblemException(FileProblemException.NOT_DIRECTORY);
            if (slash < 0) return;
        }
    }

    /** A symbolic link. */
    public void link(String absolute, String target) throws FileProblemException {
        if (findItself(absolute).isPresent()) throw new FileProblemException(FileProblemException.EXISTS);
        var found = written(realDirectory(absolute));
        found.mount.source().link(found.path, target);
    }

    /** A file, a link or an empty directory. */
    public void remove(String absolute) throws FileProblemException {
        if (mounts.containsKey(absolute)) throw new FileProblemException(FileProblemException.BUSY);
        var found = found(realDirectory(absolute));
        found.mount.source().remove(found.path);
    }

    /** Where something is about to be written: a directory that the image may have is there. */
    private Found written(String real) throws FileProblemException {
        if (entry(real).orElse(null) instanceof FileEntry.Link)
            throw new FileProblemException(FileProblemException.LOOP);
        var directory = absolute(real, "..");
        if (mayHave(directory)) assume(directory);
        return found(real);
    }

    private void assume(String absolute) throws FileProblemException {
        var found = found(real(absolute));
        found.mount.source().assume(found.path);
    }

    /** A path and everything below it, directories before what they hold; what links lead to is left out. */
    public Collection<String> below(String absolute) {
        var all = new java.util.ArrayList<String>();
        collect(absolute, all);
        return all;
    }

    private void collect(String path, Collection<String> all) {
        all.add(path);
        if (!(findItself(path).orElse(null) instanceof FileEntry.Directory)) return;
        for (var name : names(path)) collect(path.equals("/") ? "/" + name : path + "/" + name, all);
    }
}
