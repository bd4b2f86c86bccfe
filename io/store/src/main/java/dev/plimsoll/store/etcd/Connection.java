package dev.plimsoll.store.etcd;

import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.WatchGrpc;
import io.etcd.jetcd.api.WatchRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.Context;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.NameResolverRegistry;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.BlockingClientCall;
import io.grpc.stub.MetadataUtils;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/** The connection to the cluster, and etcd's services on it. It comes back by itself when it is lost. */
final class Connection implements AutoCloseable {
    /** Makes a member that has lost its leader end the stream, so that we go to another. */
    private static final Metadata.Key<String> LEADER = Metadata.Key.of("hasleader", Metadata.ASCII_STRING_MARSHALLER);

    static {
        NameResolverRegistry.getDefaultRegistry().register(new EtcdMembers());
    }

    private final MultiThreadIoEventLoopGroup loop;
    private final ExecutorService callbacks;
    private final ManagedChannel channel;
    private final Context.CancellableContext watching = Context.ROOT.withCancellation();
    private final Duration patience;

    Connection(EtcdOptions options) {
        patience = options.patience();
        loop = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("plimsoll-etcd", true), NioIoHandler.newFactory());
        callbacks = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("plimsoll-etcd-answer-", 0).factory());
        var builder = NettyChannelBuilder.forTarget(EtcdMembers.target(options.endpoints()))
                .eventLoopGroup(loop)
                .channelType(NioSocketChannel.class)
                .executor(callbacks)
                .maxInboundMessageSize(Integer.MAX_VALUE)
                .keepAliveTime(30, TimeUnit.SECONDS)
                .keepAliveTimeout(10, TimeUnit.SECONDS);
        channel = secured(builder, options.security()).build();
    }

    private static NettyChannelBuilder secured(NettyChannelBuilder builder, EtcdOptions.Security security) {
        return switch (security) {
            case EtcdOptions.Security.Plain() -> builder.usePlaintext();
            case EtcdOptions.Security.ServerTls(var authority) -> tls(builder, authority, Optional.empty());
            case EtcdOptions.Security.MutualTls mutual -> tls(builder, mutual.authority(), Optional.of(mutual));
        };
    }

    private static NettyChannelBuilder tls(
            NettyChannelBuilder builder, Path authority, Optional<EtcdOptions.Security.MutualTls> ours) {
        try {
            var context = GrpcSslContexts.forClient().trustManager(authority.toFile());
            ours.ifPresent(files ->
                    context.keyManager(files.certificate().toFile(), files.key().toFile()));
            return builder.sslContext(context.build());
        } catch (SSLException | IllegalArgumentException failure) {
            throw new StoreException(
                    StoreProblem.REFUSED, "The certificates for etcd cannot be used: " + failure.getMessage(), failure);
        }
    }

    /** For one call, which must end within the patience. */
    KVGrpc.KVFutureStub keys() {
        return KVGrpc.newFutureStub(channel).withDeadlineAfter(patience);
    }

    /** For one call to the member itself, which must end within the patience. */
    MaintenanceGrpc.MaintenanceBlockingStub maintenance() {
        return MaintenanceGrpc.newBlockingStub(channel).withDeadlineAfter(patience);
    }

    /** A stream of watches; it ends with the connection at the latest. */
    BlockingClientCall<WatchRequest, WatchResponse> watch() {
        var headers = new Metadata();
        headers.put(LEADER, "true");
        var before = watching.attach();
        try {
            return WatchGrpc.newBlockingV2Stub(channel)
                    .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
                    .watch();
        } finally {
            watching.detach(before);
        }
    }

    Duration patience() {
        return patience;
    }

    /** Does not wait out the pause between attempts to connect. */
    void tryNow() {
        channel.resetConnectBackoff();
    }

    /** Ends the watches, and lets the calls under way finish. */
    @Override
    public void close() {
        watching.cancel(null);
        channel.shutdown();
        try {
            if (!channel.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) channel.shutdownNow();
        } catch (InterruptedException _) {
            channel.shutdownNow();
            Thread.currentThread().interrupt();
        }
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
        callbacks.shutdown();
    }
}
