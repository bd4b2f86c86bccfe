package dev.plimsoll.codec.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.codec.topology.Checksum;
import dev.plimsoll.codec.topology.Decoded;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.resize.resources.Actuated;
import dev.plimsoll.core.resize.resources.Allocated;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.core.resize.resources.PodResources;
import dev.plimsoll.core.resize.state.Checkpoint;
import dev.plimsoll.core.resize.state.CrashLoopBackoff;
import dev.plimsoll.core.resize.state.PodTermination;
import dev.plimsoll.core.resize.state.ResizeCondition;
import dev.plimsoll.core.resize.state.ResizeConditions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

// Acceptance of KEP-1287: allocated-on-disk
// Acceptance of KEP-5419: allocated-on-disk
class PodsStateTest {
    private static final PodResources RESOURCES = new PodResources(
            new TreeMap<>(Map.of("c1", ResourceRequirements.parse("cpu=500m,memory=1Gi", "cpu=1"))),
            ResourceRequirements.parse("cpu=2", ""));

    @Test
    void theChecksumIsThatOfTheKubelet() {
        var data = "{\"entries\":{\"pod1\":{\"ContainerResources\":{\"container1\":{\"requests\":{\"cpu\":\"1Ki\","
                + "\"memory\":\"1Ki\"}}}}}}";
        assertThat(Checksum.ofData(data)).isEqualTo(1178570812L);
    }

    @Test
    void aFileOfTheKubeletIsRead() {
        var file =
                "{\"data\":\"{\\\"entries\\\":{\\\"pod1\\\":{\\\"ContainerResources\\\":{\\\"container1\\\":{\\\"requests"
                        + "\\\":{\\\"cpu\\\":\\\"1Ki\\\",\\\"memory\\\":\\\"1Ki\\\"}}}}}}\",\"checksum\":1178570812}";
        var read = AllocatedCheckpoint.decode(file);
        assertThat(read).isInstanceOf(Decoded.Loaded.class);
        var pods = ((Decoded.Loaded<Checkpoint.OfAllocated>) read).stored().pods();
        var pod = pods.get("pod1");
        assertThat(pod).isNotNull();
        assertThat(pod.allocated()
                        .resources()
                        .container("container1")
                        .requests()
                        .toString())
                .isEqualTo("cpu=1Ki,memory=1Ki");
        assertThat(pod.allocated().resources().podLevel().isDeclared()).isFalse();
        assertThat(pod.conditions()).isEqualTo(ResizeConditions.NONE);
    }

    @Test
    void whatIsAllocatedAndItsConditionsComeBack() {
        var condition = new ResizeCondition("Deferred", "no \"room\"", 7, Instant.parse("2026-01-02T03:04:05.006Z"));
        var content = new Checkpoint.OfAllocated(new TreeMap<>(Map.of(
                "uid",
                new Checkpoint.AllocatedEntry(
                        new Allocated(RESOURCES),
                        new ResizeConditions(condition, null),
                        new PodTermination("Failed", "Evicted", "m", "d", Duration.ofSeconds(1)),
                        ResourceAmounts.parse("cpu=1500m,memory=1Gi,hugepages-2Mi=4Mi"),
                        new TreeMap<>(Map.of("c1", 3))))));
        assertThat(AllocatedCheckpoint.decode(AllocatedCheckpoint.encode(content)))
                .isEqualTo(new Decoded.Loaded<>(content));
    }

    @Test
    void whatIsActuatedAndWhoseItIsComesBack() {
        var content = new Checkpoint.OfActuated(new TreeMap<>(Map.of(
                "uid",
                new Checkpoint.ActuatedEntry(
                        new Actuated(RESOURCES, new PodLimits(512, 20, PodLimits.UNLIMITED, 1 << 30)),
                        new TreeMap<>(Map.of("c1", "id-1")),
                        new TreeMap<>(Map.of(
                                "c1",
                                new CrashLoopBackoff(
                                        Duration.ofSeconds(40), Instant.parse("2026-01-02T03:04:05Z"))))))));
        assertThat(ActuatedCheckpoint.decode(ActuatedCheckpoint.encode(content)))
                .isEqualTo(new Decoded.Loaded<>(content));
    }

