package dev.plimsoll.codec.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

// Acceptance of Kubernetes clients: templates
class PodTemplatesTest {
    private static final String TEMPLATE = "{metadata: {labels: {a: b}}, spec: {containers: []}}";
    private static final String IN_SPEC = "metadata: {name: web}\nspec: {template: " + TEMPLATE + "}\n";

    record Row(String sentence, String text, String expected) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    static Stream<Row> found() {
        return Stream.of(
                new Row("a Pod is its own pod", "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n", "POD pod/a ''"),
                new Row(
                        "a Pod may leave its name to the server",
                        "apiVersion: v1\nkind: Pod\nmetadata: {generateName: a-}\n",
                        "POD pod/a- ''"),
                new Row("a Pod without a name is unnamed", "apiVersion: v1\nkind: Pod\n", "POD pod/(unnamed) ''"),
                new Row(
                        "a Pod whose name is no text is unnamed",
                        "apiVersion: v1\nkind: Pod\nmetadata: {name: 1}\n",
                        "POD pod/(unnamed) ''"),
                new Row(
                        "a PodTemplate holds a template",
                        "apiVersion: v1\nkind: PodTemplate\nmetadata: {name: web}\ntemplate: " + TEMPLATE,
                        "TEMPLATE podtemplate/web 'template.'"),
                new Row(
                        "a Deployment holds a template",
                        "apiVersion: apps/v1\nkind: Deployment\n" + IN_SPEC,
                        "TEMPLATE deployment/web 'spec.template.'"),
                new Row(
                        "a ReplicaSet holds a template",
                        "apiVersion: apps/v1\nkind: ReplicaSet\n" + IN_SPEC,
                        "TEMPLATE replicaset/web 'spec.template.'"),
                new Row(
                        "a ReplicationController holds a template",
                        "apiVersion: v1\nkind: ReplicationController\n" + IN_SPEC,
                        "TEMPLATE replicationcontroller/web 'spec.template.'"),
                new Row(
                        "a StatefulSet holds a template",
                        "apiVersion: apps/v1\nkind: StatefulSet\n" + IN_SPEC,
                        "TEMPLATE statefulset/web 'spec.template.'"),
                new Row(
                        "a DaemonSet holds a template",
                        "apiVersion: apps/v1\nkind: DaemonSet\n" + IN_SPEC,
                        "TEMPLATE daemonset/web 'spec.template.'"),
                new Row(
                        "a Job holds a template",
                        "apiVersion: batch/v1\nkind: Job\n" + IN_SPEC,
                        "TEMPLATE job/web 'spec.template.'"),
                new Row(
                        "a CronJob holds the template of its jobs",
                        "apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: web}\nspec: {jobTemplate: {spec: {template: "
                                + TEMPLATE + "}}}\n",
                        "TEMPLATE cronjob/web 'spec.jobTemplate.spec.template.'"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void found(Row row) {
        var pod = pod(row.text());
        assertEquals(row.expected(), pod.origin() + " " + pod.displayName() + " '" + pod.prefix() + "'");
        assertEquals("v1", pod.pod().path("apiVersion").asText());
        assertEquals("Pod", pod.pod().path("kind").asText());
    }

    @Test
    void aTemplateGivesItsOwnMetadataAndSpec() {
        var pod = pod("apiVersion: apps/v1\nkind: Deployment\n" + IN_SPEC).pod();
        var expected = "{'apiVersion':'v1','kind':'Pod','metadata':{'labels':{'a':'b'}},'spec':{'containers':[]}}";
        assertEquals(expected.replace('\'', '"'), pod.toString());
    }

    @Test
    void aTemplateWithoutMetadataGivesNone() {
        var pod = pod("apiVersion: v1\nkind: PodTemplate\ntemplate: {metadata: null, spec: {}, other: 1}\n")
                .pod();
        assertEquals("{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"spec\":{}}", pod.toString());
    }

    @Test
    void aPodGivesAllThatItHolds() {
        var manifest = Loads.one("apiVersion: v1\nkind: Pod\nspec: {a: 1}\nstatus: {phase: Running}\n");
        var pod = pod("apiVersion: v1\nkind: Pod\nspec: {a: 1}\nstatus: {phase: Running}\n");
        assertEquals(manifest.document(), pod.pod());
    }

    static Stream<Row> refused() {
        return Stream.of(
                new Row(
                        "another kind is named, with those that work",
                        "apiVersion: v1\nkind: Service\n",
                        "f.yaml:2:1: kind \"Service\" holds no pod; these do: Pod, PodTemplate, Deployment, ReplicaSet, ReplicationController, StatefulSet, DaemonSet, Job, CronJob"),
                new Row(
                        "a kind of another group is not the one it is named like",
                        "apiVersion: apps.example.com/v1\nkind: DaemonSet\n" + IN_SPEC,
                        "f.yaml:1:1: DaemonSet is read in apiVersion apps/v1, not in \"apps.example.com/v1\""),
                new Row(
                        "a spec that is a text is shown",
                        "apiVersion: v1\nkind: Pod\nspec: hello\n",
                        "f.yaml:3:1: spec must be an object, but it is a text"),
                new Row(
                        "metadata that is a list is shown",
                        "apiVersion: v1\nkind: Pod\nmetadata: []\n",
                        "f.yaml:3:1: metadata must be an object, but it is a list"),
                new Row(
                        "a workload without spec is shown",
                        "apiVersion: apps/v1\nkind: Deployment\n",
                        "f.yaml:1:1: spec is missing"),
                new Row(
                        "a workload whose spec is empty is shown",
                        "apiVersion: apps/v1\nkind: Deployment\nspec:\n",
                        "f.yaml:3:1: spec is missing"),
                new Row(
                        "a workload without template is shown at its spec",
                        "apiVersion: apps/v1\nkind: Deployment\nspec:\n  replicas: 1\n",
                        "f.yaml:3:1: spec.template is missing"),
                new Row(
                        "a template that is a number is shown",
                        "apiVersion: apps/v1\nkind: Deployment\nspec:\n  template: 3\n",
                        "f.yaml:4:3: spec.template must be an object, but it is a number"),
                new Row(
                        "a template's spec that is true is shown",
                        "apiVersion: apps/v1\nkind: Deployment\nspec:\n  template:\n    spec: true\n",
                        "f.yaml:5:5: spec.template.spec must be an object, but it is true"),
                new Row(
                        "a CronJob's template is shown by its whole path",
                        "apiVersion: batch/v1\nkind: CronJob\nspec:\n  jobTemplate:\n    spec:\n      template: []\n",
                        "f.yaml:6:7: spec.jobTemplate.spec.template must be an object, but it is a list"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void refused(Row row) {
        var line = switch (PodTemplates.extract(Loads.one(row.text()))) {
            case Extraction.Extracted(var pod) -> pod.displayName();
            case Extraction.Refused(var problem) -> problem.line();
        };
        assertEquals(row.expected(), line);
    }

    @Test
    void fieldsOfThePodAreShownInTheWorkload() {
        var pod = pod(
                "apiVersion: apps/v1\nkind: Deployment\nspec:\n  template:\n    spec:\n      containers:\n      - name: a\n");
        assertEquals("7:9", pod.positionOf("spec.containers[0].name").toString());
        assertEquals(
                "f.yaml:7:9: no", pod.problem("spec.containers[0].name", "no").line());
    }

    @Test
    void changingThePodLeavesTheDocumentAlone() {
        var pod = pod("apiVersion: v1\nkind: Pod\nspec: {containers: []}\n");
        ((ObjectNode) pod.pod().path("spec")).put("changed", true);
        assertFalse(pod.manifest().document().path("spec").has("changed"));
    }

    private static EmbeddedPod pod(String text) {
        return switch (PodTemplates.extract(Loads.one(text))) {
            case Extraction.Extracted(var pod) -> pod;
            case Extraction.Refused(var problem) -> throw new AssertionError(problem.line());
        };
    }
}
