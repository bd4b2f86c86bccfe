package dev.plimsoll.cri.health;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Asks a server {@code grpc.health.v1.Health/Check}, without TLS. The protocol has one number in the answer, so that the two messages
 * are written here by hand.
 */
public final class GrpcHealth implements AutoCloseable {
    private static final int SERVING = 1;

    private static final MethodDescriptor<String, Integer> CHECK = MethodDescriptor.<String, Integer>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName("grpc.health.v1.Health/Check")
            .setRequestMarshaller(new Marshaller<>() {
                @Override
                public InputStream stream(String service) {
                    return new ByteArrayInputStream(request(service));
                }

                @Override
                public String parse(InputStream stream) {
                    throw new UnsupportedOperationException("this is no server");
                }
            })
            .setResponseMarshaller(new Marshaller<>() {
                @Override
                public InputStream stream(Integer status) {
                    throw new UnsupportedOperationException("this is no server");
                }

                @Override
                public Integer parse(InputStream stream) {
                    return status(stream);
                }
            })
            .build();

    private interface Marshaller<T> extends MethodDescriptor.Marshaller<T> {}

    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(
            1, Thread.ofPlatform().daemon().name("grpc-probe-", 0).factory(), NioIoHandler.newFactory());

    /** How it ended. */
    public sealed interface Answer {
        record Serving() implements Answer {}

        /**
         * It does not serve.
         *
         * @param why in the words of the kubelet
         */
        record Unhealthy(String why) implements Answer {}
    }

    /** Asks one server, with a connection of its own. */
    public Answer ask(String host, int port, String service, Duration timeout) {
        var channel = NettyChannelBuilder.forAddress(new InetSocketAddress(host, port))
                .eventLoopGroup(group)
                .channelType(NioSocketChannel.class)
                .directExecutor()
                .usePlaintext()
                .userAgent("kube-probe/1.37")
                .disableRetry()
                .build();
        try {
            return ask(channel, host + ":" + port, service, timeout);
        } finally {
            channel.shutdownNow();
        }
    }

    private static Answer ask(ManagedChannel channel, String address, String service, Duration timeout) {
        try {
            var options = CallOptions.DEFAULT.withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS);
            var status = ClientCalls.blockingUnaryCall(channel, CHECK, options, service);
            return status == SERVING
                    ? new Answer.Serving()
                    : new Answer.Unhealthy("service unhealthy (responded with \"" + name(status) + "\")");
        } catch (StatusRuntimeException e) {
            return new Answer.Unhealthy(problem(e.getStatus(), address, timeout));
        }
    }

    private static String problem(Status status, String address, Duration timeout) {
        var description = status.getDescription();
        var text = description == null ? status.getCode().name() : description;
        return switch (status.getCode()) {
            case UNIMPLEMENTED ->
                "error: this server does not implement the grpc health protocol (grpc.health.v1.Health): " + text;
            case DEADLINE_EXCEEDED -> "timeout: health rpc did not complete within " + timeout.toSeconds() + "s";
            case UNAVAILABLE ->
                "timeout: failed to connect service \"" + address + "\" within " + timeout.toSeconds() + "s: " + text;
            default -> "error: health rpc probe failed: " + text;
        };
    }

    private static String name(int status) {
        return switch (status) {
            case 0 -> "UNKNOWN";
            case SERVING -> "SERVING";
            case 2 -> "NOT_SERVING";
            case 3 -> "SERVICE_UNKNOWN";
            default -> Integer.toString(status);
        };
    }

    private static byte[] request(String service) {
        var bytes = new ByteArrayOutputStream();
        var output = CodedOutputStream.newInstance(bytes);
        try {
            if (!service.isEmpty()) output.writeString(1, service);
            output.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static int status(InputStream stream) {
        var input = CodedInputStream.newInstance(stream);
        var status = 0;
        try {
            for (var tag = input.readTag(); tag != 0; tag = input.readTag()) {
                if (tag == 8) status = input.readEnum();
                else input.skipField(tag);
            }
        } catch (IOException e) {
            throw Status.INTERNAL
                    .withDescription("malformed answer")
                    .withCause(e)
                    .asRuntimeException();
        }
        return status;
    }

    @Override
    public void close() {
        var _ = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
}
