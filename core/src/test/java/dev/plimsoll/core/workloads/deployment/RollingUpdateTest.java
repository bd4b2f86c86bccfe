package dev.plimsoll.core.workloads.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The sequences of spec/scheduler.md §15.3, and that no history breaks the bounds. */
// Acceptance: rolling-update
// Acceptance of KEP-1287: e2e-template-deployment
class RollingUpdateTest {
    record Row(String name, int replicas, String surge, String unavailable, String steps) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row("10, 25 %/25 %", 10, "25%", "25%", "new 3, old 8, new 5, ready, old 3, new 10, ready, old 0"),
                new Row("4, 25 %/25 %", 4, "25%", "25%", "new 1, old 3, new 2, ready, old 1, new 4, ready, old 0"),
                new Row(
                        "3, 25 %/25 %",
                        3, "25%", "25%", "new 1, ready, old 2, new 2, ready, old 1, new 3, ready, old 0"),
                new Row("1, 25 %/25 %", 1, "25%", "25%", "new 1, ready, old 0"),
                new Row("2, 0/25 %", 2, "0", "25%", "old 1, new 1, ready, old 0, new 2"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void stepsOfAnUpdate(Row row) {
        var world = World.rolling(row.replicas(), row.surge(), row.unavailable());
        world.settle();
        world.allReady();
        world.settle();
        world.trace.clear();
        world.image("2");
        world.settle();
        for (var i = 0; i < 10 && !isAtEnd(world, row.replicas()); i++) {
            world.allReady();
            world.settle();
        }
        assertThat(String.join(", ", world.trace)).startsWith(row.steps());
        assertThat(world.sets).hasSize(2);
    }

    private static boolean isAtEnd(World world, int replicas) {
        return world.status.updatedReplicas() == replicas && world.status.replicas() == replicas;
    }

    @Test
    @DisplayName("no history of updates, scalings, slow sets and failing pods breaks the bounds or gets stuck")
    void boundsHoldInEveryHistory() {
        for (var seed = 0; seed < 250; seed++) {
            var random = new Random(seed);
            var replicas = 1 + random.nextInt(12);
            var world = World.rolling(replicas, random.nextInt(60) + "%", random.nextInt(60) + "%");
            world.settle();
            world.allReady();
            world.settle();
            var history = new ArrayList<String>();
            for (var step = 0; step < 120; step++) {
                history.add(oneStep(world, random, step));
                assertThat(world.active())
                        .as("surge, seed %d: %s", seed, history)
                        .isLessThanOrEqualTo(world.bounds().most());
                assertThat(world.available())
                        .as("availability, seed %d: %s", seed, history)
                        .isGreaterThanOrEqualTo(world.bounds().leastAvailable());
            }
            for (var i = 0; i < 40; i++) {
                world.allReady();
                world.settle();
            }
            assertThat(isAtEnd(world, replicas))
                    .as("seed %d ends: %s", seed, world.trace)
                    .isTrue();
            assertThat(world.active()).isEqualTo(replicas);
        }
    }

    /** Something happens; what sets report is brought up to date only now and then. */
    private static String oneStep(World world, Random random, int step) {
        var sets = List.copyOf(world.sets.values());
        var held = sets.get(random.nextInt(sets.size()));
        return switch (random.nextInt(6)) {
            case 0, 1 -> {
                world.reconcile();
                yield "deployment";
            }
            case 2 -> {
                held.reconcile();
                yield "reconcile";
            }
            case 3 -> {
                held.report();
                yield "report";
            }
            case 4 -> {
                if (held.unready > 0) {
                    held.unready--;
                    held.ready++;
                }
                yield "ready";
            }
            default -> {
                if (step % 17 == 0) world.image(Integer.toString(random.nextInt(3)));
                yield "image";
            }
        };
    }

    @Test
    @DisplayName("scaling in the middle of an update is spread over the sets by their parts")
    void proportionalScaling() {
        var world = World.rolling(10, "3", "2");
        world.settle();
        world.allReady();
        world.settle();
        world.image("2");
        world.settle();
        var sizes = world.sets.values().stream().map(held -> held.wanted).toList();
        assertThat(sizes).containsExactly(8, 5);
        world.replicas(15);
        world.reconcile();
        assertThat(world.sets.values().stream().map(held -> held.wanted).toList())
                .containsExactly(11, 7);
    }

    @Test
    @DisplayName("going back to an old template renumbers its set and remembers the number before")
    void undo() {
        var world = World.rolling(2, "1", "0");
        world.settle();
        world.allReady();
        world.settle();
        world.image("2");
        for (var i = 0; i < 5; i++) {
            world.settle();
            world.allReady();
        }
        world.image("1");
        for (var i = 0; i < 5; i++) {
            world.settle();
            world.allReady();
        }
        assertThat(world.sets).hasSize(2);
        var annotations = world.sets.values().iterator().next().annotations;
        assertThat(annotations.get("deployment.kubernetes.io/revision")).isEqualTo("3");
        assertThat(annotations.get("deployment.kubernetes.io/revision-history")).isEqualTo("1");
        assertThat(world.annotations.get("deployment.kubernetes.io/revision")).isEqualTo("3");
    }

    @Test
    @DisplayName("an update without progress is past its deadline after progressDeadlineSeconds")
    void progressDeadline() {
        var world = World.rolling(2, "1", "0");
        world.settle();
        world.allReady();
        world.settle();
        assertThat(world.status.conditions().reason("Progressing")).isEqualTo("NewReplicaSetAvailable");
        world.image("2");
        world.settle();
        assertThat(world.status.conditions().reason("Progressing")).isEqualTo("ReplicaSetUpdated");
        world.now = world.now.plusSeconds(601);
        world.reconcile();
        var condition = world.status.conditions().find("Progressing").orElseThrow();
        assertThat(condition.reason()).isEqualTo("ProgressDeadlineExceeded");
        assertThat(condition.status()).isEqualTo("False");
        assertThat(condition.message()).endsWith("has timed out progressing.");
    }

    @ParameterizedTest(name = "{0} status writes lost")
    @ValueSource(ints = {1, 2, 3, 4})
    @DisplayName("an update whose first status writes were lost has its deadline all the same")
    void deadlineAfterLostStatus(int lost) {
        for (var world : List.of(World.rolling(2, "1", "0"), World.recreating(2))) {
            world.settle();
            world.allReady();
            world.settle();
            world.image("2");
            for (var i = 0; i < lost; i++) {
                world.reconcileWithoutStatus();
                for (var held : world.sets.values()) {
                    held.reconcile();
                    held.report();
                }
            }
            world.settle();
            world.now = world.now.plusSeconds(602);
            world.reconcile();
            assertThat(world.status.conditions().reason("Progressing")).isEqualTo("ProgressDeadlineExceeded");
            world.allReady();
            world.settle();
            world.allReady();
            world.settle();
            assertThat(world.status.conditions().message("Progressing"))
                    .isEqualTo("ReplicaSet \"d-2\" has successfully progressed.");
        }
    }

    @Test
    @DisplayName("pods that are not ready for a while after their update has ended start no deadline")
    void noDeadlineAfterTheEnd() {
        var world = World.rolling(2, "1", "0");
        world.settle();
        world.allReady();
        world.settle();
        var held = world.sets.values().iterator().next();
        held.ready = 0;
        held.unready = 2;
        held.report();
        world.settle();
        assertThat(world.status.conditions().reason("Progressing")).isEqualTo("NewReplicaSetAvailable");
        world.replicas(3);
        world.settle();
        assertThat(world.status.conditions().reason("Progressing")).isEqualTo("NewReplicaSetAvailable");
    }

    @Test
    @DisplayName("a paused deployment is scaled but not updated, and its deadline stands still")
    void paused() {
        var world = World.rolling(2, "1", "0");
        world.settle();
        world.allReady();
        world.settle();
        world.isPaused = true;
        world.image("2");
        world.replicas(4);
        world.settle();
        assertThat(world.sets).hasSize(1);
        assertThat(world.sets.values().iterator().next().wanted).isEqualTo(4);
        assertThat(world.status.conditions().reason("Progressing")).isEqualTo("DeploymentPaused");
        world.isPaused = false;
        world.settle();
        assertThat(world.sets).hasSize(2);
    }

    @Test
    @DisplayName("Recreate waits until no old pod is left")
    void recreate() {
        var world = World.recreating(3);
        world.settle();
        world.allReady();
        world.settle();
        world.image("2");
        world.reconcile();
        assertThat(world.sets).hasSize(1);
        assertThat(world.sets.values().iterator().next().wanted).isZero();
        world.reconcile();
        assertThat(world.sets).as("old pods are still there").hasSize(1);
        world.settle();
        assertThat(world.sets).hasSize(2);
        assertThat(world.active()).isEqualTo(3);
    }

    @Test
    @DisplayName("old sets without pods are kept up to revisionHistoryLimit")
    void historyLimit() {
        var world = World.rolling(1, "1", "0");
        world.revisionHistoryLimit = 2;
        for (var version = 1; version < 7; version++) {
            world.image(Integer.toString(version));
            for (var i = 0; i < 4; i++) {
                world.settle();
                world.allReady();
            }
        }
        world.settle();
        assertThat(world.sets).hasSize(3);
    }
}
