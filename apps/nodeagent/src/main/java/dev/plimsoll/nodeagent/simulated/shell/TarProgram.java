package dev.plimsoll.nodeagent.simulated.shell;

import dev.plimsoll.nodeagent.simulated.files.FileEntry;
import dev.plimsoll.nodeagent.simulated.files.FileProblemException;
import dev.plimsoll.nodeagent.simulated.files.FileTree;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** {@code tar cf - PATH...}, {@code tar xmf - -C PATH} and {@code tar tf -}: what {@code kubectl cp} runs. Files, directories and symbolic links. */
final class TarProgram implements Program {
    private static final int BLOCK = 512;
    private static final int LONGEST_NAME = 100;
    private static final char LINK = '2';
    private static final int MOST_BYTES = 64 << 20;

    /** What is asked for. */
    private record Asked(char action, String archive, String directory, List<String> paths, boolean isListed) {}

    @Override
    public int run(Invocation call, Io io) throws IOException {
        var asked = asked(call.arguments());
        if (asked.action == '?') {
            io.fail("tar: only c, x and t are known, with f and C");
            return 2;
        }
        var directory = call.path(asked.directory);
        try {
            if (asked.action == 'c') return create(call, io, asked, directory);
            var input = asked.archive.equals("-")
                    ? io.in()
                    : new ByteArrayInputStream(call.host().files().read(call.path(asked.archive)));
            return extract(call, io, input, directory, asked.action == 't', asked.isListed);
        } catch (FileProblemException e) {
            return io.fail("tar: " + asked.archive + ": " + e.problem());
        }
    }

    private static Asked asked(List<String> arguments) {
        var action = '?';
        var archive = "-";
        var directory = ".";
        var isListed = false;
        var paths = new ArrayList<String>();
        for (var i = 0; i < arguments.size(); i++) {
            var word = arguments.get(i);
            if (i > 0 && (!word.startsWith("-") || word.equals("-"))) {
                paths.add(word);
                continue;
            }
            if (word.startsWith("--")) continue;
            for (var letter : (word.startsWith("-") ? word.substring(1) : word).toCharArray()) {
                switch (letter) {
                    case 'c', 'x', 't' -> action = letter;
                    case 'v' -> isListed = true;
                    case 'f' -> archive = i + 1 < arguments.size() ? arguments.get(++i) : "-";
                    case 'C' -> directory = i + 1 < arguments.size() ? arguments.get(++i) : ".";
                    default -> {} // owners and times, which files here do not have
                }
            }
        }
        return new Asked(action, archive, directory, paths, isListed);
    }

    private static int create(Invocation call, Io io, Asked asked, String directory)
            throws IOException, FileProblemException {
        var files = call.host().files();
        var kept = new ByteArrayOutputStream();
        var isKept = !asked.archive.equals("-");
        var out = isKept ? kept : io.out();
        var code = 0;
        for (var name : asked.paths) {
            var path = FileTree.absolute(directory, name);
            if (files.findItself(path).isEmpty()) {
                if (files.mayHave(path)) continue; // what is there is not known
                code = io.fail("tar: " + name + ": " + FileProblemException.MISSING);
                continue;
            }
            var stored = name.startsWith("/") ? name.substring(1) : name;
            for (var below : files.below(path)) {
                var rest = below.substring(path.equals("/") ? 0 : path.length());
                var entry = files.findItself(below).orElse(null);
                if (entry instanceof FileEntry.Directory) header(out, stored + rest + "/", 0, entry.mode(), '5');
                if (entry instanceof FileEntry.Link(var target)) link(out, stored + rest, target);
                if (entry instanceof FileEntry.Regular file)
                    file(out, stored + rest, file.mode(), file.content().get());
            }
        }
        out.write(new byte[2 * BLOCK]);
        if (isKept) files.write(call.path(asked.archive), kept.toByteArray(), 0_644);
        return code;
    }

    private static void file(OutputStream out, String name, int mode, byte[] content) throws IOException {
        header(out, name, content.length, mode, '0');
        out.write(content);
        out.write(new byte[padding(content.length)]);
    }

    private static int padding(long size) {
        return (int) ((BLOCK - size % BLOCK) % BLOCK);
    }

    private static void link(OutputStream out, String name, String target) throws IOException {
        // One that is longer would need a form that nobody here reads.
        if (target.getBytes(StandardCharsets.UTF_8).length <= LONGEST_NAME) header(out, name, 0, 0_777, LINK, target);
    }

