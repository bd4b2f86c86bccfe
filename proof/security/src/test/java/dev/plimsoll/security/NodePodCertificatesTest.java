package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.certificates.RequestedIdentity;
import dev.plimsoll.core.certificates.Validity;
import dev.plimsoll.security.SecureServer.Answer;
import dev.plimsoll.tls.CertificateIssuer;
import dev.plimsoll.tls.CertificateRequest;
import dev.plimsoll.tls.KeyType;
import dev.plimsoll.tls.Pem;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests for certificates of pods: a node asks for its own pods only, and only their signer answers, with what fits. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NodePodCertificatesTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String REQUESTS = "/apis/certificates.k8s.io/v1/namespaces/default/podcertificaterequests";
    private static final RequestedIdentity NOBODY = RequestedIdentity.of("", List.of());

    private final SecureServer server = new SecureServer();
    private final SecureServer.Client admin = server.admin();
    private final SecureServer.Client node = server.node("n1");
    private final SecureServer.Client signer = server.user("signer");
    private final KeyPair keys = KeyType.ECDSAP256.newKeys();

    @AfterAll
    void close() {
        server.close();
        assertThat(server.defects()).isEmpty();
    }

    @BeforeAll
    void objects() {
        for (var host : List.of("n1", "n2")) made("/api/v1/nodes", "{\"metadata\":{\"name\":\"" + host + "\"}}");
        for (var account : List.of("worker", "boss"))
            made("/api/v1/namespaces/default/serviceaccounts", "{\"metadata\":{\"name\":\"" + account + "\"}}");
        pod("mine", "n1", "");
        pod("theirs", "n2", "");
        pod("mirror", "n1", ",\"annotations\":{\"kubernetes.io/config.mirror\":\"x\"}");
        made("/apis/rbac.authorization.k8s.io/v1/clusterroles", """
                {"metadata":{"name":"signer"},"rules":[
                 {"apiGroups":["certificates.k8s.io"],"resources":["podcertificaterequests"],"verbs":["get","list"]},
                 {"apiGroups":["certificates.k8s.io"],"resources":["podcertificaterequests/status"],"verbs":["update","patch"]},
                 {"apiGroups":["certificates.k8s.io"],"resources":["signers"],"resourceNames":["example.com/*"],"verbs":["sign"]}]}""");
        made("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", """
                {"metadata":{"name":"signer"},"subjects":[{"apiGroup":"rbac.authorization.k8s.io","kind":"User","name":"signer"}],
                 "roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"signer"}}""");
    }

    private Answer made(String path, String body) {
        var answer = admin.post(path, body);
        assertThat(answer.status()).as(path + ": " + answer.text()).isEqualTo(201);
        return answer;
    }

    private void pod(String name, String host, String meta) {
        var isMirror = !meta.isEmpty();
        made(PODS, """
                {"metadata":{"name":"%s"%s},"spec":{"nodeName":"%s","containers":[{"name":"c","image":"i"}]%s}}""".formatted(name, meta, host, isMirror ? "" : """
                        ,"serviceAccountName":"worker","volumes":[{"name":"t","projected":{"sources":[{"podCertificate":
                         {"signerName":"example.com/a","keyType":"ECDSAP256","credentialBundlePath":"b"}},{"podCertificate":
                         {"signerName":"other.example/a","keyType":"ECDSAP256","credentialBundlePath":"c"}}]}}]"""));
    }

    private String uid(String path) {
        return admin.get(path).json().at("/metadata/uid").asText();
    }

    private static String stub(KeyPair keys) throws GeneralSecurityException {
        return Base64.getEncoder().encodeToString(CertificateRequest.encode(keys, NOBODY));
    }

    private String request(String name, String pod, String host, String account, String signerName, String stub) {
        return """
                {"metadata":{"name":"%s"},"spec":{"signerName":"%s","podName":"%s","podUID":"%s","serviceAccountName":"%s",
                 "serviceAccountUID":"%s","nodeName":"%s","nodeUID":"%s","stubPKCS10Request":"%s","maxExpirationSeconds":7200}}""".formatted(
                        name,
                        signerName,
                        pod,
                        uid(PODS + "/" + pod),
                        account,
                        uid("/api/v1/namespaces/default/serviceaccounts/" + account),
                        host,
                        uid("/api/v1/nodes/" + host),
                        stub);
    }

    private void sent(String name, String signerName) throws GeneralSecurityException {
        var answer = node.post(REQUESTS, request(name, "mine", "n1", "worker", signerName, stub(keys)));
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    }

    @ParameterizedTest(name = "{0} on {1} as {2} from {3}")
    @CsvSource(delimiter = '|', textBlock = """
            theirs | n1 | worker | example.com/a   | is not bound to node "n1"
            theirs | n2 | worker | example.com/a   | can only create PodCertificateRequests with spec.nodeName set to itself
            mine   | n2 | worker | example.com/a   | can only create PodCertificateRequests with spec.nodeName set to itself
            mine   | n1 | boss   | example.com/a   | does not run as service account "boss"
            mine   | n1 | worker | example.com/b   | has no volume with certificates of signer "example.com/b"
            mirror | n1 | worker | example.com/a   | is a mirror pod
            """)
    @DisplayName("a node is refused a certificate of")
    void others(String pod, String host, String account, String signerName, String why) throws Exception {
        var answer = node.post(REQUESTS, request("r", pod, host, account, signerName, stub(keys)));
        assertThat(answer.status()).as(answer.text()).isEqualTo(403);
        assertThat(answer.message()).contains(why);
    }

    @Test
    @DisplayName("a pod that was made again under the same name is another one")
    void sameName() throws Exception {
        var text = request("r", "mine", "n1", "worker", "example.com/a", stub(keys));
        var answer = node.post(REQUESTS, text.replace(uid(PODS + "/mine"), "another"));
        assertThat(answer.status()).isGreaterThanOrEqualTo(400);
        assertThat(answer.message()).contains("the UID of pod \"mine\" is");
    }

    @Test
    @DisplayName("a node reads its own requests only, and answers none")
    void reads() throws Exception {
        sent("own", "example.com/a");
        assertThat(node.get(REQUESTS + "/own").status()).isEqualTo(200);
        assertThat(server.node("n2").get(REQUESTS + "/own").status()).isEqualTo(403);
        assertThat(node.get(REQUESTS + "?fieldSelector=spec.nodeName%3Dn1").status())
                .isEqualTo(200);
        assertThat(node.get(REQUESTS).message())
                .contains("can only list/watch podcertificaterequests with nodeName field selector");
        assertThat(node.patch(REQUESTS + "/own/status", "{\"status\":{}}").status())
                .isEqualTo(403);
        assertThat(node.delete(REQUESTS + "/own").status()).isEqualTo(403);
    }

    @Test
    @DisplayName("a request is for a key of a known kind, which its sender has")
    void stubs() throws Exception {
        var other = CertificateRequest.encode(KeyType.ED25519.newKeys(), NOBODY);
        other[other.length - 1] ^= 1;
        for (var bad : List.of("", "AQID", Base64.getEncoder().encodeToString(other))) {
            var answer = node.post(REQUESTS, request("r", "mine", "n1", "worker", "example.com/a", bad));
            assertThat(answer.status()).as(answer.text()).isEqualTo(422);
            assertThat(answer.message()).contains("spec.stubPKCS10Request");
        }
    }

    private String answer(PublicKey holder, Instant from, Duration life, Duration refresh, String condition)
            throws GeneralSecurityException {
        var authority = CertificateIssuer.newKeys();
        var name = CertificateIssuer.subject("authority", List.of());
        var certificate = CertificateIssuer.signed(
                name, name, holder, List.of(), new Validity(from, from.plus(life)), authority.getPrivate());
        return """
                {"status":{"conditions":[{"type":"%s","status":"True","reason":"R","message":"m","lastTransitionTime":"%s"}],
                 "certificateChain":"%s","notBefore":"%s","notAfter":"%s","beginRefreshAt":"%s"}}""".formatted(
                condition, from, Pem.of(certificate).replace("\n", "\\n"), from, from.plus(life), from.plus(refresh));
    }

    @ParameterizedTest(name = "{0}: {4}")
    @CsvSource(delimiter = '|', textBlock = """
            good      | 3600 | 1800 | Issued  |
            other-key | 3600 | 1800 | Issued  | leaf certificate was not issued to the requested public key
            too-long  | 7201 | 1800 | Issued  | leaf certificate lifetime must be <= spec.maxExpirationSeconds (7200)
            too-short | 3599 | 1800 | Issued  | leaf certificate lifetime must be >= 1 hour
            early     | 3600 | 599  | Issued  | must be at least 10 minutes after status.notBefore
            late      | 3600 | 3001 | Issued  | must be at least 10 minutes before status.notAfter
            denied    | 3600 | 1800 | Denied  | may be set only when the request is issued
            approved  | 3600 | 1800 | Approved | Unsupported value: "Approved"
            """)
    @DisplayName("an answer")
    void answers(String name, int life, int refresh, String condition, String problem) throws Exception {
        sent(name, "example.com/a");
        var holder = name.equals("other-key") ? CertificateIssuer.newKeys().getPublic() : keys.getPublic();
        var from = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        var given = signer.patch(
                REQUESTS + "/" + name + "/status",
                answer(holder, from, Duration.ofSeconds(life), Duration.ofSeconds(refresh), condition));
        if (problem == null) {
            assertThat(given.status()).as(given.text()).isEqualTo(200);
            var again = signer.patch(REQUESTS + "/" + name + "/status", "{\"status\":{\"notAfter\":null}}");
            assertThat(again.message()).contains("immutable after PodCertificateRequest is issued");
            var spec = admin.patch(REQUESTS + "/" + name, "{\"spec\":{\"maxExpirationSeconds\":3600}}");
            assertThat(spec.message()).contains("field is immutable");
        } else {
            assertThat(given.status()).as(given.text()).isEqualTo(422);
            assertThat(given.message()).contains(problem);
        }
    }

    @Test
    @DisplayName("only who may sign for a signer answers")
    void otherSigner() throws Exception {
        sent("foreign", "other.example/a");
        var denial =
                "{\"status\":{\"conditions\":[{\"type\":\"Denied\",\"status\":\"True\",\"reason\":\"R\",\"message\":\"m\",\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"}]}}";
        assertThat(signer.patch(REQUESTS + "/foreign/status", denial).message())
                .contains("user not permitted to sign requests with signerName \"other.example/a\"");
        assertThat(admin.patch(REQUESTS + "/foreign/status", denial).status()).isEqualTo(200);
    }
}
