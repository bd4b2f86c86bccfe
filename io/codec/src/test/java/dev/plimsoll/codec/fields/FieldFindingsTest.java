package dev.plimsoll.codec.fields;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plimsoll.codec.json.ReadJson;
import dev.plimsoll.codec.json.StrictJson;
import dev.plimsoll.codec.json.Trail;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.codec.schema.Shape;
import dev.plimsoll.codec.trees.RandomTrees;
import dev.plimsoll.codec.trees.Trees;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spec 11.4: unknown and duplicate fields; and values of the wrong type. */
class FieldFindingsTest {
    private static final KindShape POD = Schema.bundled().find("v1", "Pod").orElseThrow();

    private static FieldFindings findings(String text, KindShape kind) {
        return FieldFindings.of(Trees.json(text), List.of(), kind);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            {spec:{nonsense:1}}                                  | unknown field "spec.nonsense"
            {spec:{containers:[{name:'a'},{nam:'b'}]}}           | unknown field "spec.containers[1].nam"
            {foo:1,spec:{bar:{x:1}}}                             | unknown field "foo", unknown field "spec.bar"
            {spec:{volumes:[{name:'v',emptyDir:{},hostpath:{}}]}}| unknown field "spec.volumes[0].hostpath"
            {metadata:{labels:{anything:'goes'}}}                |
            {spec:{resources:{requests:{cpu:'1'},limit:{}}}}     | unknown field "spec.resources.limit"
            {status:{resize:'x',allocatedResources:{},resources:{}}} |
            {spec:{containers:[{livenessProbe:{httpGet:{port:80},grpc:{}}}]}} |
            {spec:{Containers:[]}}                               | unknown field "spec.Containers"
            """)
    void unknownFields(String text, String expected) {
        assertThat(String.join(", ", findings(text, POD).messages())).isEqualTo(expected == null ? "" : expected);
    }

    @Test
    void duplicatesStandWhereTheyAre() {
        var body = "{\"spec\":{\"x\":1,\"hostname\":\"a\",\"hostname\":\"b\"}}".getBytes(StandardCharsets.UTF_8);
        if (!(new StrictJson().read(body) instanceof ReadJson.Tree(var root, var duplicates)))
            throw new AssertionError();
        assertThat(FieldFindings.of(root, duplicates, POD).messages())
                .containsExactly("unknown field \"spec.x\"", "duplicate field \"spec.hostname\"");
    }

    @Test
    void refusalsAndWarningsAreAsRecorded() {
        var findings = findings("{spec:{nonsense:1}}", POD);
        assertThat(findings.refusal())
                .isEqualTo("Pod in version \"v1\" cannot be handled as a Pod: strict decoding error: unknown field"
                        + " \"spec.nonsense\"");
        assertThat(findings.warnings()).containsExactly("299 - \"unknown field \\\"spec.nonsense\\\"\"");
    }

    @Test
    void kindsWithoutASchemaHaveNoUnknownFields() {
        assertThat(findings("{spec:{nonsense:1}}", Schema.bundled().shapeOf("example.com/v1", "Thing"))
                        .isEmpty())
                .isTrue();
    }

    @Test
    void documentsOfAKindHaveNeitherUnknownFieldsNorWrongTypes() {
        var trees = new RandomTrees(61);
        for (var kind : Schema.bundled().kinds()) {
            for (var i = 0; i < 50; i++) {
                assertThat(FieldFindings.of(trees.document(kind), List.of(), kind)
                                .messages())
                        .isEmpty();
            }
        }
    }

    @Test
    void anyDocumentIsChecked() {
        var trees = new RandomTrees(62);
        var duplicates = List.of(Trail.ROOT.member("spec").member("a"), Trail.ROOT.member("a"));
        for (var i = 0; i < 10_000; i++) {
            var document = trees.anything(6);
            assertThat(FieldFindings.of(document, duplicates, POD)).isNotNull();
            assertThat(TypeMismatch.first(document, POD)).isNotNull();
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            {spec:{containers:'x'}}           | json: cannot unmarshal string into Go struct field PodSpec.spec.containers of type []v1.Container
            {spec:{containers:['x']}}         | json: cannot unmarshal string into Go struct field PodSpec.spec.containers of type v1.Container
            {spec:'x'}                        | json: cannot unmarshal string into Go struct field Pod.spec of type v1.PodSpec
            {metadata:{labels:{a:1}}}         | json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string
            {metadata:{labels:[]}}            | json: cannot unmarshal array into Go struct field ObjectMeta.metadata.labels of type map[string]string
            {spec:{priority:1.5}}             | json: cannot unmarshal number 1.5 into Go struct field PodSpec.spec.priority of type int32
            {spec:{priority:3000000000}}      | json: cannot unmarshal number 3000000000 into Go struct field PodSpec.spec.priority of type int32
            {spec:{priority:'1'}}             | json: cannot unmarshal string into Go struct field PodSpec.spec.priority of type int32
            {spec:{hostNetwork:'yes'}}        | json: cannot unmarshal string into Go struct field PodSpec.spec.hostNetwork of type bool
            {spec:{resources:{limits:1}}}     | json: cannot unmarshal number into Go struct field ResourceRequirements.spec.resources.limits of type v1.ResourceList
            {spec:{resources:{limits:{cpu:'x'}}}} | quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'
            {spec:{restartPolicy:1}}          | json: cannot unmarshal number into Go struct field PodSpec.spec.restartPolicy of type v1.RestartPolicy
            {spec:{containers:[{livenessProbe:{httpGet:1}}]}} | json: cannot unmarshal number into Go struct field Probe.spec.containers.livenessProbe.ProbeHandler.httpGet of type v1.HTTPGetAction
            {spec:{containers:[{livenessProbe:{httpGet:{port:true}}}]}} | json: cannot unmarshal bool into Go struct field HTTPGetAction.spec.containers.livenessProbe.ProbeHandler.httpGet.port of type int32
            {spec:{volumes:[{emptyDir:[]}]}}  | json: cannot unmarshal array into Go struct field Volume.spec.volumes.VolumeSource.emptyDir of type v1.EmptyDirVolumeSource
            {metadata:{uid:1}}                | json: cannot unmarshal number into Go struct field ObjectMeta.metadata.uid of type types.UID
            {spec:1,metadata:{annotations:1,labels:1}} | json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type map[string]string
            {metadata:1,spec:{resources:{limits:{cpu:'x'}}}} | quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'
            {status:{startTime:1}}            | json: cannot unmarshal number into Go struct field PodStatus.status.startTime of type string
            {status:{startTime:'x'}}          | parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"
            []                                | json: cannot unmarshal array into Go value of type v1.Pod
            {spec:{containers:null}}          |
            {spec:{resources:{limits:{cpu:2}}}}   |
            """)
    void wrongTypes(String text, String expected) {
        assertThat(TypeMismatch.first(Trees.json(text), POD).orElse("")).isEqualTo(expected == null ? "" : expected);
    }

