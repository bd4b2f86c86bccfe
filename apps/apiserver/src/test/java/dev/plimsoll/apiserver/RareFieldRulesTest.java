package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

// Acceptance of Kubernetes clients: kinds-rules
/** Rules of fields that few objects have. */
@SuppressWarnings("NullAway.Init") // JUnit fills the field
class RareFieldRulesTest {
    private static TestServer server;

    @BeforeAll
    static void start() {
        server = new TestServer();
    }

    @AfterAll
    static void stop() {
        assertThat(server.defects()).isEmpty();
        server.close();
    }

    /** @param complaint part of the answer; empty if the object is accepted */
    record Row(String kind, String content, String complaint) {
        @Override
        public String toString() {
            return kind + ": " + (complaint.isEmpty() ? "accepted: " + content : complaint);
        }

        String path() {
            return switch (kind) {
                case "Pod" -> "/api/v1/namespaces/default/pods";
                case "ConfigMap" -> "/api/v1/namespaces/default/configmaps";
                case "PersistentVolume" -> "/api/v1/persistentvolumes";
                case "PersistentVolumeClaim" -> "/api/v1/namespaces/default/persistentvolumeclaims";
                case "Job" -> "/apis/batch/v1/namespaces/default/jobs";
                default -> throw new IllegalArgumentException(kind);
            };
        }
    }

    private static Row pod(String fields, String complaint) {
        return new Row(
                "Pod",
                "\"metadata\":{\"name\":\"x\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]," + fields
                        + "}",
                complaint);
    }

    private static Row metadata(String kind, String fields, String complaint) {
        var spec = kind.equals("Pod") ? ",\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}" : "";
        return new Row(kind, "\"metadata\":{\"name\":\"x\"," + fields + "}" + spec, complaint);
    }

    private static Row volume(String fields, String complaint) {
        return new Row(
                "PersistentVolume",
                "\"metadata\":{\"name\":\"x\"},\"spec\":{\"capacity\":{\"storage\":\"1Gi\"},\"accessModes\":[\"ReadWriteOnce\"],"
                        + fields + "}",
                complaint);
    }

    private static Row claim(String fields, String complaint) {
        return new Row(
                "PersistentVolumeClaim",
                "\"metadata\":{\"name\":\"x\"},\"spec\":{\"resources\":{\"requests\":{\"storage\":\"1Gi\"}},\"accessModes\":[\"ReadWriteOnce\"],"
                        + fields + "}",
                complaint);
    }

    private static Row job(String mode, String policy, String complaint) {
        return new Row(
                "Job",
                "\"metadata\":{\"name\":\"x\"},\"spec\":{" + mode
                        + "\"completions\":5,\"parallelism\":1,\"successPolicy\":"
                        + policy
                        + ",\"template\":{\"spec\":{\"restartPolicy\":\"Never\",\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}}",
                complaint);
    }

    private static Row indexed(String policy, String complaint) {
        return job("\"completionMode\":\"Indexed\",", policy, complaint);
    }

