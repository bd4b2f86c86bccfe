package dev.plimsoll.podresources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.podresources.v1.AllocatableResourcesRequest;
import dev.plimsoll.podresources.v1.GetPodResourcesRequest;
import dev.plimsoll.podresources.v1.ListPodResourcesRequest;
import dev.plimsoll.podresources.v1.PodResources;
import dev.plimsoll.podresources.v1.PodResourcesListerGrpc;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PodResourcesServerTest {
    private static final Assigned CONTAINER =
            new Assigned(List.of(2, 3), List.of(new Assigned.Block("memory", 1L << 30, List.of(0, 1))));
    private static final Assigned POD = new Assigned(List.of(2, 3, 4), List.of());

    @TempDir
    private Path folder;

    private final AtomicLong nanos = new AtomicLong();
    private final MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private io.grpc.ManagedChannel channel;
    private PodResourcesServer server;
    private PodResourcesListerGrpc.PodResourcesListerBlockingStub lister;

    @BeforeEach
    void serve() throws Exception {
        var socket = folder.resolve("pod-resources/kubelet.sock");
        Files.createDirectories(folder.resolve("pod-resources"));
        Files.writeString(socket, "left behind");
        server = PodResourcesServer.start(
                socket,
                new Assignments() {
                    @Override
                    public List<Assigned.OfPod> pods() {
                        return List.of(new Assigned.OfPod(
                                "default", "web", List.of(new Assigned.OfContainer("c1", CONTAINER)), POD));
                    }

                    @Override
                    public Assigned allocatable() {
                        return new Assigned(List.of(1, 2, 3, 4), List.of());
                    }
                },
                nanos::get);
        channel = NettyChannelBuilder.forAddress(UnixDomainSocketAddress.of(socket))
                .eventLoopGroup(group)
                .channelType(NioDomainSocketChannel.class)
                .usePlaintext()
                .overrideAuthority("localhost")
                .build();
        lister = PodResourcesListerGrpc.newBlockingStub(channel);
    }

    @AfterEach
    void close() throws Exception {
        channel.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
        server.close();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
    }

    @Test
    void podAndContainersHaveTheirCpusAndMemoryUnderTheNumbersOfTheApi() {
        var pod = lister.list(ListPodResourcesRequest.getDefaultInstance()).getPodResources(0);
        assertThat(pod.getCpuIdsList()).containsExactly(2L, 3L, 4L);
        assertThat(pod.getContainers(0).getCpuIdsList()).containsExactly(2L, 3L);
        var memory = pod.getContainers(0).getMemory(0);
        assertThat(memory.getMemoryType()).isEqualTo("memory");
        assertThat(memory.getSize()).isEqualTo(1L << 30);
        assertThat(memory.getTopology().getNodesList())
                .extracting(node -> node.getID())
                .containsExactly(0L, 1L);
        assertThat(PodResources.CPU_IDS_FIELD_NUMBER).isEqualTo(4);
        assertThat(PodResources.MEMORY_FIELD_NUMBER).isEqualTo(5);
    }

    @Test
    void onePodIsFoundByNameAndAnUnknownOneIsNot() {
        var request = GetPodResourcesRequest.newBuilder().setPodNamespace("default");
        assertThat(lister.get(request.setPodName("web").build())
                        .getPodResources()
                        .getName())
                .isEqualTo("web");
        assertThatThrownBy(() -> lister.get(request.setPodName("none").build()))
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        refused -> assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.NOT_FOUND));
    }

    @Test
    void callsThatComeTooFastAreTurnedAway() {
        var request = AllocatableResourcesRequest.getDefaultInstance();
        for (var i = 0; i < 10; i++)
            assertThat(lister.getAllocatableResources(request).getCpuIdsCount()).isEqualTo(4);
        assertThatThrownBy(() -> lister.getAllocatableResources(request))
                .hasMessageContaining("rejected by rate limit");
        nanos.addAndGet(10_000_000);
        assertThat(lister.getAllocatableResources(request).getCpuIdsCount()).isEqualTo(4);
    }
}
