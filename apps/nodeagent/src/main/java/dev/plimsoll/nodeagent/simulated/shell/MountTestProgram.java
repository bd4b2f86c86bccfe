package dev.plimsoll.nodeagent.simulated.shell;

import dev.plimsoll.nodeagent.simulated.files.FileEntry;
import dev.plimsoll.nodeagent.simulated.files.FileProblemException;
import dev.plimsoll.nodeagent.simulated.shell.options.LongOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** {@code agnhost mounttest}: tells what is mounted where, and how files of a volume look from inside a container. */
final class MountTestProgram {
    private static final String NEW_CONTENT = "mount-tester new file\n";
    private static final List<String> MODES = List.of("0644", "0666", "0660", "0777");
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int USUAL_SECONDS = 180;

    private final Program.Invocation call;
    private final Io io;
    private final LongOptions flags;
    private boolean isGood = true;

    private MountTestProgram(Program.Invocation call, Io io) {
        this.call = call;
        this.io = io;
        this.flags = LongOptions.of(call.arguments());
    }

    static int run(Program.Invocation call, Io io) throws IOException, InterruptedException {
        return new MountTestProgram(call, io).run();
    }

    private int run() throws IOException, InterruptedException {
        type(flags.text("fs_type"));
        for (var mode : MODES) write(flags.text("new_file_" + mode), Integer.parseInt(mode, 8));
        mode(flags.text("file_mode"), "mode", false);
        mode(flags.text("file_perm"), "perms", true);
        owner(flags.text("file_owner"));
        content(flags.text("file_content"));
        loop(flags.text("file_content_in_loop"));
        return isGood ? 0 : 1;
    }

    private void type(String path) throws IOException {
        if (path.isEmpty()) return;
        if (found(path).isPresent())
            io.line("mount type of \"" + path + "\": "
                    + call.host().files().mountOf(call.path(path)).type());
    }

    /** Nothing is taken from the permissions by a mask. */
    private void write(String path, int mode) throws IOException {
        if (path.isEmpty()) return;
        try {
            call.host().files().write(call.path(path), NEW_CONTENT.getBytes(StandardCharsets.US_ASCII), mode);
        } catch (FileProblemException e) {
            complain("error creating", path, e.problem());
            return;
        }
        content(path);
    }

    private void mode(String path, String label, boolean isPermissionsOnly) throws IOException {
        if (path.isEmpty()) return;
        var entry = found(path);
        if (entry.isPresent())
            io.line(label + " of file \"" + path + "\": " + modeText(entry.get(), isPermissionsOnly));
    }

    private void owner(String path) throws IOException {
        if (path.isEmpty()) return;
        var entry = found(path);
        if (entry.isEmpty()) return;
        var owner = entry.get().owner();
        if (owner.isEmpty()) {
            complain("error reading the owner of", path, "not kept by simulated containers");
            return;
        }
        io.line("owner UID of \"" + path + "\": " + owner.get().uid());
        io.line("owner GID of \"" + path + "\": " + owner.get().gid());
    }

    private void content(String path) throws IOException {
        if (path.isEmpty()) return;
        try {
            print(path);
        } catch (FileProblemException e) {
            complain("error reading file content for", path, e.problem());
        }
    }

    private void print(String path) throws IOException, FileProblemException {
        var content = call.host().files().read(call.path(path));
        io.line("content of file \"" + path + "\": " + new String(content, StandardCharsets.UTF_8));
    }

    /** Once a second, for whoever changes the file meanwhile. */
    private void loop(String path) throws IOException, InterruptedException {
        if (path.isEmpty()) return;
        var end = call.host().time().now().plusSeconds(flags.number(List.of("retry_time"), USUAL_SECONDS));
        var isEndedByContent = !flags.text("break_on_expected_content").equals("false");
        while (call.host().time().now().isBefore(end)) {
            try {
                print(path);
                if (isEndedByContent) return;
            } catch (FileProblemException e) {
                io.line("Error reading file " + path + ": " + e.problem() + ", retrying");
            }
            call.host().time().sleep(PAUSE);
        }
    }

    private Optional<FileEntry> found(String path) throws IOException {
        var entry = call.host().files().find(call.path(path));
        if (entry.isEmpty()) complain("error stating", path, FileProblemException.MISSING);
        return entry;
    }

    private void complain(String what, String path, String why) throws IOException {
        isGood = false;
        io.line(what + " \"" + path + "\": " + why);
    }

    /** As {@code ls} writes it; a sticky directory has its letter in front. */
    static String modeText(FileEntry entry, boolean isPermissionsOnly) {
        var text = new StringBuilder();
        if (!isPermissionsOnly) {
            if (entry instanceof FileEntry.Directory) text.append('d');
            if (entry instanceof FileEntry.Device) text.append("Dc");
            if ((entry.mode() & 0_2000) != 0) text.append('g');
            if ((entry.mode() & 0_1000) != 0) text.append('t');
        }
        if (text.isEmpty()) text.append('-');
        for (var bit = 8; bit >= 0; bit--) text.append((entry.mode() & 1 << bit) == 0 ? '-' : "xwr".charAt(bit % 3));
        return text.toString();
    }
}
