package dev.plimsoll.testkit.property;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.admission.PodCreation;
import dev.plimsoll.core.admission.ResizePreparation;
import dev.plimsoll.core.admission.ResizePreparation.Sent;
import dev.plimsoll.core.admission.ResizePreparation.Stored;
import dev.plimsoll.core.admission.limitrange.LimitRanger;
import dev.plimsoll.core.admission.limitrange.LimitRanger.Operation;
import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.validation.ResizeValidation;
import dev.plimsoll.testkit.gen.Gen;
import dev.plimsoll.testkit.gen.LimitRanges;
import dev.plimsoll.testkit.gen.PodGen;
import dev.plimsoll.testkit.gen.Quantities;
import dev.plimsoll.testkit.gen.Samples;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AdmissionPropertyTest {
    private static final Samples SAMPLES = Samples.of(2_000);
    private static final FeatureGates ON = FeatureGates.DEFAULT;
    private static final FeatureGates FIX_OFF = ON.with(Gate.POD_LEVEL_RESOURCES_FIX_DEFAULTING, false);
    private static final LimitRanger EXTENDED = LimitRanger.under(ON.with(Gate.LIMIT_RANGE_POD_DEFAULTS, true));

    /** A pod as the store would hold it. */
    private static Gen<Pod> stored(FeatureGates gates) {
        return PodGen.sound().map(pod -> {
            var spec = PodCreation.under(gates).apply(pod.spec()).spec();
            var qos = PodQos.under(gates).of(spec).kubernetesName();
            return pod.withSpec(spec).withStatus(pod.status().withQosClass(qos));
        });
    }

    @Test
    void aResizeThatChangesNothingIsNone() {
        for (var gates : List.of(ON, FIX_OFF)) {
            var preparation = ResizePreparation.under(gates);
            SAMPLES.check(stored(gates), pod -> {
                var resized = preparation.apply(new Stored(pod), new Sent(pod));
                assertThat(resized).isEqualTo(pod);
                assertThat(ResizeValidation.under(gates).check(new ResizeValidation.Change(pod, resized)))
                        .isEmpty();
            });
        }
    }

    record Resize(Pod stored, Pod sent) {}

    @Test
    void aResizeIsPreparedOnceAndForAll() {
        Gen<Resize> resizes = random -> {
            var stored = stored(ON).from(random);
            var other = PodGen.anySpecs(Quantities.amounts()).from(random);
            return new Resize(stored, stored.withSpec(other));
        };
        SAMPLES.check(resizes, resize -> {
            var once = ResizePreparation.DEFAULT.apply(new Stored(resize.stored()), new Sent(resize.sent()));
            var twice = ResizePreparation.DEFAULT.apply(new Stored(once), new Sent(once));
            assertThat(twice).isEqualTo(once);
            assertThat(once.status()).isEqualTo(resize.stored().status());
        });
    }

    record Admitted(Pod pod, List<LimitRange> ranges) {}

    private static Gen<Admitted> admitted() {
        return random -> new Admitted(
                PodGen.sound().from(random), LimitRanges.ofNamespace().from(random));
    }

    @Test
    void limitRangesFillOnceAndForAll() {
        SAMPLES.check(admitted(), admitted -> {
            for (var ranger : List.of(LimitRanger.DEFAULT, EXTENDED)) {
                var once = ranger.fill(admitted.pod(), admitted.ranges(), Operation.CREATE);
                var twice = ranger.fill(admitted.pod().withSpec(once.spec()), admitted.ranges(), Operation.CREATE);
                assertThat(twice.spec()).isEqualTo(once.spec());
                assertThat(twice.additions()).isEmpty();
                assertThat(twice.annotation()).isEmpty();
                assertThat(once.annotation().isPresent())
                        .isEqualTo(!once.additions().isEmpty());
            }
        });
    }

    @Test
    void afterFillingEveryContainerHasEveryDefault() {
        SAMPLES.check(admitted(), admitted -> {
            var spec = LimitRanger.DEFAULT
                    .fill(admitted.pod(), admitted.ranges(), Operation.CREATE)
                    .spec();
            var containers = Stream.concat(spec.containers().stream(), spec.initContainers().stream())
                    .toList();
            for (var range : admitted.ranges()) {
                for (var item : range.items()) {
                    if (!item.isForContainers()) continue;
                    for (var container : containers) {
                        assertThat(container.resources().limits().names())
                                .containsAll(item.defaultLimit().names());
                        assertThat(container.resources().requests().names())
                                .containsAll(item.defaultRequest().names());
                    }
                }
            }
        });
    }

    @Test
    void whatLimitRangesAddIsExactlyTheDifference() {
        SAMPLES.check(admitted(), admitted -> {
            for (var ranger : List.of(LimitRanger.DEFAULT, EXTENDED)) {
                var filled = ranger.fill(admitted.pod(), admitted.ranges(), Operation.CREATE);
                var expected = DefaultingPropertyTest.texts(admitted.pod().spec());
                for (var addition : filled.additions()) {
                    var key = addition.path() + "[" + addition.name() + "]";
                    assertThat(expected.put(key, addition.quantity().toString()))
                            .as("%s", addition)
                            .isNull();
                }
                assertThat(DefaultingPropertyTest.texts(filled.spec())).isEqualTo(expected);
            }
        });
    }

    @Test
    void theOrderInWhichLimitRangesAreListedDoesNotMatter() {
        SAMPLES.check(admitted(), admitted -> {
            var reversed = admitted.ranges().reversed();
            assertThat(LimitRanger.DEFAULT.fill(admitted.pod(), reversed, Operation.CREATE))
                    .isEqualTo(LimitRanger.DEFAULT.fill(admitted.pod(), admitted.ranges(), Operation.CREATE));
            assertThat(LimitRanger.DEFAULT.check(admitted.pod().spec(), reversed))
                    .isEqualTo(LimitRanger.DEFAULT.check(admitted.pod().spec(), admitted.ranges()));
        });
    }
}
