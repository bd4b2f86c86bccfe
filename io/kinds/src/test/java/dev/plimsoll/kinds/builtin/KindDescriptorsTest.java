package dev.plimsoll.kinds.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.codec.apply.FieldSet;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.strategy.ResetFields;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: kinds-served
/** What a kind is, is written down once: everything that is found by a kind's name is found for every kind. */
class KindDescriptorsTest {
    /** Groups that Kubernetes itself does not serve, or serves as JSON only. */
    private static final List<String> WITHOUT_PROTOBUF = List.of("autoscaling.k8s.io", "metrics.k8s.io");

    private static final List<KindDescriptor> ALL = Kinds.descriptors();

    private static Kind kind(String name) {
        return ALL.stream()
                .map(KindDescriptor::kind)
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @DisplayName("every kind has fields, a strategy and, where Kubernetes has one, a message")
    void complete() {
        var strategies = new Strategies(Schema.bundled(), FeatureGates.DEFAULT, () -> Instant.EPOCH);
        for (var each : ALL) {
            assertThat(strategies.shape(each.kind()))
                    .as("fields of %s", each.kind())
                    .isNotNull();
            assertThat(strategies.of(each.kind()))
                    .as("strategy of %s", each.kind())
                    .isNotNull();
            assertThat(each.message().isPresent())
                    .as("%s has a message", each.kind())
                    .isEqualTo(!WITHOUT_PROTOBUF.contains(each.kind().group()));
        }
    }

    @Test
    @DisplayName("what programs read a kind as has the kind's names and scope")
    void objects() {
        for (var each : ALL) {
            var resource = each.object().resource();
            assertThat(List.of(resource.apiVersion(), resource.kind(), resource.plural()))
                    .containsExactly(
                            each.kind().apiVersion(),
                            each.kind().name(),
                            each.kind().plural());
        }
        assertThat(ALL.stream().map(each -> each.object().type()).distinct().count())
                .as("types of objects")
                .isGreaterThan(20);
    }

    @Test
    @DisplayName("no kind is described twice")
    void once() {
        var seen = new HashSet<String>();
        for (var each : ALL)
            assertThat(seen.add(each.kind().toString())).as("%s", each.kind()).isTrue();
    }

    @Test
    @DisplayName("a write to a resource owns only what it can change")
    void resetFields() {
        var fields = FieldSet.path("spec", "x")
                .union(FieldSet.path("status", "y"))
                .union(FieldSet.path("metadata", "labels"));
        assertThat(ResetFields.of(kind("Pod"), "").apply(fields).paths())
                .containsExactly(".metadata.labels", ".spec.x");
        assertThat(ResetFields.of(kind("Pod"), "status").apply(fields).paths())
                .containsExactly(".metadata.labels", ".status.y");
        assertThat(ResetFields.of(kind("Deployment"), "status").apply(fields).paths())
                .containsExactly(".status.y");
        assertThat(ResetFields.of(kind("Lease"), "").apply(fields)).isEqualTo(fields);
        assertThat(ResetFields.of(kind("Pod"), "resize").apply(fields).isEmpty())
                .isTrue();
    }
}
