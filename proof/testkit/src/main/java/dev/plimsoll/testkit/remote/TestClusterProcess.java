package dev.plimsoll.testkit.remote;

import dev.plimsoll.testkit.wire.ProcessStart;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Runs clusters for a test in another process. Its input has a token in the first line, and ends when that process does: then this one
 * ends too. Its first line of output names the port on which it listens, on the loopback address only. Its argument names the file of a
 * cache for the next start, which is made when this one has ended and it is not there.
 */
public final class TestClusterProcess {
    private static final int LONGEST_TOKEN = 256;

    private TestClusterProcess() {}

    public static void main(String[] arguments) throws IOException {
        var token = firstLine();
        try (var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            System.out.println(ProcessStart.READY + server.getLocalPort());
            System.out.flush();
            Thread.ofPlatform().daemon().name("parent").start(() -> endWithParent(arguments));
            var clusters = new HostedClusters();
            while (true) {
                var socket = server.accept();
                Thread.ofVirtual().name("connection").start(() -> new ParentConnection(socket, token, clusters).run());
            }
        }
    }

    /** A byte at a time: what follows is for {@link #endWithParent}. */
    private static String firstLine() throws IOException {
        var line = new byte[LONGEST_TOKEN];
        var length = 0;
        for (var next = System.in.read(); next != '\n' && next >= 0 && length < LONGEST_TOKEN; next = System.in.read())
            line[length++] = (byte) next;
        if (length == 0)
            throw new IOException("the first line of the input has to be a token; tests start this by themselves");
        return new String(line, 0, length, StandardCharsets.UTF_8);
    }

    /** At once: everything is in memory, and nobody is left to hear of it. */
    private static void endWithParent(String[] arguments) {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException _) {
            // as if it had ended
        }
        try {
            if (arguments.length > 0) StartupTrainer.begin(Path.of(arguments[0]));
        } catch (IOException _) {
            // the next start is as slow as this one
        }
        Runtime.getRuntime().halt(0);
    }
}
