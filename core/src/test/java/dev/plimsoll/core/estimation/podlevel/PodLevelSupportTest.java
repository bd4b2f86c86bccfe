package dev.plimsoll.core.estimation.podlevel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.model.PodSpec;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is managed of pods where the autoscaler or the API server is without its gate {@code PodLevelResources}. */
// Acceptance of the autoscaler: refused
class PodLevelSupportTest {
    private static final PodLevelSupport NEITHER = new PodLevelSupport(false, false);
    private static final PodLevelSupport DROPPED = new PodLevelSupport(true, false);

    private static PodSpec asking(String pod) {
        return PodSpec.builder().podLevel(pod, "").container("a", "cpu=1", "").build();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("an autoscaler without its gate manages containers, whatever the mode of the pod level")
    void withoutOwnGate(PodMode mode) {
        assertThat(new PodLevelSupport(false, true).level(asking("cpu=2"), mode))
                .isEqualTo(ManagedLevel.CONTAINERS);
        assertThat(NEITHER.level(asking(""), mode)).isEqualTo(ManagedLevel.CONTAINERS);
        assertThat(NEITHER.leavesAlone(asking(""), false, mode)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("with both gates the table of modes decides, and no pod is left alone")
    void withBoth(PodMode mode) {
        var both = new PodLevelSupport(true, true);
        assertThat(both.level(asking("cpu=2"), mode)).isEqualTo(ManagedLevel.of(asking("cpu=2"), mode));
        assertThat(both.leavesAlone(asking("cpu=2"), false, mode)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("a pod that has resources as a whole is left alone by every mode where a new one would lose them")
    void keptFromBefore(PodMode mode) {
        assertThat(DROPPED.leavesAlone(asking("cpu=2"), false, mode)).isTrue();
        assertThat(NEITHER.leavesAlone(asking("cpu=2"), false, mode)).isTrue();
        assertThat(DROPPED.leavesAlone(asking("hugepages-2Mi=2Mi"), false, mode))
                .isTrue();
    }

    @Test
    @DisplayName("where they are dropped, a mode that asks for the pod level manages nothing; others manage containers")
    void dropped() {
        assertThat(DROPPED.level(asking(""), PodMode.POD_AND_CONTAINERS)).isEqualTo(ManagedLevel.NOTHING);
        assertThat(DROPPED.level(asking(""), PodMode.POD_ONLY)).isEqualTo(ManagedLevel.NOTHING);
        assertThat(DROPPED.leavesAlone(asking(""), false, PodMode.POD_ONLY)).isTrue();
        assertThat(DROPPED.level(asking(""), PodMode.AUTO)).isEqualTo(ManagedLevel.CONTAINERS);
        assertThat(DROPPED.level(asking(""), PodMode.OFF)).isEqualTo(ManagedLevel.CONTAINERS);
        assertThat(DROPPED.leavesAlone(asking(""), false, PodMode.AUTO)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("until the API server has said it, pods are left alone for which it matters")
    void unknown(PodMode mode) {
        var unknown = new PodLevelSupport(true, PodLevelSupport.Server.UNKNOWN);
        assertThat(unknown.level(asking("cpu=2"), mode)).isEqualTo(ManagedLevel.NOTHING);
        assertThat(unknown.leavesAlone(asking("cpu=2"), false, mode)).isTrue();
        assertThat(unknown.leavesAlone(asking(""), false, mode)).isEqualTo(mode.isExplicit());
        assertThat(unknown.leavesAlone(asking(""), true, mode)).isTrue();
        var withoutOwn = new PodLevelSupport(false, PodLevelSupport.Server.UNKNOWN);
        assertThat(withoutOwn.leavesAlone(asking("cpu=2"), false, mode)).isTrue();
        assertThat(withoutOwn.level(asking(""), mode)).isEqualTo(ManagedLevel.CONTAINERS);
    }

    @Test
    @DisplayName("of a new pod what is dropped does not count")
    void newPods() {
        var kept = DROPPED.keptOf(asking("cpu=2"));
        assertThat(kept.resources().isDeclared()).isFalse();
        assertThat(kept.containers()).isEqualTo(asking("").containers());
        assertThat(new PodLevelSupport(true, true).keptOf(asking("cpu=2"))).isEqualTo(asking("cpu=2"));
    }
}
