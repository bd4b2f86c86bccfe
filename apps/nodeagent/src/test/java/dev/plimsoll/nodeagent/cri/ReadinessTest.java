package dev.plimsoll.nodeagent.cri;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.RuntimeCondition;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReadinessTest {
    private static final RuntimeCondition RUNTIME = new RuntimeCondition("RuntimeReady", true, "", "");

    static Stream<Arguments> rows() {
        return Stream.of(
                Arguments.of("all is well", ok(RUNTIME, new RuntimeCondition("NetworkReady", true, "", "")), ""),
                Arguments.of(
                        "a network that lacks its configuration",
                        ok(
                                RUNTIME,
                                new RuntimeCondition(
                                        "NetworkReady", false, "NetworkPluginNotReady", "cni plugin not initialized")),
                        "container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady "
                                + "message:cni plugin not initialized"),
                Arguments.of(
                        "a runtime that cannot run anything",
                        ok(new RuntimeCondition("RuntimeReady", false, "NoSpace", "disk full")),
                        "container runtime not ready: RuntimeReady=false reason:NoSpace message:disk full"),
                Arguments.of(
                        "what else runtimes tell of",
                        ok(RUNTIME, new RuntimeCondition("ContainerdHasNoDeprecationWarnings", false, "x", "y")),
                        ""),
                Arguments.of(
                        "nobody answers",
                        new CriReply.Failed<List<RuntimeCondition>>(CriReply.Code.UNAVAILABLE, "Connection refused"),
                        "container runtime is down: Connection refused"));
    }

    private static CriReply<List<RuntimeCondition>> ok(RuntimeCondition... conditions) {
        return new CriReply.Ok<>(List.of(conditions));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void unready(String label, CriReply<List<RuntimeCondition>> status, String expected) {
        assertThat(Readiness.of(status)).as(label).isEqualTo(expected);
    }
}
