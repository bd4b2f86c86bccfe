package dev.plimsoll.cli.training;

import io.grpc.HandlerRegistry;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Server;
import io.grpc.ServerMethodDefinition;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Answers every call of a container runtime with an empty message: the other end of the socket while the AOT cache is made. */
final class EmptyRuntime implements AutoCloseable {
    /** Kept, because a logger that nobody holds forgets its level: unix sockets lack an option that the library always sets. */
    private static final Logger BOOTSTRAP = Logger.getLogger("io.netty.bootstrap.ServerBootstrap");

    static {
        BOOTSTRAP.setLevel(Level.SEVERE);
    }

    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(
            1, Thread.ofPlatform().daemon().name("empty-cri-", 0).factory(), NioIoHandler.newFactory());
    private final Server server;

    EmptyRuntime(Path socket) {
        this.server = NettyServerBuilder.forAddress(UnixDomainSocketAddress.of(socket))
                .channelType(NioServerDomainSocketChannel.class)
                .bossEventLoopGroup(group)
                .workerEventLoopGroup(group)
                .directExecutor()
                .fallbackHandlerRegistry(new EveryMethod())
                .build();
    }

    void start() throws IOException {
        server.start();
    }

    @Override
    public void close() {
        server.shutdownNow();
        var _ = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    private static final class EveryMethod extends HandlerRegistry {
        @Override
        public ServerMethodDefinition<?, ?> lookupMethod(String name, @Nullable String authority) {
            var method = MethodDescriptor.newBuilder(new Bytes(), new Bytes())
                    .setType(MethodDescriptor.MethodType.UNARY)
                    .setFullMethodName(name)
                    .build();
            return ServerMethodDefinition.create(method, ServerCalls.<byte[], byte[]>asyncUnaryCall((_, answers) -> {
                answers.onNext(new byte[0]);
                answers.onCompleted();
            }));
        }
    }

    /** Messages as they are. */
    private static final class Bytes implements Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
