package dev.plimsoll.nodeagent.cri.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cri.CallTimeouts;
import dev.plimsoll.cri.CriClient;
import dev.plimsoll.fakes.cri.FakeRuntime;
import dev.plimsoll.nodeagent.cri.host.RuntimeArrival.Arrived;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node that comes up before, after or without its container runtime. */
@Timeout(60)
class RuntimeArrivalTest {
    @TempDir
    private Path folder;

    private FakeRuntime runtime;
    private CriClient client;
    private RuntimeArrival arrival;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final List<String> told = new CopyOnWriteArrayList<>();

    @BeforeEach
    void prepare() {
        var socket = folder.resolve("cri.sock");
        runtime = new FakeRuntime(socket, folder.resolve("cgroup"), InstantSource.system());
        client = new CriClient(socket, CallTimeouts.DEFAULT);
        arrival = new RuntimeArrival(client, "unix://" + socket);
    }

    @AfterEach
    void close() {
        client.close();
        runtime.close();
    }

    @Test
    void oneThatIsThereIsTakenAtOnce() throws IOException, InterruptedException {
        runtime.start();
        assertThat(arrival.await(told::add, new Random(1), stop)).isInstanceOf(Arrived.AtWork.class);
        assertThat(told).isEmpty();
    }

    @Test
    void oneThatIsNotIsWaitedForAndThatIsSaid() throws InterruptedException {
        var arrived = arrival.await(
                problem -> {
                    told.add(problem);
                    started();
                },
                new Random(1),
                stop);
        assertThat(arrived).isInstanceOf(Arrived.AtWork.class);
        assertThat(told)
                .first()
                .asString()
                .startsWith("no container runtime answers at unix://")
                .endsWith("; waiting for it");
    }

    private void started() {
        try {
            runtime.start();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void oneThatIsNotInitializedYetIsWaitedFor() throws IOException, InterruptedException {
        runtime.start();
        runtime.faults().failNext("ListPodSandbox", Status.UNKNOWN.withDescription("server is not initialized yet"));
        assertThat(arrival.await(told::add, new Random(1), stop)).isInstanceOf(Arrived.AtWork.class);
        assertThat(told).singleElement().asString().contains("server is not initialized yet");
    }

    @Test
    void somebodyWhoIsNoRuntimeIsNotWaitedFor() throws IOException, InterruptedException {
        runtime.start();
        runtime.faults().withhold("Version");
        assertThat(arrival.await(told::add, new Random(1), stop))
                .isInstanceOfSatisfying(
                        Arrived.Refused.class,
                        refused -> assertThat(refused.why()).contains("unknown method Version"));
    }

    @Test
    void whoeverIsToldToEndDoesNotWaitAnyLonger() throws InterruptedException {
        assertThat(arrival.await(_ -> stop.countDown(), new Random(1), stop)).isInstanceOf(Arrived.Stopped.class);
    }
}