    private static void header(OutputStream out, String name, int size, int mode, char type) throws IOException {
        header(out, name, size, mode, type, "");
    }

    private static void header(OutputStream out, String name, int size, int mode, char type, String target)
            throws IOException {
        var bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > LONGEST_NAME) {
            // As GNU tar has it: the name is a file before the file.
            header(out, "././@LongLink", bytes.length + 1, 0, 'L');
            out.write(bytes);
            out.write(new byte[1 + padding(bytes.length + 1)]);
        }
        var block = new byte[BLOCK];
        System.arraycopy(bytes, 0, block, 0, Math.min(bytes.length, LONGEST_NAME));
        octal(block, 100, 8, mode);
        octal(block, 108, 8, 0);
        octal(block, 116, 8, 0);
        octal(block, 124, 12, size);
        octal(block, 136, 12, 0);
        block[156] = (byte) type;
        put(block, 157, target);
        put(block, 257, "ustar  ");
        for (var i = 148; i < 156; i++) block[i] = ' ';
        var sum = 0;
        for (var b : block) sum += b & 0xff;
        put(block, 148, String.format("%06o\0 ", sum));
        out.write(block);
    }

    private static void octal(byte[] block, int at, int length, long value) {
        put(block, at, String.format("%0" + (length - 1) + "o", value));
    }

    private static void put(byte[] block, int at, String text) {
        var bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, block, at, bytes.length);
    }

    private static int extract(
            Invocation call, Io io, InputStream in, String directory, boolean isOnlyListed, boolean isListed)
            throws IOException {
        var files = call.host().files();
        var longName = "";
        var code = 0;
        while (true) {
            var block = in.readNBytes(BLOCK);
            if (block.length < BLOCK || block[0] == 0) break;
            var size = size(block);
            if (size < 0 || size > MOST_BYTES) return io.fail("tar: an entry of this size cannot be kept");
            var content = in.readNBytes((int) size);
            in.skipNBytes(padding(size));
            var type = (char) block[156];
            var name = longName.isEmpty() ? name(block) : longName;
            longName = "";
            if (type == 'L') {
                longName = text(content, 0, content.length);
                continue;
            }
            if (type == 'x' || type == 'g') {
                longName = paxPath(content);
                continue;
            }
            if (isOnlyListed || isListed) io.line(name);
            if (isOnlyListed) continue;
            if (List.of(name.split("/", -1)).contains("..")) {
                code = io.fail("tar: " + name + ": it leads out of the directory");
                continue;
            }
            try {
                var path = FileTree.absolute(directory, name.startsWith("/") ? name.substring(1) : name);
                if (type == LINK) {
                    files.makeDirectories(FileTree.absolute(path, ".."));
                    files.link(path, text(block, 157, LONGEST_NAME));
                } else if (type == '5') {
                    files.makeDirectories(path);
                } else {
                    files.makeDirectories(FileTree.absolute(path, ".."));
                    files.write(path, content, 0_644);
                }
            } catch (FileProblemException e) {
                code = io.fail("tar: can't create '" + name + "': " + e.problem());
            }
        }
        in.transferTo(
                OutputStream.nullOutputStream()); // what follows the end is no part of it, and whoever sends it waits
        return code;
    }

    private static long size(byte[] block) {
        try {
            var text = text(block, 124, 12).strip();
            return text.isEmpty() ? 0 : Long.parseLong(text, 8);
        } catch (NumberFormatException _) {
            return -1;
        }
    }

    private static String name(byte[] block) {
        var prefix = text(block, 257, 6).equals("ustar") && block[263] == '0' ? text(block, 345, 155) : "";
        var name = text(block, 0, LONGEST_NAME);
        return prefix.isEmpty() ? name : prefix + "/" + name;
    }

    private static String text(byte[] bytes, int at, int length) {
        var end = at;
        while (end < at + length && bytes[end] != 0) end++;
        return new String(bytes, at, end - at, StandardCharsets.UTF_8);
    }

    /** The path among extended headers; empty if it is not there. */
    private static String paxPath(byte[] content) {
        for (var line : new String(content, StandardCharsets.UTF_8).split("\n", -1)) {
            var at = line.indexOf(" path=");
            if (at > 0) return line.substring(at + " path=".length());
        }
        return "";
    }
}
