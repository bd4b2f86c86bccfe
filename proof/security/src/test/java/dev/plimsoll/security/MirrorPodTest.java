package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pods that a node makes: mirrors of what it runs anyway, which lead to nothing that the node could not read before. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MirrorPodTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String MIRROR = "\"kubernetes.io/config.mirror\":\"hash\"";

    private final SecureServer server = new SecureServer();
    private final SecureServer.Client admin = server.admin();
    private final SecureServer.Client node = server.node("n1");
    private String uid = "";

    @AfterAll
    void close() {
        server.close();
        assertThat(server.defects()).isEmpty();
    }

    @BeforeAll
    void nodes() {
        var made = admin.post("/api/v1/nodes", "{\"metadata\":{\"name\":\"n1\"}}");
        uid = made.json().at("/metadata/uid").asText();
        admin.post(
                "/api/v1/namespaces/default/secrets", "{\"metadata\":{\"name\":\"s\"},\"stringData\":{\"k\":\"v\"}}");
        admin.post("/api/v1/namespaces/default/serviceaccounts", "{\"metadata\":{\"name\":\"admin\"}}");
    }

    /** A mirror pod with something changed, and what is said to it; {@code %UID%} is the node's. */
    record Row(String sentence, String annotations, String owners, String spec, String text) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    private static String owner(String more) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"name\":\"n1\",\"uid\":\"%UID%\",\"controller\":true" + more
                + "}";
    }

    private static Row spec(String sentence, String spec, String text) {
        return new Row(sentence, MIRROR, owner(""), "\"nodeName\":\"n1\"," + spec, text);
    }

    private static Row owned(String sentence, String owners, String text) {
        return new Row(sentence, MIRROR, owners, "\"nodeName\":\"n1\"", text);
    }

    private static Row volume(String sentence, String source, String what) {
        return spec(
                sentence,
                "\"volumes\":[{\"name\":\"v\"," + source + "}]",
                "node \"n1\" can not create pods that reference " + what);
    }

    private static Row projected(String sentence, String source, String what) {
        return volume(sentence, "\"projected\":{\"sources\":[{" + source + "}]}", what);
    }

    static Stream<Row> refused() {
        var itself = "node \"n1\" can only create pods with an owner reference set to itself";
        return Stream.of(
                new Row(
                        "an ordinary pod",
                        "",
                        owner(""),
                        "\"nodeName\":\"n1\"",
                        "pod does not have \"kubernetes.io/config.mirror\" annotation, node \"n1\" can only create mirror pods"),
                new Row(
                        "a mirror pod of another node",
                        MIRROR,
                        owner(""),
                        "\"nodeName\":\"n2\"",
                        "node \"n1\" can only create pods with spec.nodeName set to itself"),
                new Row(
                        "a mirror pod of no node",
                        MIRROR,
                        owner(""),
                        "\"restartPolicy\":\"Always\"",
                        "node \"n1\" can only create pods with spec.nodeName set to itself"),
                owned("no owner", "", itself),
                owned(
                        "two owners",
                        owner("") + "," + owner(""),
                        "node \"n1\" can only create pods with a single owner reference set to itself"),
                owned("another node as owner", owner("").replace("\"n1\"", "\"n2\""), itself),
                owned("another kind as owner", owner("").replace("Node", "Pod"), itself),
                owned("another version as owner", owner("").replace("\"v1\"", "\"v2\""), itself),
                owned(
                        "an owner that does not control",
                        owner("").replace(",\"controller\":true", ""),
                        "node \"n1\" can only create pods with a controller owner reference set to itself"),
                owned(
                        "an owner that blocks deletion",
                        owner(",\"blockOwnerDeletion\":true"),
                        "node \"n1\" must not set blockOwnerDeletion on an owner reference"),
                owned(
                        "a node of another time as owner",
                        owner("").replace("%UID%", "old"),
                        "node n1 UID mismatch: expected old got %UID%"),
                spec(
                        "a service account",
                        "\"serviceAccountName\":\"admin\"",
                        "a mirror pod may not reference service accounts"),
                spec(
                        "a service account by its old name",
                        "\"serviceAccount\":\"admin\"",
                        "a mirror pod may not reference service accounts"),
                spec(
                        "a pull secret",
                        "\"imagePullSecrets\":[{\"name\":\"s\"}]",
                        "a mirror pod may not reference secrets"),
                spec(
                        "a secret volume",
                        "\"volumes\":[{\"name\":\"v\",\"secret\":{\"secretName\":\"s\"}}]",
                        "a mirror pod may not reference secrets"),
                spec(
                        "a projected secret",
                        "\"volumes\":[{\"name\":\"v\",\"projected\":{\"sources\":[{\"secret\":{\"name\":\"s\"}}]}}]",
                        "a mirror pod may not reference secrets"),
                spec(
                        "the secret of a volume",
                        "\"volumes\":[{\"name\":\"v\",\"flexVolume\":{\"driver\":\"d/d\",\"secretRef\":{\"name\":\"s\"}}}]",
                        "a mirror pod may not reference secrets"),
                spec(
                        "a secret of an init container",
                        "\"initContainers\":[{\"name\":\"i\",\"image\":\"i\",\"envFrom\":[{\"secretRef\":{\"name\":\"s\"}}]}]",
                        "a mirror pod may not reference secrets"),
                spec(
                        "a token",
                        "\"volumes\":[{\"name\":\"v\",\"projected\":{\"sources\":[{\"serviceAccountToken\":{\"path\":\"t\"}}]}}]",
                        "a mirror pod may not use ServiceAccountToken volume projections"),
                volume("a config map", "\"configMap\":{\"name\":\"c\"}", "configmaps"),
                spec(
                        "a config map of a container",
                        "\"initContainers\":[{\"name\":\"i\",\"image\":\"i\",\"envFrom\":[{\"configMapRef\":{\"name\":\"c\"}}]}]",
                        "node \"n1\" can not create pods that reference configmaps"),
                spec(
                        "a resource claim",
                        "\"resourceClaims\":[{\"name\":\"r\",\"resourceClaimName\":\"r\"}]",
                        "node \"n1\" can not create pods that reference resourceclaims"),
                volume("a secret volume that names none", "\"secret\":{}", "secrets (via secret volumes)"),
                volume("a config map volume that names none", "\"configMap\":{}", "configmaps (via configmap volumes)"),
                volume("a CSI driver", "\"csi\":{\"driver\":\"d\"}", "csidrivers (via CSI volumes)"),
                volume(
                        "endpoints",
                        "\"glusterfs\":{\"endpoints\":\"e\",\"path\":\"p\"}",
                        "endpoints (via glusterFS volumes)"),
                volume("a claim", "\"persistentVolumeClaim\":{\"claimName\":\"c\"}", "persistentvolumeclaims"),
                volume(
                        "a claim of its own",
                        "\"ephemeral\":{\"volumeClaimTemplate\":{\"spec\":{}}}",
                        "persistentvolumeclaims (via ephemeral volumes)"),
                volume(
                        "a share that names no secret",
                        "\"azureFile\":{\"shareName\":\"s\"}",
                        "secrets (via azureFile volumes)"),
                projected("a projected config map", "\"configMap\":{}", "configmaps (via projected volumes)"),
                projected("a projected secret without a name", "\"secret\":{}", "secrets (via projected volumes)"),
                projected(
                        "trust bundles",
                        "\"clusterTrustBundle\":{\"path\":\"p\"}",
                        "clustertrustbundles (via projected volumes)"),
                projected(
                        "certificates",
                        "\"podCertificate\":{\"signerName\":\"s/s\",\"keyType\":\"ED25519\"}",
                        "podcertificates (via projected volumes)"));
    }

    private String pod(Row row, String name) {
        return "{\"metadata\":{\"name\":\"" + name + "\",\"annotations\":{" + row.annotations()
                + "},\"ownerReferences\":["
                + row.owners().replace("%UID%", uid) + "]},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}],"
                + row.spec() + "}}";
    }

    @ParameterizedTest(name = "{0} is refused")
    @MethodSource("refused")
    void refusals(Row row) {
        var answer = node.post(PODS, pod(row, "static"));
        assertThat(answer.status()).as(answer.text()).isEqualTo(403);
        assertThat(answer.message())
                .isEqualTo("pods \"static\" is forbidden: " + row.text().replace("%UID%", uid));
    }

    @Test
    void aMirrorPodWithoutReferencesIsTaken() {
        var row = spec(
                "",
                "\"volumes\":[{\"name\":\"v\",\"hostPath\":{\"path\":\"/\"}},{\"name\":\"e\",\"emptyDir\":{}},"
                        + "{\"name\":\"d\",\"downwardAPI\":{}}]",
                "");
        var answer = node.post(PODS, pod(row, "mirror"));
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        assertThat(answer.json().at("/spec/serviceAccountName").isMissingNode()).isTrue();
        assertThat(node.get(PODS + "/mirror").status()).isEqualTo(200);
        // It has no account: no token, not even that of the default one.
        admin.post("/api/v1/namespaces/default/serviceaccounts", "{\"metadata\":{\"name\":\"default\"}}");
        var uidOfPod = answer.json().at("/metadata/uid").asText();
        for (var account : new String[] {"default", "admin"}) {
            var token = node.post(
                    "/api/v1/namespaces/default/serviceaccounts/" + account + "/token",
                    "{\"spec\":{\"boundObjectRef\":{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"name\":\"mirror\",\"uid\":\""
                            + uidOfPod + "\"}}}");
            assertThat(token.status()).isEqualTo(403);
        }
        assertThat(node.delete(PODS + "/mirror?gracePeriodSeconds=0").status()).isEqualTo(200);
    }

    @Test
    void aNodeThatIsNotRegisteredMakesNone() {
        var row = new Row("", MIRROR, owner("").replace("\"n1\"", "\"n9\""), "\"nodeName\":\"n9\"", "");
        var answer = server.node("n9").post(PODS, pod(row, "early"));
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.message()).isEqualTo("nodes \"n9\" not found");
    }
}
