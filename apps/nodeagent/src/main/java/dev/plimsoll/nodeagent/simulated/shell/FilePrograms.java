package dev.plimsoll.nodeagent.simulated.shell;

import dev.plimsoll.nodeagent.simulated.files.FileCopy;
import dev.plimsoll.nodeagent.simulated.files.FileEntry;
import dev.plimsoll.nodeagent.simulated.files.FileProblemException;
import dev.plimsoll.nodeagent.simulated.files.FileTree;
import dev.plimsoll.nodeagent.simulated.shell.options.Options;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Commands about files. */
final class FilePrograms {
    private static final long MOST_WRITTEN = 1 << 30;

    private FilePrograms() {}

    static Map<String, Program> all() {
        var all = new TreeMap<String, Program>();
        all.put("ls", FilePrograms::ls);
        all.put("stat", FilePrograms::stat);
        all.put("mount", FilePrograms::mount);
        all.put("df", FilePrograms::df);
        all.put("du", FilePrograms::du);
        all.put("mkdir", FilePrograms::mkdir);
        all.put("rm", FilePrograms::rm);
        all.put("rmdir", FilePrograms::rmdir);
        all.put("touch", FilePrograms::touch);
        all.put("cp", FilePrograms::cp);
        all.put("mv", FilePrograms::mv);
        all.put("install", FilePrograms::install);
        all.put("ln", FilePrograms::ln);
        all.put("readlink", FilePrograms::readlink);
        all.put("realpath", FilePrograms::readlink);
        all.put("chmod", (_, _) -> 0);
        all.put("chown", (_, _) -> 0);
        all.put("dd", FilePrograms::dd);
        return all;
    }

    private static String letters(FileEntry entry) {
        var text = new StringBuilder(
                switch (entry) {
                    case FileEntry.Directory _ -> "d";
                    case FileEntry.Regular _ -> "-";
                    case FileEntry.Link _ -> "l";
                    case FileEntry.Device _ -> "c";
                });
        for (var bit = 8; bit >= 0; bit--)
            text.append((entry.mode() >> bit & 1) == 1 ? "rwx".charAt((8 - bit) % 3) : '-');
        return text.toString();
    }

    private static long size(FileEntry entry) {
        return entry instanceof FileEntry.Regular file ? file.size() : 0;
    }

    private static int ls(Program.Invocation call, Io io) throws IOException {
        var options = Options.of(call.arguments(), "la1dhRFAtrS");
        if (!options.unknown().isEmpty()) return io.fail("ls: unrecognized option '" + options.unknown() + "'");
        var names = options.rest().isEmpty() ? List.of(".") : options.rest();
        var files = call.host().files();
        var code = 0;
        for (var name : names) {
            var path = call.path(name);
            var entry = files.find(path).or(() -> files.findItself(path)).orElse(null);
            if (entry == null) {
                code = io.fail("ls: " + name + ": " + FileProblemException.MISSING);
                continue;
            }
            if (!(entry instanceof FileEntry.Directory) || options.has('d')) {
                entry(io, options, name, files.findItself(path).orElse(entry));
                continue;
            }
            if (names.size() > 1) io.line(name + ":");
            for (var child : files.names(path)) {
                if (child.startsWith(".") && !options.has('a') && !options.has('A')) continue;
                var found = files.findItself(path.equals("/") ? "/" + child : path + "/" + child);
                if (found.isPresent()) entry(io, options, child, found.get());
            }
        }
        return code;
    }

    private static void entry(Io io, Options options, String name, FileEntry entry) throws IOException {
        if (!options.has('l')) {
            io.line(name);
            return;
        }
        var shown = entry instanceof FileEntry.Link(var target) ? name + " -> " + target : name;
        io.line(String.format("%s    1 root     root     %9d %s", letters(entry), size(entry), shown));
    }

