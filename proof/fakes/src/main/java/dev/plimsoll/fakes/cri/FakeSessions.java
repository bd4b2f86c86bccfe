package dev.plimsoll.fakes.cri;

import dev.plimsoll.cri.Executed;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** What the runtime says of commands: how they end, and where their streams are served. */
public final class FakeSessions {
    private final AtomicLong made = new AtomicLong();
    private volatile Function<List<String>, Executed> commands = FakeSessions::echoed;
    private volatile String server = "";

    /** A command prints itself. */
    private static Executed echoed(List<String> command) {
        return new Executed(String.join(" ", command).getBytes(StandardCharsets.UTF_8), new byte[0], 0);
    }

    /** Commands end as this says from now on. */
    public void commands(Function<List<String>, Executed> changed) {
        commands = changed;
    }

    /** Streams are served at this address, such as {@code http://127.0.0.1:4711}. */
    public void server(String address) {
        server = address;
    }

    Executed run(List<String> command) {
        return commands.apply(command);
    }

    String address(String kind) {
        if (server.isEmpty())
            throw Status.UNIMPLEMENTED.withDescription("no streams are served").asRuntimeException();
        return server + "/" + kind + "/" + made.incrementAndGet();
    }
}
