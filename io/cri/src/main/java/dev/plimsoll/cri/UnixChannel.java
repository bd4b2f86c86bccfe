package dev.plimsoll.cri;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A gRPC channel to a unix socket. It connects when it is first used, and again after the other side came back. */
final class UnixChannel implements AutoCloseable {
    private static final int LARGEST_MESSAGE = 16 << 20;
    /** Kept, because a logger that nobody holds forgets its level: unix sockets lack an option that the library always sets. */
    private static final Logger BOOTSTRAP = Logger.getLogger("io.netty.bootstrap.Bootstrap");

    static {
        BOOTSTRAP.setLevel(Level.SEVERE);
    }

    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(
            1, Thread.ofPlatform().daemon().name("cri-", 0).factory(), NioIoHandler.newFactory());
    private final ExecutorService executor = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("cri-call-", 0).factory());
    private final ManagedChannel channel;

    UnixChannel(Path socket) {
        channel = NettyChannelBuilder.forAddress(UnixDomainSocketAddress.of(socket))
                .eventLoopGroup(group)
                .channelType(NioDomainSocketChannel.class)
                .executor(executor)
                .usePlaintext()
                .overrideAuthority("localhost")
                .maxInboundMessageSize(LARGEST_MESSAGE)
                .disableRetry()
                .build();
    }

    /** For the next call; a runtime that was away is asked again at once, not when the channel's own pause is over. */
    ManagedChannel ready() {
        if (channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE) channel.resetConnectBackoff();
        return channel;
    }

    @Override
    public void close() {
        channel.shutdownNow();
        try {
            channel.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        var _ = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        executor.shutdown();
    }
}
