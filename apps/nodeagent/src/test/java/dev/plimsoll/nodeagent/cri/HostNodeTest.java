package dev.plimsoll.nodeagent.cri;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.resize.eviction.ImageGarbage;
import dev.plimsoll.core.resize.state.NodeAbilities;
import dev.plimsoll.fakes.cri.FakeRuntime;
import dev.plimsoll.linux.cgroup.CgroupNames;
import dev.plimsoll.nodeagent.cri.host.HostOptions;
import dev.plimsoll.nodeagent.logs.LogLimits;
import dev.plimsoll.nodeagent.staticpods.StaticPodSources;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a machine lacks to be a node is named, all of it. */
class HostNodeTest {
    @TempDir
    private Path root;

    private HostOptions options() {
        return new HostOptions(
                "unix://" + root.resolve("cri.sock"),
                "/",
                CgroupNames.Driver.CGROUPFS,
                "n",
                "127.0.0.1",
                root,
                root,
                List.of(),
                "cluster.local",
                true,
                true,
                List.of(),
                ResourceAmounts.EMPTY,
                110,
                EvictionHard.DEFAULT,
                NodeAbilities.NO_SWAP,
                ImageGarbage.DEFAULT,
                LogLimits.DEFAULT,
                StaticPodSources.NONE);
    }

    @Test
    void bothTheMachineAndTheRuntime() {
        assertThat(HostNode.lacking(root, options()))
                .satisfiesExactly(
                        machine -> assertThat(machine).startsWith("this machine cannot be a node: /proc/meminfo"),
                        runtime -> assertThat(runtime)
                                .startsWith("no container runtime answers at unix://" + root.resolve("cri.sock")));
    }

    @Test
    void aRuntimeThatIsThereIsNotNamed() throws IOException {
        try (var runtime = new FakeRuntime(root.resolve("cri.sock"), root.resolve("cgroup"), InstantSource.system())) {
            runtime.start();
            assertThat(HostNode.lacking(root, options()))
                    .singleElement()
                    .asString()
                    .startsWith("this machine cannot be a node");
        }
    }
}
