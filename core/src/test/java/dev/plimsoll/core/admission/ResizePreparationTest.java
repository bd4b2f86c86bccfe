package dev.plimsoll.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.admission.ResizePreparation.Sent;
import dev.plimsoll.core.admission.ResizePreparation.Stored;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodSpecBuilder;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResizePolicy;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is taken from a request to {@code /resize}: api.md §4.2, and §10.2 where a gate is off. */
// Acceptance of KEP-1287: subresource-fields
class ResizePreparationTest {
    private static final FeatureGates ON = FeatureGates.DEFAULT;
    private static final FeatureGates NO_POD_LEVEL_RESIZE =
            ON.with(Gate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING, false);
    private static final FeatureGates FIX_OFF = ON.with(Gate.POD_LEVEL_RESOURCES_FIX_DEFAULTING, false);
    private static final FeatureGates POD_LEVEL_OFF = NO_POD_LEVEL_RESIZE
            .with(Gate.POD_LEVEL_RESOURCES_FIX_DEFAULTING, false)
            .with(Gate.POD_LEVEL_RESOURCES, false);

    record Row(String sentence, FeatureGates gates, PodSpec stored, PodSpec sent, PodSpec expected) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    private static Row row(String sentence, PodSpecBuilder stored, PodSpecBuilder sent, PodSpecBuilder expected) {
        return under(ON, sentence, stored, sent, expected);
    }

    private static Row under(
            FeatureGates gates, String sentence, PodSpecBuilder stored, PodSpecBuilder sent, PodSpecBuilder expected) {
        return new Row(sentence, gates, stored.build(), sent.build(), expected.build());
    }

    private static PodSpecBuilder one(String requests, String limits) {
        return PodSpec.builder().container("c", requests, limits);
    }

    private static PodSpecBuilder level(String requests, String limits) {
        return one("cpu=400m", "").podLevel(requests, limits);
    }

    static Stream<Row> rows() {
        return Stream.of(
                row("§4.2.2 resources are taken", one("cpu=1", "cpu=2"), one("cpu=2", "cpu=2"), one("cpu=2", "cpu=2")),
                row(
                        "§4.2.2 resizePolicy is taken",
                        one("cpu=1", ""),
                        PodSpec.builder().container(withPolicy("cpu=1")),
                        PodSpec.builder().container(withPolicy("cpu=1"))),
                row(
                        "KEP-1287 version skew: a client that does not know resizePolicy does not clear it",
                        PodSpec.builder().container(withPolicy("cpu=1")),
                        one("cpu=1", ""),
                        PodSpec.builder().container(withPolicy("cpu=1"))),
                row(
                        "KEP-1287 version skew: such a client may resize",
                        PodSpec.builder().container(withPolicy("cpu=1")),
                        one("cpu=2", ""),
                        PodSpec.builder().container(withPolicy("cpu=2"))),
                row(
                        "§4.2 a limit added to a container with no request for it also adds the request",
                        one("memory=1Gi", ""),
                        one("memory=1Gi", "cpu=1"),
                        one("cpu=1,memory=1Gi", "cpu=1")),
                row(
                        "§4.2 a removed request whose limit remains reappears as the limit",
                        one("cpu=500m", "cpu=1"),
                        one("", "cpu=1"),
                        one("cpu=1", "cpu=1")),
                row(
                        "§4.2.5 everything else sent is ignored silently",
                        one("cpu=1", ""),
                        one("cpu=1", "").overhead("cpu=5").os("linux").restartPolicy("Never"),
                        one("cpu=1", "")),
                row(
                        "§4.2.1 another number of containers is taken as sent",
                        one("cpu=1", ""),
                        one("cpu=1", "").container("d", "cpu=1", ""),
                        one("cpu=1", "").container("d", "cpu=1", "")),
                row(
                        "§4.2.2 another name: that whole list is taken as sent",
                        one("cpu=1", "").initContainer("i", "cpu=1", ""),
                        PodSpec.builder().container("d", "cpu=2", "").initContainer("i", "cpu=3", ""),
                        PodSpec.builder().container("d", "cpu=2", "").initContainer("i", "cpu=3", "")),
                row(
                        "§4.2.3 spec.resources is taken",
                        level("cpu=1", "cpu=2"),
                        level("cpu=1", "cpu=4"),
                        level("cpu=1", "cpu=4")),
                under(
                        NO_POD_LEVEL_RESIZE,
                        "§4.2.3 [OFF InPlacePodLevelResourcesVerticalScaling] the stored value stays",
                        level("cpu=1", "cpu=2"),
                        level("cpu=1", "cpu=4"),
                        level("cpu=1", "cpu=2")),
                row(
                        "§4.2.6 null over non-null: stored copied back",
                        level("cpu=1", "cpu=2"),
                        one("cpu=400m", ""),
                        level("cpu=1", "cpu=2")),
                row(
                        "§4.2.6 then PLR defaulting on the new containers",
                        level("cpu=1", "cpu=2"),
                        one("cpu=400m,memory=1Gi", "memory=1Gi"),
                        one("cpu=400m,memory=1Gi", "memory=1Gi").podLevel("cpu=1,memory=1Gi", "cpu=2,memory=1Gi")),
                under(
                        FIX_OFF,
                        "§4.2.6 [OFF fix gate] null stays null",
                        level("cpu=1", "cpu=2"),
                        one("cpu=400m", ""),
                        one("cpu=400m", "")),
                row(
                        "§4.3 {} over non-empty is a removal, not restored",
                        level("cpu=1", "cpu=2"),
                        one("cpu=400m", "").podLevel(ResourceRequirements.EMPTY),
                        one("cpu=400m", "").podLevel(ResourceRequirements.EMPTY)),
                under(
                        POD_LEVEL_OFF,
                        "§10.2 [OFF PodLevelResources] a stored PLR in use stays and is ignored",
                        level("cpu=1", "cpu=2"),
                        one("cpu=800m", "").podLevel("cpu=1", "cpu=2"),
                        one("cpu=800m", "").podLevel("cpu=1", "cpu=2")),
                under(
                        POD_LEVEL_OFF,
                        "§10.2 [OFF PodLevelResources] PLR in a resize of a pod without PLR is ignored",
                        one("cpu=1", ""),
                        one("cpu=2", "").podLevel("cpu=1", "cpu=2"),
                        one("cpu=2", "")));
    }

