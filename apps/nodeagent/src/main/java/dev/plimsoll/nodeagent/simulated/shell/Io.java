package dev.plimsoll.nodeagent.simulated.shell;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** What a command reads and writes. */
record Io(InputStream in, OutputStream out, OutputStream err) {
    Io withIn(InputStream changed) {
        return new Io(changed, out, err);
    }

    Io withOut(OutputStream changed) {
        return new Io(in, changed, err);
    }

    Io withErr(OutputStream changed) {
        return new Io(in, out, changed);
    }

    void print(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    void line(String text) throws IOException {
        print(text + "\n");
    }

    /** Complains; the code of a command that failed. */
    int fail(String text) throws IOException {
        err.write((text + "\n").getBytes(StandardCharsets.UTF_8));
        return 1;
    }
}