    private static int stat(Program.Invocation call, Io io) throws IOException {
        var options = Options.of(call.arguments(), "c:fL");
        var code = 0;
        for (var name : options.rest()) {
            var path = call.path(name);
            var entry = (options.has('L')
                            ? call.host().files().find(path)
                            : call.host().files().findItself(path))
                    .orElse(null);
            if (entry == null) {
                code = io.fail("stat: can't stat '" + name + "': " + FileProblemException.MISSING);
                continue;
            }
            var kind = switch (entry) {
                case FileEntry.Directory _ -> "directory";
                case FileEntry.Regular _ -> size(entry) == 0 ? "regular empty file" : "regular file";
                case FileEntry.Link _ -> "symbolic link";
                case FileEntry.Device _ -> "character special file";
            };
            var type = call.host().files().mountOf(call.path(name)).type();
            var octal = Integer.toOctalString(entry.mode());
            if (options.values().containsKey('c')) {
                io.line(options.values()
                        .getOrDefault('c', "")
                        .replace("%n", name)
                        .replace("%s", String.valueOf(size(entry)))
                        .replace("%a", octal)
                        .replace("%A", letters(entry))
                        .replace("%F", kind)
                        .replace("%T", type.equals("cgroup2") ? "cgroup2fs" : type)
                        .replace("%u", "0")
                        .replace("%g", "0"));
                continue;
            }
            io.line("  File: " + name);
            io.line("  Size: " + size(entry) + "\t" + kind);
            io.line("Access: (0" + octal + "/" + letters(entry) + ")  Uid: (    0/    root)   Gid: (    0/    root)");
        }
        return code;
    }

    private static int mount(Program.Invocation call, Io io) throws IOException {
        var options = Options.of(call.arguments(), "t:");
        if (!options.rest().isEmpty()) return io.fail("mount: permission denied (are you root?)");
        var type = options.values().getOrDefault('t', "");
        for (var mount : call.host().files().mounts()) {
            if (type.isEmpty() || mount.type().equals(type))
                io.line(mount.device() + " on " + mount.at() + " type " + mount.type() + " (" + mount.options() + ")");
        }
        return 0;
    }

    private static int df(Program.Invocation call, Io io) throws IOException {
        var options = Options.of(call.arguments(), "mkhTP");
        if (!options.unknown().isEmpty()) return io.fail("df: unrecognized option '" + options.unknown() + "'");
        var unit = options.has('m') ? 1L << 20 : 1L << 10;
        io.line("Filesystem           " + (options.has('m') ? "1M-blocks" : "1K-blocks")
                + "      Used Available Use% Mounted on");
        var shown = new ArrayList<FileTree.Mount>();
        var code = 0;
        for (var name : options.rest()) {
            if (call.host().files().find(call.path(name)).isPresent())
                shown.add(call.host().files().mountOf(call.path(name)));
            else code = io.fail("df: " + name + ": can't find mount point");
        }
        if (options.rest().isEmpty()) shown.addAll(call.host().files().mounts());
        for (var mount : shown) {
            var used = mount.source().usedBytes();
            var total = mount.sizeBytes();
            if (total == 0 && options.rest().isEmpty()) continue;
            io.line(String.format(
                    "%-20s %9d %9d %9d %3d%% %s",
                    mount.device(),
                    total / unit,
                    used / unit,
                    Math.max(0, total - used) / unit,
                    total == 0 ? 0 : (used * 100 + total - 1) / total,
                    mount.at()));
        }
        return code;
    }

    private static int du(Program.Invocation call, Io io) throws IOException {
        var options = Options.of(call.arguments(), "skmhb");
        var unit = options.has('b') ? 1L : options.has('m') ? 1L << 20 : 1L << 10;
        var files = call.host().files();
        for (var name : options.rest().isEmpty() ? List.of(".") : options.rest()) {
            var total = 0L;
            for (var path : files.below(call.path(name)))
                total += files.findItself(path).map(FilePrograms::size).orElse(0L);
            io.line((total + unit - 1) / unit + "\t" + name);
        }
        return 0;
    }

