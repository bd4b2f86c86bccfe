package dev.plimsoll.podresources;

import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Serves a node's assignments on a unix socket. */
public final class PodResourcesServer implements AutoCloseable {
    /** Kept, because a logger that nobody holds forgets its level: unix sockets lack an option that the library always sets. */
    private static final Logger BOOTSTRAP = Logger.getLogger("io.netty.bootstrap.ServerBootstrap");

    static {
        BOOTSTRAP.setLevel(Level.SEVERE);
    }

    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(
            1, Thread.ofPlatform().daemon().name("pod-resources-", 0).factory(), NioIoHandler.newFactory());
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final Path socket;
    private final Server server;

    private PodResourcesServer(Path socket, Assignments assignments, LongSupplier nanos) {
        this.socket = socket;
        this.server = NettyServerBuilder.forAddress(UnixDomainSocketAddress.of(socket))
                .channelType(NioServerDomainSocketChannel.class)
                .bossEventLoopGroup(group)
                .workerEventLoopGroup(group)
                .executor(executor)
                .intercept(new CallRateLimit(nanos))
                .addService(new Lister(assignments))
                .build();
    }

    /** Begins to serve; a socket that an earlier process left behind is replaced. */
    public static PodResourcesServer start(Path socket, Assignments assignments, LongSupplier nanos)
            throws IOException {
        var folder = socket.toAbsolutePath().getParent();
        if (folder != null) Files.createDirectories(folder);
        Files.deleteIfExists(socket);
        var server = new PodResourcesServer(socket, assignments, nanos);
        try {
            server.server.start();
        } catch (IOException e) {
            server.close();
            throw e;
        }
        return server;
    }

    @Override
    public void close() {
        server.shutdownNow();
        try {
            server.awaitTermination(5, TimeUnit.SECONDS);
            Files.deleteIfExists(socket);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException _) {
            // the next start replaces what could not be removed
        }
        var _ = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        executor.shutdownNow();
    }
}
