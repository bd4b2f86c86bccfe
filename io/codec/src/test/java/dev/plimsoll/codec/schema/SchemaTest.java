package dev.plimsoll.codec.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.codec.schema.Shape.ListRule;
import dev.plimsoll.codec.trees.Trees;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tables of types say what the API documents: merge keys, list types, fields. */
class SchemaTest {
    private static final Schema SCHEMA = Schema.bundled();

    @ParameterizedTest(name = "{0} {1}: owners {2}, patches {3}")
    @CsvSource(delimiter = '|', textBlock = """
            Pod        | spec.containers                | name                          | name
            Pod        | spec.initContainers            | name                          | name
            Pod        | spec.ephemeralContainers       | name                          | name
            Pod        | spec.containers.ports          | containerPort,protocol        | containerPort
            Pod        | spec.containers.env            | name                          | name
            Pod        | spec.containers.volumeMounts   | mountPath                     | mountPath
            Pod        | spec.containers.volumeDevices  | devicePath                    | devicePath
            Pod        | spec.containers.resizePolicy   | atomic                        | replaced
            Pod        | spec.containers.command        | atomic                        | replaced
            Pod        | spec.volumes                   | name                          | name
            Pod        | spec.tolerations               | atomic                        | replaced
            Pod        | spec.imagePullSecrets          | name                          | name
            Pod        | spec.hostAliases               | ip                            | ip
            Pod        | spec.topologySpreadConstraints | topologyKey,whenUnsatisfiable | topologyKey
            Pod        | spec.resourceClaims            | name                          | name
            Pod        | spec.schedulingGates           | name                          | name
            Pod        | metadata.ownerReferences       | uid                           | uid
            Pod        | metadata.finalizers            | set                           | values
            Pod        | status.conditions              | type                          | type
            Pod        | status.podIPs                  | ip                            | ip
            Pod        | status.hostIPs                 | atomic                        | ip
            Pod        | status.containerStatuses       | atomic                        | replaced
            Pod        | status.resources.claims        | name                          | replaced
            Node       | status.addresses               | type                          | type
            Node       | status.conditions              | type                          | type
            Node       | spec.taints                    | atomic                        | replaced
            Node       | spec.podCIDRs                  | set                           | values
            Service    | spec.ports                     | port,protocol                 | port
            Namespace  | status.conditions              | type                          | type
            """)
    void lists(String kind, String path, String owners, String patches) {
        var field = field(SCHEMA.find("v1", kind).orElseThrow(), path);
        var rule = ((Shape.ListOf) field.shape()).rule();
        assertThat(
                        switch (rule) {
                            case ListRule.Atomic() -> "atomic";
                            case ListRule.AsSet() -> "set";
                            case ListRule.Keyed(var keys) ->
                                String.join(
                                        ",",
                                        keys.stream().map(ListRule.Key::name).toList());
                        })
                .isEqualTo(owners);
        var patch = field.patch();
        assertThat(!patch.merges() ? "replaced" : patch.mergeKey().isEmpty() ? "values" : patch.mergeKey())
                .isEqualTo(patches);
    }

    @ParameterizedTest(name = "{0} {1} is one thing: {2}")
    @CsvSource({
        "Pod, spec.nodeSelector, true",
        "Pod, spec.affinity, false",
        "Pod, spec.containers.resources.requests, false",
        "Pod, metadata.labels, false",
        "Service, spec.selector, true",
        "ConfigMap, data, false",
    })
    void maps(String kind, String path, boolean atomic) {
        assertThat(field(SCHEMA.find("v1", kind).orElseThrow(), path).shape().isAtomic())
                .isEqualTo(atomic);
    }

    private static SchemaField field(KindShape kind, String path) {
        Shape shape = kind.shape();
        var names = path.split("\\.", -1);
        for (var i = 0; ; i++) {
            var struct = (Shape.Struct) (shape instanceof Shape.ListOf list ? list.element() : shape);
            if (!struct.knows(names[i])) throw new AssertionError("no field " + names[i] + " in " + struct.name());
            if (i == names.length - 1) return struct.field(names[i]);
            shape = struct.member(names[i]);
        }
    }

    @Test
    void everyKindHasMetadata() {
        assertThat(SCHEMA.kinds()).hasSizeGreaterThan(75);
        assertThat(SCHEMA.kinds()).allMatch(kind -> kind.shape().knows("metadata"));
    }

    @Test
    void aBlankPodHasWhatEveryPodHas() {
        var blank = SCHEMA.find("v1", "Pod").orElseThrow().blank();
        assertThat(blank)
                .isEqualTo(Trees.object("{apiVersion:'v1',kind:'Pod',metadata:{},spec:{containers:null},status:{}}"));
    }

    @Test
    void ofAnUnknownKindOnlyTheMetadataAreKnown() {
        var kind = SCHEMA.shapeOf("example.com/v1", "Thing");
        assertThat(kind.knowsItsFields()).isFalse();
        assertThat(kind.takesStrategicPatches()).isFalse();
        assertThat(((Shape.Struct) kind.shape().member("metadata")).simpleName())
                .isEqualTo("ObjectMeta");
        assertThat(kind.shape().member("spec")).isEqualTo(Shape.Free.INSTANCE);
    }
}