    static List<Row> rows() {
        return List.of(
                metadata(
                        "Pod",
                        "\"ownerReferences\":[{\"apiVersion\":\"\",\"kind\":\"\",\"name\":\"\",\"uid\":\"\"}]",
                        "[metadata.ownerReferences[0].apiVersion: Required value: must not be empty, "
                                + "metadata.ownerReferences[0].kind: Required value: must not be empty, "
                                + "metadata.ownerReferences[0].name: Required value: must not be empty, "
                                + "metadata.ownerReferences[0].uid: Required value: must not be empty]"),
                metadata("Pod", "\"finalizers\":[\"a b\"]", "metadata.finalizers: Invalid value: \\\"a b\\\""),
                metadata(
                        "Pod",
                        "\"finalizers\":[\"alone\"]",
                        "metadata.finalizers[0]: Invalid value: \\\"alone\\\": name is neither a standard finalizer name nor is it"
                                + " fully qualified"),
                metadata(
                        "ConfigMap",
                        "\"finalizers\":[\"example.com/a\",\"alone\"]",
                        "metadata.finalizers[1]: Invalid value: \\\"alone\\\""),
                metadata("ConfigMap", "\"finalizers\":[\"example.com/a\",\"orphan\"]", ""),
                pod(
                        "\"hostPID\":true,\"shareProcessNamespace\":true",
                        "spec.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled"),
                pod(
                        "\"hostUsers\":false,\"hostNetwork\":true",
                        "spec.hostNetwork: Forbidden: when `hostUsers` is false"),
                pod("\"hostUsers\":false,\"hostIPC\":true", "Forbidden: when `hostUsers` is false"),
                pod("\"hostUsers\":false", ""),
                pod(
                        "\"preemptionPolicy\":\"Sometimes\"",
                        "the string value of PreemptionPolicy (Sometimes) must not be provided in pod spec; priority admission"
                                + " controller computed PreemptLowerPriority from the given PriorityClass name"),
                pod("\"preemptionPolicy\":\"PreemptLowerPriority\"", ""),
                pod(
                        "\"resourceClaims\":[{\"name\":\"a\"}]",
                        "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`"),
                pod(
                        "\"resourceClaims\":[{\"name\":\"a\",\"resourceClaimName\":\"b\",\"resourceClaimTemplateName\":\"c\"}]",
                        "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified"),
                pod(
                        "\"resourceClaims\":[{\"name\":\"a\",\"resourceClaimTemplateName\":\"B_\"}]",
                        "spec.resourceClaims[0].resourceClaimTemplateName: Invalid value: \\\"B_\\\""),
                pod(
                        "\"os\":{\"name\":\"windows\"},\"hostPID\":true",
                        "spec.hostPID: Forbidden: cannot be set for a windows pod"),
                pod(
                        "\"os\":{\"name\":\"windows\"},\"securityContext\":{\"fsGroup\":1,\"seLinuxOptions\":{}}",
                        "[spec.securityContext.seLinuxOptions: Forbidden: cannot be set for a windows pod, "
                                + "spec.securityContext.fsGroup: Forbidden: cannot be set for a windows pod]"),
                pod(
                        "\"os\":{\"name\":\"windows\"},\"initContainers\":[{\"name\":\"d\",\"image\":\"i\",\"securityContext\":{\"privileged\":true}}]",
                        "spec.initContainers[0].securityContext.privileged: Forbidden: cannot be set for a windows pod"),
                pod(
                        "\"os\":{\"name\":\"linux\"},\"securityContext\":{\"windowsOptions\":{\"runAsUserName\":\"a\"}}",
                        "spec.securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod"),
                pod(
                        "\"topologySpreadConstraints\":[{\"maxSkew\":1,\"topologyKey\":\"z\",\"whenUnsatisfiable\":\"DoNotSchedule\",\"matchLabelKeys\":[\"a\"]}]",
                        "spec.topologySpreadConstraints[0].matchLabelKeys: Forbidden: must not be specified when labelSelector is"
                                + " not set"),
                volume(
                        "\"hostPath\":{\"path\":\"/a\"},\"nodeAffinity\":{}",
                        "spec.nodeAffinity.required: Required value: must specify required node constraints"),
                volume(
                        "\"hostPath\":{\"path\":\"/a\"},\"nodeAffinity\":{\"required\":{\"nodeSelectorTerms\":[]}}",
                        "spec.nodeAffinity.required.nodeSelectorTerms: Required value: must have at least one node selector term"),
                volume("\"local\":{\"path\":\"/a\"}", "Required value: Local volume requires node affinity"),
                volume(
                        "\"local\":{\"path\":\"/a/../b\"},\"nodeAffinity\":{\"required\":{\"nodeSelectorTerms\":[{}]}}",
                        "spec.local.path: Invalid value: \\\"/a/../b\\\": must not contain '..'"),
                volume(
                        "\"csi\":{\"driver\":\"d.e\",\"volumeHandle\":\"h\",\"nodePublishSecretRef\":{\"name\":\"a\"}}",
                        "spec.csi.nodePublishSecretRef.namespace: Required value"),
                volume(
                        "\"csi\":{\"driver\":\"d.e\",\"volumeHandle\":\"h\",\"controllerExpandSecretRef\":{\"namespace\":\"a\"}}",
                        "spec.csi.controllerExpandSecretRef.name: Required value"),
                // The older field passes over what it does not know, the newer one does not.
                claim("\"dataSource\":{\"name\":\"a\",\"kind\":\"ConfigMap\"}", ""),
                claim(
                        "\"dataSourceRef\":{\"name\":\"a\",\"kind\":\"ConfigMap\"}",
                        "must be 'PersistentVolumeClaim' when referencing the default apiGroup"),
                claim(
                        "\"dataSource\":{\"name\":\"\",\"kind\":\"PersistentVolumeClaim\"}",
                        "spec.dataSource.name: Required value"),
                claim("\"dataSourceRef\":{\"name\":\"a\",\"kind\":\"\"}", "spec.dataSourceRef.kind: Required value"),
                claim("\"dataSource\":{\"name\":\"a\",\"kind\":\"PersistentVolumeClaim\"}", ""),
                job(
                        "",
                        "{\"rules\":[{\"succeededCount\":1}]}",
                        "spec.successPolicy: Invalid value: {\\\"Rules\\\":[{\\\"SucceededIndexes\\\":null,\\\"SucceededCount\\\":1}]}: requires"
                                + " indexed completion mode"),
                indexed(
                        "{\"rules\":[]}",
                        "spec.successPolicy.rules: Required value: at least one rules must be specified when the successPolicy is"
                                + " specified"),
                indexed(
                        "{\"rules\":[{}]}",
                        "spec.successPolicy.rules[0]: Required value: at least one of succeededCount or succeededIndexes must be"
                                + " specified"),
                indexed(
                        "{\"rules\":[{\"succeededIndexes\":\"invalid-format\"}]}",
                        "spec.successPolicy.rules[0].succeededIndexes: Invalid value: \\\"invalid-format\\\": error parsing"
                                + " succeededIndexes: cannot convert string to integer for index: \\\"invalid\\\""),
                indexed(
                        "{\"rules\":[{\"succeededCount\":6}]}",
                        "spec.successPolicy.rules[0].succeededCount: Invalid value: 6: must be less than or equal to 5 (the number"
                                + " of specified completions)"),
                indexed(
                        "{\"rules\":[{\"succeededCount\":4,\"succeededIndexes\":\"0-2\"}]}",
                        "spec.successPolicy.rules[0].succeededCount: Invalid value: 4: must be less than or equal to 3 (the number"
                                + " of indexes in the specified succeededIndexes field)"),
                indexed(
                        "{\"rules\":[{\"succeededIndexes\":\"3,1\"}]}",
                        "non-increasing order, previous: 3, current: 1"),
                indexed("{\"rules\":[{\"succeededIndexes\":\"2-7\"}]}", "too large index: \\\"7\\\""),
                indexed("{\"rules\":[{\"succeededCount\":2,\"succeededIndexes\":\"0,2-4\"}]}", ""));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void answered(Row row) {
        var answer = server.post(row.path() + "?dryRun=All", "{" + row.content() + "}");
        if (row.complaint().isEmpty())
            assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        else assertThat(answer.text()).contains(row.complaint());
    }
}