    @Test
    void membersHaveTheNamesAndTheOrderOfTheKubelet() {
        var content = new Checkpoint.OfAllocated(new TreeMap<>(Map.of(
                "uid",
                new Checkpoint.AllocatedEntry(
                        new Allocated(RESOURCES), ResizeConditions.NONE, null, ResourceAmounts.EMPTY))));
        assertThat(AllocatedCheckpoint.encode(content))
                .contains(
                        "{\\\"entries\\\":{\\\"uid\\\":{\\\"ContainerResources\\\":{\\\"c1\\\":{\\\"limits\\\":{\\\"cpu\\\":\\\"1"
                                + "\\\"},\\\"requests\\\":{\\\"cpu\\\":\\\"500m\\\",\\\"memory\\\":\\\"1Gi\\\"}}},\\\"PodLevelResources\\\":"
                                + "{\\\"requests\\\":{\\\"cpu\\\":\\\"2\\\"}},\\\"EmptyDirVolumeLimits\\\":null");
    }

    @Test
    void withoutPodsThereAreNoEntries() {
        assertThat(AllocatedCheckpoint.encode(Checkpoint.OfAllocated.EMPTY)).startsWith("{\"data\":\"{}\",");
    }

    @Test
    void oneChangedByteIsNoticed() {
        var text = AllocatedCheckpoint.encode(new Checkpoint.OfAllocated(new TreeMap<>(Map.of(
                "uid",
                new Checkpoint.AllocatedEntry(
                        new Allocated(RESOURCES), ResizeConditions.NONE, null, ResourceAmounts.EMPTY)))));
        assertThat(AllocatedCheckpoint.decode(text.replace("500m", "600m"))).isInstanceOf(Decoded.Corrupt.class);
        assertThat(AllocatedCheckpoint.decode(text.substring(0, text.length() / 2)))
                .isInstanceOf(Decoded.Unreadable.class);
        assertThat(AllocatedCheckpoint.decode("")).isInstanceOf(Decoded.Unreadable.class);
    }

    private static PodResources resources(Random random) {
        var amounts = List.of("cpu=500m,memory=1Gi", "cpu=1000m", "cpu=1", "memory=64Mi,example.com/gpu=2", "");
        return new PodResources(
                new TreeMap<>(Map.of(
                        "c1",
                        ResourceRequirements.parse(
                                amounts.get(random.nextInt(amounts.size())), amounts.get(random.nextInt(4))))),
                ResourceRequirements.parse("cpu=2", ""));
    }

    private static Checkpoint.AllocatedEntry entry(PodResources resources, Random random) {
        var message =
                List.of("no \"room\"", "a\\b", "größer\n", "\u0001 \u2028").get(random.nextInt(4));
        var condition = new ResizeCondition("Deferred", message, random.nextInt(3), Instant.EPOCH);
        return new Checkpoint.AllocatedEntry(
                new Allocated(resources),
                random.nextBoolean() ? ResizeConditions.NONE : new ResizeConditions(condition, null),
                null,
                ResourceAmounts.EMPTY,
                new TreeMap<>(Map.of("c1", random.nextInt(2))));
    }

    @Test
    void entriesThatAreAsTheyWereAreTakenFromTheLastTimeAndTheFileIsTheSame() {
        var random = new Random(11);
        var known = new EncodedPods<Checkpoint.AllocatedEntry>();
        var pods = new TreeMap<String, Checkpoint.AllocatedEntry>();
        for (var turn = 0; turn < 500; turn++) {
            var uid = "pod \"" + random.nextInt(12) + "\"";
            switch (random.nextInt(4)) {
                case 0 -> pods.remove(uid);
                case 1 ->
                    pods.computeIfPresent(uid, (_, old) -> entry(old.allocated().resources(), random));
                default -> pods.put(uid, entry(resources(random), random));
            }
            var content = new Checkpoint.OfAllocated(pods);
            var text = new String(AllocatedCheckpoint.encode(content, known), StandardCharsets.UTF_8);
            assertThat(text).as("turn " + turn).isEqualTo(AllocatedCheckpoint.encode(content));
            assertThat(AllocatedCheckpoint.decode(text)).isEqualTo(new Decoded.Loaded<>(content));
        }
    }
}