    private interface Step {
        void of(String name) throws FileProblemException;
    }

    private static int each(Program.Invocation call, List<String> names, Io io, String complaint, Step step)
            throws IOException {
        var code = 0;
        for (var name : names) {
            try {
                step.of(name);
            } catch (FileProblemException e) {
                code = io.fail(call.name() + ": " + complaint + " '" + name + "': " + e.problem());
            }
        }
        return code;
    }

    private static int mkdir(Program.Invocation call, Io io) throws IOException {
        var options = Options.of(call.arguments(), "pm:");
        var files = call.host().files();
        return each(call, options.rest(), io, "can't create directory", name -> {
            var path = call.path(name);
            if (options.has('p')) files.makeDirectories(path);
            else files.makeDirectory(path, 0_755);
        });
    }

    private static int rm(Program.Invocation call, Io io) throws IOException {
        var options = Options.of(call.arguments(), "rRf");
        var files = call.host().files();
        var isDeep = options.has('r') || options.has('R');
        return each(call, options.rest(), io, "can't remove", name -> {
            var path = call.path(name);
            var entry = files.findItself(path).orElse(null);
            if (entry == null && options.has('f')) return;
            if (entry instanceof FileEntry.Directory && !isDeep)
                throw new FileProblemException(FileProblemException.IS_DIRECTORY);
            removeAll(files, path);
        });
    }

    private static void removeAll(FileTree files, String path) throws FileProblemException {
        for (var below : new ArrayList<>(files.below(path)).reversed()) files.remove(below);
    }

    private static int rmdir(Program.Invocation call, Io io) throws IOException {
        return each(
                call,
                call.arguments(),
                io,
                "can't remove",
                name -> call.host().files().remove(call.path(name)));
    }

    private static int touch(Program.Invocation call, Io io) throws IOException {
        var files = call.host().files();
        return each(call, Options.of(call.arguments(), "cam").rest(), io, "can't touch", name -> {
            var path = call.path(name);
            if (files.find(path).isEmpty()) files.write(path, new byte[0], 0_644);
        });
    }

    private static int cp(Program.Invocation call, Io io) throws IOException {
        return copy(call, io, Options.of(call.arguments(), "rRapfnivuLPdlsTt:"), false);
    }

    private static int install(Program.Invocation call, Io io) throws IOException {
        var options = Options.of(call.arguments(), "cdDm:o:g:pvTt:");
        if (!options.has('d')) return copy(call, io, options, false);
        return each(
                call,
                options.rest(),
                io,
                "can't create directory",
                name -> call.host().files().makeDirectories(call.path(name)));
    }

    private static int mv(Program.Invocation call, Io io) throws IOException {
        return copy(call, io, Options.of(call.arguments(), "fnivuTt:"), true);
    }

    private static int copy(Program.Invocation call, Io io, Options options, boolean isMoved) throws IOException {
        var names = new ArrayList<>(options.rest());
        var target = options.values().get('t');
        if (target == null && !names.isEmpty()) target = names.removeLast();
        if (target == null || names.isEmpty()) return io.fail(call.name() + ": missing file operand");
        var files = call.host().files();
        var to = call.path(target);
        var isRecursive = options.has('r') || options.has('R') || options.has('a');
        var isKeeping = options.has('n')
                || call.arguments().contains("--update=none")
                || call.arguments().contains("--no-clobber");
        var copy = new FileCopy(files, isMoved || isRecursive, isRecursive, isKeeping, options.has('T'));
        return each(call, names, io, "can't " + (isMoved ? "rename" : "copy"), name -> {
            var from = call.path(name);
            if (isKeeping
                    && isMoved
                    && files.findItself(copy.destination(name, from, to)).isPresent()) return;
            copy.run(name, from, to);
            if (isMoved && files.findItself(from).isPresent()) removeAll(files, from);
        });
    }

