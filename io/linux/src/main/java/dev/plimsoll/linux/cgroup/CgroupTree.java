package dev.plimsoll.linux.cgroup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The cgroups below a mount. On a plain folder, as tests have it, files are made when they are written and every controller
 * counts as there.
 */
public final class CgroupTree {
    /** Those that pods need, in the order in which they are switched on. */
    static final List<String> CONTROLLERS = List.of("cpu", "cpuset", "memory", "hugetlb", "pids");

    private static final int KILL_TRIES = 5;

    private final Path mount;
    private final boolean plain;

    private CgroupTree(Path mount, boolean plain) {
        this.mount = mount;
        this.plain = plain;
    }

    /**
     * Opens what is there.
     *
     * @param mount where cgroup v2 is mounted, or a folder
     */
    public static CgroupTree at(Path mount) throws IOException {
        return new CgroupTree(mount, !Files.getFileStore(mount).type().equals("cgroup2"));
    }

    /** Whether the kernel is behind it. */
    public boolean isReal() {
        return !plain;
    }

    /** A cgroup by its name, there or not. */
    public Cgroup cgroup(String name) {
        return new Cgroup(folder(name), plain);
    }

    private Path folder(String name) {
        var folder = mount.resolve(name.replaceFirst("^/+", "")).normalize();
        if (!folder.startsWith(mount)) throw new IllegalArgumentException("outside of the cgroups: " + name);
        return folder;
    }

    /** Whether there is a folder of this name, whatever is switched on in it. */
    public boolean isThere(String name) {
        return Files.isDirectory(folder(name));
    }

    /** The controllers that pods need and this machine has. */
    public Set<String> controllers() throws IOException {
        return plain ? new TreeSet<>(CONTROLLERS) : controllers(mount);
    }

    private static Set<String> controllers(Path folder) throws IOException {
        var there = new TreeSet<>(List.of(
                KernelFile.read(folder.resolve("cgroup.controllers")).orElse("").split("\\s+", -1)));
        there.retainAll(CONTROLLERS);
        return there;
    }

    /** A cgroup is there only if it has every controller that the machine has. */
    public boolean exists(String name) throws IOException {
        var folder = folder(name);
        return Files.isDirectory(folder) && (plain || controllers(folder).containsAll(controllers()));
    }

    /** Makes a cgroup and those above it, with controllers switched on for it and for what comes below it. */
    public CgroupWriteResult create(String name) throws IOException {
        var folder = folder(name);
        var switched = new ArrayList<Path>();
        switched.add(mount);
        for (var part : mount.relativize(folder))
            switched.add(switched.getLast().resolve(part));
        for (var level : switched) {
            if (!Files.isDirectory(level)) {
                var error = makeFolder(level);
                if (error.isPresent()) return new CgroupWriteResult.Failed(level, "", error.get());
            }
            var writing = switchOn(level);
            if (writing instanceof CgroupWriteResult.Failed) return writing;
        }
        return CgroupWriteResult.DONE;
    }

    private static Optional<String> makeFolder(Path folder) {
        try {
            Files.createDirectories(folder);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(KernelFile.text(e));
        }
    }

    private CgroupWriteResult switchOn(Path folder) throws IOException {
        if (plain) return CgroupWriteResult.DONE;
        var file = folder.resolve("cgroup.subtree_control");
        var on = List.of(KernelFile.read(file).orElse("").split("\\s+", -1));
        for (var controller : controllers(folder)) {
            if (on.contains(controller)) continue;
            var value = "+" + controller;
            var error = KernelFile.write(file, value, false);
            if (error.isPresent()) return new CgroupWriteResult.Failed(file, value, error.get());
        }
        return CgroupWriteResult.DONE;
    }

    /** The names of the cgroups right below one. */
    public List<String> children(String name) throws IOException {
        var folder = folder(name);
        if (!Files.isDirectory(folder)) return List.of();
        try (var entries = Files.list(folder)) {
            return entries.filter(Files::isDirectory)
                    .map(entry -> "/" + mount.relativize(entry))
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Waits a little between two attempts. */
    @FunctionalInterface
    public interface Pause {
        void await(int attempt) throws InterruptedException;
    }

    /** Kills what runs in a cgroup and below, and removes it with all cgroups below. */
    public Removal destroy(String name, Pause pause) throws InterruptedException {
        var folder = folder(name);
        if (folder.equals(mount)) throw new IllegalArgumentException("the root stays");
        for (var attempt = 1; ; attempt++) {
            try {
                if (!Files.isDirectory(folder)) return new Removal.Gone();
                if (!plain) kill(folder);
                remove(folder);
                return new Removal.Gone();
            } catch (FileSystemException e) {
                // Whoever made what is below removes it too, and may have removed all meanwhile.
                if (!Files.isDirectory(folder)) return new Removal.Gone();
                if (attempt == KILL_TRIES) return remaining(folder, e);
                pause.await(attempt);
            } catch (IOException e) {
                return new Removal.Failed(KernelFile.text(e));
            }
        }
    }

    private static void kill(Path folder) throws IOException {
        var cgroup = new Cgroup(folder, false);
        if (!cgroup.isPopulated() || cgroup.kill() instanceof CgroupWriteResult.Done) return;
        // Kernels before 5.14 have no cgroup.kill.
        for (var each : bottomUp(folder)) {
            for (var process : new Cgroup(each, false).processes()) {
                ProcessHandle.of(process).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
    }

    private void remove(Path folder) throws IOException {
        for (var each : bottomUp(folder)) {
            if (plain) removeFiles(each);
            Files.deleteIfExists(each);
        }
    }

    private static void removeFiles(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (var file : files.filter(Files::isRegularFile).toList()) Files.deleteIfExists(file);
        }
    }

    /** A cgroup that goes while it is looked for is thrown as another exception than one that was never there. */
    private static List<Path> bottomUp(Path folder) throws IOException {
        try (var folders = Files.find(folder, Integer.MAX_VALUE, (_, attributes) -> attributes.isDirectory())) {
            return folders.sorted(Comparator.comparingInt(Path::getNameCount).reversed())
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static Removal remaining(Path folder, FileSystemException e) {
        try {
            var processes = new ArrayList<Long>();
            for (var each : bottomUp(folder)) processes.addAll(new Cgroup(each, false).processes());
            if (!processes.isEmpty()) return new Removal.Populated(processes);
            return new Removal.Failed(
                    e instanceof DirectoryNotEmptyException ? "Directory not empty" : KernelFile.text(e));
        } catch (IOException reading) {
            return new Removal.Failed(KernelFile.text(reading));
        }
    }
}
