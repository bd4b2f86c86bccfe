package dev.plimsoll.testkit.property;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.admission.Defaulted.Addition;
import dev.plimsoll.core.admission.PodCreation;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.testkit.gen.Gen;
import dev.plimsoll.testkit.gen.PodGen;
import dev.plimsoll.testkit.gen.Quantities;
import dev.plimsoll.testkit.gen.Samples;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

// Acceptance of KEP-2837: flexible
class DefaultingPropertyTest {
    private static final Samples SAMPLES = Samples.of(5_000);
    private static final Gen<PodSpec> SPECS = Gen.anyOf(
            PodGen.soundSpecs(), PodGen.anySpecs(Quantities.amounts()), PodGen.anySpecs(Quantities.quantities()));
    private static final List<PodCreation> CREATIONS = List.of(
            PodCreation.DEFAULT,
            PodCreation.under(FeatureGates.DEFAULT.with(Gate.POD_LEVEL_RESOURCES_FIX_DEFAULTING, false)));

    @Test
    void requestsStayWithinLimits() {
        SAMPLES.check(PodGen.soundSpecs(), spec -> {
            for (var creation : CREATIONS) {
                var after = creation.apply(spec).spec();
                sets(after).values().forEach(DefaultingPropertyTest::assertWithinLimits);
            }
        });
    }

    @Test
    void requestsOfContainersStayWithinLimitsWhateverThePodLevelSays() {
        SAMPLES.check(SPECS, spec -> {
            var before = sets(spec);
            for (var creation : CREATIONS) {
                sets(creation.apply(spec).spec()).forEach((path, resources) -> {
                    var held = !path.equals("spec.resources") && isWithinLimits(before.get(path));
                    if (held) assertWithinLimits(resources);
                });
            }
        });
    }

    private static boolean isWithinLimits(ResourceRequirements resources) {
        return resources.requests().names().stream()
                .filter(resources.limits()::contains)
                .noneMatch(name -> resources
                        .requests()
                        .amount(name)
                        .isGreaterThan(resources.limits().amount(name)));
    }

    private static void assertWithinLimits(ResourceRequirements resources) {
        assertThat(isWithinLimits(resources)).as("%s", resources).isTrue();
    }

    @Test
    void defaultsOfDefaultsAreNone() {
        SAMPLES.check(SPECS, spec -> {
            for (var creation : CREATIONS) {
                var once = creation.apply(spec).spec();
                var twice = creation.apply(once);
                assertThat(twice.additions()).isEmpty();
                assertThat(twice.spec()).isEqualTo(once);
            }
        });
    }

    @Test
    void additionsAreExactlyTheDifferenceAndNothingGivenChanges() {
        SAMPLES.check(SPECS, spec -> {
            for (var creation : CREATIONS) {
                var defaulted = creation.apply(spec);
                var expected = texts(spec);
                for (var addition : defaulted.additions()) {
                    assertThat(expected.put(key(addition), addition.quantity().toString()))
                            .as("%s", addition)
                            .isNull();
                }
                assertThat(texts(defaulted.spec())).isEqualTo(expected);
            }
        });
    }

    @Test
    void nothingButResourcesChanges() {
        SAMPLES.check(SPECS, spec -> {
            for (var creation : CREATIONS) {
                var after = creation.apply(spec).spec();
                assertThat(bare(after)).isEqualTo(bare(spec));
            }
        });
    }

    private static PodSpec bare(PodSpec spec) {
        return spec.withResources(ResourceRequirements.ABSENT)
                .mappingContainers(container -> container.withResources(ResourceRequirements.ABSENT));
    }

    private static String key(Addition addition) {
        return addition.path() + "[" + addition.name() + "]";
    }

    /** Every set of requests and limits with its path. */
    static Map<String, ResourceRequirements> sets(PodSpec spec) {
        var sets = new TreeMap<String, ResourceRequirements>();
        sets.put("spec.resources", spec.resources());
        for (var i = 0; i < spec.containers().size(); i++) {
            sets.put(
                    "spec.containers[" + i + "].resources",
                    spec.containers().get(i).resources());
        }
        for (var i = 0; i < spec.initContainers().size(); i++) {
            sets.put(
                    "spec.initContainers[" + i + "].resources",
                    spec.initContainers().get(i).resources());
        }
        return sets;
    }

    /** Every entry with its path, as text, so that a change of form is a change too. */
    static Map<String, String> texts(PodSpec spec) {
        var texts = new TreeMap<String, String>();
        sets(spec).forEach((path, resources) -> {
            put(path + ".requests", resources.requests(), texts);
            put(path + ".limits", resources.limits(), texts);
        });
        return texts;
    }

    private static void put(String path, ResourceAmounts amounts, Map<String, String> texts) {
        for (var name : amounts.names())
            texts.put(path + "[" + name + "]", amounts.amount(name).toString());
    }
}