    /** {@code ln [-s] TARGET... LINK}; a hard link is a copy, since nobody here writes a file in place. */
    private static int ln(Program.Invocation call, Io io) throws IOException {
        var options = Options.of(call.arguments(), "sfnTvrb");
        var names = new ArrayList<>(options.rest());
        if (names.isEmpty()) return io.fail("ln: missing file operand");
        var files = call.host().files();
        var last = names.size() > 1 ? names.removeLast() : Programs.base(names.getFirst());
        var at = call.path(last);
        var isInto = !options.has('T')
                && (options.has('n') ? files.findItself(at) : files.find(at)).orElse(null)
                        instanceof FileEntry.Directory;
        return each(call, names, io, "can't link", name -> {
            var link = isInto ? FileTree.absolute(at, Programs.base(name)) : at;
            var known = files.findItself(link);
            if (known.isPresent() && (!options.has('f') || known.get() instanceof FileEntry.Directory))
                throw new FileProblemException(FileProblemException.EXISTS);
            if (known.isPresent()) files.remove(link);
            if (options.has('s')) files.link(link, name);
            else new FileCopy(files, false, false, false, true).run(name, call.path(name), link);
        });
    }

    private static int readlink(Program.Invocation call, Io io) throws IOException {
        var options = Options.of(call.arguments(), "fenm");
        var files = call.host().files();
        var code = 0;
        for (var name : options.rest()) {
            var path = call.path(name);
            if (!options.flags().isEmpty() || call.name().endsWith("realpath")) io.line(files.real(path));
            else if (files.findItself(path).orElse(null) instanceof FileEntry.Link(var target)) io.line(target);
            else code = 1;
        }
        return code;
    }

    /** {@code dd if=/dev/zero of=FILE bs=1M count=N}: the way to fill a volume. */
    private static int dd(Program.Invocation call, Io io) throws IOException {
        var values = new TreeMap<String, String>();
        for (var word : call.arguments()) {
            var equals = word.indexOf('=');
            if (equals > 0) values.put(word.substring(0, equals), word.substring(equals + 1));
        }
        var block = bytes(values.getOrDefault("bs", "512"));
        var count = bytes(values.getOrDefault("count", "-1"));
        if (block <= 0) return io.fail("dd: invalid number '" + values.get("bs") + "'");
        var files = call.host().files();
        var name = values.getOrDefault("if", "");
        try {
            byte[] content;
            var isEndless = !name.isEmpty()
                    && files.find(call.path(name)).orElse(null) instanceof FileEntry.Device(var _, var endless)
                    && endless;
            var to = values.getOrDefault("of", "");
            if (isEndless) {
                if (count < 0 || count > MOST_WRITTEN / block)
                    return io.fail("dd: error writing '" + to + "': " + FileProblemException.FULL);
                if (to.isEmpty()) return io.fail("dd: of=FILE is missing");
                files.writeZeros(call.path(to), block * count);
                io.fail(count + "+0 records in\n" + count + "+0 records out");
                return 0;
            } else {
                content = name.isEmpty() ? io.in().readAllBytes() : files.read(call.path(name));
                if (count >= 0 && content.length > block * count)
                    content = java.util.Arrays.copyOf(content, (int) (block * count));
            }
            if (to.isEmpty()) io.out().write(content);
            else files.write(call.path(to), content, 0_644);
            var blocks = content.length / block;
            io.fail(blocks + "+0 records in\n" + blocks + "+0 records out");
            return 0;
        } catch (FileProblemException e) {
            return io.fail("dd: " + values.getOrDefault("of", name) + ": " + e.problem());
        }
    }

    private static long bytes(String text) {
        var unit =
                text.matches(".*[kK]") ? 1L << 10 : text.matches(".*M") ? 1L << 20 : text.matches(".*G") ? 1L << 30 : 1;
        try {
            return Math.multiplyExact(Long.parseLong(unit == 1 ? text : text.substring(0, text.length() - 1)), unit);
        } catch (NumberFormatException | ArithmeticException _) {
            return -1;
        }
    }
}
