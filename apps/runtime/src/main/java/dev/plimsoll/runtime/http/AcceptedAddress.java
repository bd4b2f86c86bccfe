package dev.plimsoll.runtime.http;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import org.eclipse.jetty.io.SelectorManager;
import org.jspecify.annotations.Nullable;

/** An address at which a connector accepts beside its own: a socket that a selector looks at, without a thread. */
final class AcceptedAddress implements AutoCloseable {
    private final ServerSocketChannel channel;
    /** Guarded by this; null while nobody is accepted. */
    private @Nullable Closeable accepting;

    private AcceptedAddress(ServerSocketChannel channel) {
        this.channel = channel;
    }

    /** Taken; connections wait until it begins. */
    static AcceptedAddress bound(InetSocketAddress address, int waiting) throws IOException {
        var channel = ServerSocketChannel.open();
        try {
            channel.bind(address, waiting);
            channel.configureBlocking(false);
            return new AcceptedAddress(channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    synchronized void begin(SelectorManager selectors) {
        if (accepting == null && channel.isOpen()) accepting = selectors.acceptor(channel);
    }

    synchronized void pause() {
        if (accepting == null) return;
        try {
            accepting.close();
        } catch (IOException e) {
            throw new IllegalStateException("the selector did not give an address up", e);
        }
        accepting = null;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new IllegalStateException("an address was not given up", e);
        }
    }
}