    private static Container withPolicy(String requests) {
        return Container.of("c", ResourceRequirements.parse(requests, ""))
                .withResizePolicy(List.of(new ResizePolicy("cpu", "NotRequired")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void taken(Row row) {
        var resized =
                ResizePreparation.under(row.gates()).apply(new Stored(pod(row.stored())), new Sent(pod(row.sent())));
        assertThat(resized.spec()).isEqualTo(row.expected());
        var changed = !row.expected().equals(row.stored());
        assertThat(resized.metadata().generation()).isEqualTo(changed ? 8 : 7);
    }

    private static Pod pod(PodSpec spec) {
        return Pod.of("web", spec).withMetadata(ObjectMeta.named("web").withGeneration(7));
    }

    record Same(String sentence, PodSpec stored, PodSpec sent) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    private static PodSpec container(ResourceRequirements resources) {
        return PodSpec.builder().container(Container.of("c", resources)).build();
    }

    static Stream<Same> same() {
        var claimless = new ResourceRequirements(true, ResourceAmounts.EMPTY, ResourceAmounts.ABSENT, true, List.of());
        return Stream.of(
                new Same(
                        "numbers compared",
                        one("cpu=1000m", "").build(),
                        one("cpu=1", "").build()),
                new Same(
                        "null = empty: resources of a container {} over absent",
                        container(ResourceRequirements.ABSENT),
                        container(ResourceRequirements.EMPTY)),
                new Same(
                        "null = empty: resources of a container absent over {}",
                        container(ResourceRequirements.EMPTY),
                        container(ResourceRequirements.ABSENT)),
                new Same(
                        "null = empty: an empty list of requests",
                        container(ResourceRequirements.EMPTY),
                        container(ResourceRequirements.parse("", ""))),
                new Same(
                        "null = empty: an empty list of claims",
                        container(ResourceRequirements.EMPTY),
                        container(claimless)),
                new Same(
                        "null = empty: an empty list of claims in an init container",
                        one("", "")
                                .initContainer(Container.of("i", ResourceRequirements.EMPTY))
                                .build(),
                        one("", "").initContainer(Container.of("i", claimless)).build()));
    }

    @ParameterizedTest(name = "§4.2.8 generation stays: {0}")
    @MethodSource("same")
    void identical(Same row) {
        var stored = pod(row.stored());
        assertThat(ResizePreparation.DEFAULT.apply(new Stored(stored), new Sent(pod(row.sent()))))
                .isEqualTo(stored);
    }

    @Test
    void statusLabelsAndAnnotationsAreTheStoredOnes() {
        var stored = pod(one("cpu=1", "").build());
        var metadata = new ObjectMeta("other", "", "x", "u", 99, Map.of("a", "b"), Map.of("c", "d"), null);
        var sent = new Pod(metadata, one("cpu=2", "").build(), PodStatus.NONE.withQosClass("Guaranteed"));
        var resized = ResizePreparation.DEFAULT.apply(new Stored(stored), new Sent(sent));
        assertThat(resized.status()).isEqualTo(stored.status());
        assertThat(resized.metadata()).isEqualTo(stored.metadata().withGeneration(8));
    }
}
