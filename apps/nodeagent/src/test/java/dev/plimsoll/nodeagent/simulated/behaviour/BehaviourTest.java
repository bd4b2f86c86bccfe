package dev.plimsoll.nodeagent.simulated.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.resize.protocol.Act;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What annotations make simulated containers do. */
class BehaviourTest {
    private static Behaviour of(String... annotations) {
        var meta = new ObjectMeta("web", "", "default", "uid", 1, Map.of(), Map.of(), null);
        for (var i = 0; i < annotations.length; i += 2)
            meta = meta.withAnnotation(Behaviour.PREFIX + annotations[i], annotations[i + 1]);
        var spec = PodSpec.builder().container("c", "cpu=400m,memory=64Mi", "").build();
        return Behaviour.of(new Pod(meta, spec, PodStatus.NONE), ContainerRuleSet.NONE);
    }

    private static Behaviour.OfContainer container(Behaviour behaviour) {
        var container = behaviour.containers().get("c");
        assertThat(container).isNotNull();
        return container;
    }

    @Test
    @DisplayName("without annotations it uses a quarter of the CPU and half of the memory that it requests")
    void usual() {
        var behaviour = of();
        assertThat(container(behaviour).cpu()).isEqualTo(new UsageProfile.Constant(100));
        assertThat(container(behaviour).memory()).isEqualTo(new UsageProfile.Constant((32L << 20) * 1000.0));
        assertThat(container(behaviour).exitAfterOrNone()).isEmpty();
        assertThat(behaviour.problems()).isEmpty();
    }

    @Test
    @DisplayName("annotations say otherwise")
    void told() {
        var behaviour = of(
                "cpu.c",
                "wave 100m 500m 60s",
                "exit.c",
                "30s 3",
                "latency",
                "50ms",
                "veto",
                "no room",
                "cache.c",
                "1Ki");
        assertThat(container(behaviour).cpu()).isEqualTo(new UsageProfile.Wave(100, 500, 60));
        assertThat(container(behaviour).exitAfterOrNone()).contains(Duration.ofSeconds(30));
        assertThat(container(behaviour).exitCode()).isEqualTo(3);
        assertThat(container(behaviour).cacheBytes()).isEqualTo(1024);
        assertThat(behaviour.latency()).hasMillis(50);
        assertThat(behaviour.veto()).isEqualTo("no room");
        assertThat(behaviour.problems()).isEmpty();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "cpu.c     | steady 700m    | \"steady 700m\" is not a profile; one of: constant AMOUNT",
                "cpu.c     | wave 1 2 x     | \"x\" is neither an amount nor a time",
                "cpu.c     | wave 1 2 0s    | a period must be longer than nothing",
                "memory.c  | leak 64Mi      | \"leak 64Mi\" is not a profile",
                "cache.c   | much           | simulation.plimsoll.dev/cache.c: ",
                "exit.c    | soon           | \"soon\" is not a time and an exit code, such as 30s 1",
                "exit.c    | 3s one         | \"3s one\" is not a time and an exit code, such as 30s 1",
                "latency   | 50             | \"50\" is not a time such as 50ms or 2s",
                "cpu.other | constant 1     | simulation.plimsoll.dev/cpu.other is about no container or emptyDir volume of the pod",
                "mem.c     | constant 64Mi  | simulation.plimsoll.dev/mem.c is about no container or emptyDir volume of the pod",
            })
    void misread(String annotation, String value, String problem) {
        var behaviour = of(annotation, value);
        assertThat(behaviour.problems()).singleElement().asString().contains(problem);
        assertThat(container(behaviour)).isEqualTo(container(of()));
    }

    private static Behaviour ofImage(String image, ContainerRuleSet rules) {
        var spec = PodSpec.builder().container("c", "cpu=400m,memory=64Mi", "").build();
        var named = spec.withContainers(List.of(spec.containers().getFirst().withImage(image)));
        var meta = new ObjectMeta("web", "", "default", "uid", 1, Map.of(), Map.of(), null);
        return Behaviour.of(new Pod(meta, named, PodStatus.NONE), rules);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "web:404, true",
        "foo:non-existent, true",
        "registry.example:5000/a/b:doesNotExist, true",
        "web:not_found, true",
        "web:no-such-tag, true",
        "web:1.404, false",
        "web:existent, false",
        "registry.example:404/web, false",
        "web, false",
        "web:404@sha256:00, false"
    })
    @DisplayName("an image whose tag says that it is not there cannot be pulled")
    void absent(String image, boolean isAbsent) {
        var failure = container(ofImage(image, ContainerRuleSet.NONE)).pullFailure();
        assertThat(failure.isEmpty()).isEqualTo(!isAbsent);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"busybox, sh", "docker.io/library/alpine:3.22, sh", "registry.example/busybox-tools:1, ''", "nginx, ''"
    })
    @DisplayName("an image of basic tools runs a shell, which ends where nobody types")
    void basicTools(String image, String program) {
        assertThat(String.join(
                        " ", container(ofImage(image, ContainerRuleSet.NONE)).program()))
                .isEqualTo(program);
    }

    @Test
    @DisplayName("containers take as long to stop as the node says, and as long as their grace period at most")
    void stopping() {
        var rules = ContainerRuleSet.NONE.stoppingWithin(Duration.ofMillis(200));
        var act = new Act.RemoveContainers("uid", 1);
        assertThat(ofImage("web", rules).latency(act, Duration.ofSeconds(30))).hasMillis(200);
        assertThat(ofImage("web", rules).latency(act, Duration.ZERO)).isZero();
        assertThat(of("stop", "1s").latency(act, Duration.ofSeconds(30))).hasSeconds(1);
    }
}
