package dev.plimsoll.nodeagent.simulated.clients;

import dev.plimsoll.nodeagent.simulated.files.FileProblemException;
import dev.plimsoll.nodeagent.simulated.files.FileTree;
import dev.plimsoll.nodeagent.simulated.network.ContainerNetwork;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Where a program runs.
 *
 * @param arguments without the name of the program
 * @param directory against which paths of files are read
 */
public record ClientConsole(
        List<String> arguments,
        ContainerNetwork network,
        InputStream in,
        OutputStream out,
        OutputStream err,
        FileTree files,
        String directory) {
    public ClientConsole {
        arguments = List.copyOf(arguments);
    }

    void line(String text) throws IOException {
        out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Complains; the code. */
    int fail(int code, String text) throws IOException {
        err.write((text + "\n").getBytes(StandardCharsets.UTF_8));
        return code;
    }

    /** Writes to a file, or to the output where its name is a dash. */
    void save(String file, byte[] content) throws IOException {
        if (file.equals("-")) {
            out.write(content);
            return;
        }
        if (file.equals("/dev/null")) return;
        try {
            files.write(FileTree.absolute(directory, file), content, 0_644);
        } catch (FileProblemException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }
}