    @Test
    @DisplayName(
            "types that share a name are told apart by their package, and those of other groups keep their version")
    void packages() {
        assertThat(mismatch("flowcontrol.apiserver.k8s.io/v1", "FlowSchema", "{spec:{rules:[{subjects:[{kind:1}]}]}}"))
                .endsWith("Subject.spec.rules.subjects.kind of type v1.SubjectKind");
        assertThat(mismatch("rbac.authorization.k8s.io/v1", "RoleBinding", "{subjects:[{kind:1}]}"))
                .endsWith("Subject.subjects.kind of type string");
        assertThat(mismatch("autoscaling/v2", "HorizontalPodAutoscaler", "{spec:{metrics:[{type:1}]}}"))
                .endsWith("of type v2.MetricSourceType");
        assertThat(mismatch("autoscaling/v2", "HorizontalPodAutoscaler", "{spec:{metrics:[{resource:{name:1}}]}}"))
                .endsWith("of type v1.ResourceName");
    }

    private static String mismatch(String apiVersion, String kind, String text) {
        var shape = Schema.bundled().find(apiVersion, kind).orElseThrow();
        return TypeMismatch.first(Trees.json(text), shape).orElseThrow();
    }

    @Test
    @DisplayName("values that Go cannot tell from none")
    void zeroValues() {
        var spec = (Shape.Struct) POD.shape().member("spec");
        var nodes = JsonNodeFactory.instance;
        assertThat(ZeroValues.isNone(spec, "nodeName", nodes.textNode(""))).isTrue();
        assertThat(ZeroValues.isNone(spec, "nodeName", nodes.textNode("n"))).isFalse();
        assertThat(ZeroValues.isNone(spec, "runtimeClassName", nodes.textNode("")))
                .isFalse();
        assertThat(ZeroValues.isNone(spec, "hostNetwork", nodes.booleanNode(false)))
                .isTrue();
        assertThat(ZeroValues.isNone(spec, "enableServiceLinks", nodes.booleanNode(false)))
                .isFalse();
        assertThat(ZeroValues.isNone(spec, "terminationGracePeriodSeconds", nodes.numberNode(0)))
                .isFalse();
    }

    @Test
    @DisplayName("every name in the table of Go names is one of a field")
    void namesAreOfFields() {
        assertThat(GoNames.bundled().unknown(Schema.bundled().kinds())).isEmpty();
    }

    @Test
    void secretsHoldBase64() {
        var secret = Schema.bundled().find("v1", "Secret").orElseThrow();
        assertThat(TypeMismatch.first(Trees.json("{data:{a:'aGk='}}"), secret)).isEmpty();
        assertThat(TypeMismatch.first(Trees.json("{data:{a:'!'}}"), secret))
                .contains("illegal base64 data at input byte 0");
    }
}
