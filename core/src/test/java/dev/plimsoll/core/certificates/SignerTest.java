package dev.plimsoll.core.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What signers sign, what is approved without a person, how long certificates are good and requests are kept. */
class SignerTest {
    private static final List<String> CLIENT = List.of("digital signature", "client auth");
    private static final List<String> SERVING = List.of("digital signature", "key encipherment", "server auth");
    private static final RequestedIdentity NODE = RequestedIdentity.of("system:node:a", List.of("system:nodes"));
    private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");

    record Row(String rule, Signer signer, RequestedIdentity identity, List<String> usages, String refusal) {
        @Override
        public String toString() {
            return rule;
        }
    }

    static Stream<Row> rows() {
        var client = Signer.KUBE_APISERVER_CLIENT_KUBELET;
        var serving = Signer.KUBELET_SERVING;
        var named = NODE.reachedAt(List.of("a"), List.of("10.0.0.1"));
        return Stream.of(
                new Row("a node's client certificate", client, NODE, CLIENT, ""),
                new Row(
                        "with a key that can encipher",
                        client,
                        NODE,
                        List.of("client auth", "key encipherment", "digital signature"),
                        ""),
                new Row(
                        "only the group of nodes",
                        client,
                        RequestedIdentity.of("system:node:a", List.of("system:nodes", "system:masters")),
                        CLIENT,
                        "subject organization is not system:nodes"),
                new Row(
                        "the group is not left out",
                        client,
                        RequestedIdentity.of("system:node:a", List.of()),
                        CLIENT,
                        "subject organization is not system:nodes"),
                new Row(
                        "only names of nodes",
                        client,
                        RequestedIdentity.of("admin", List.of("system:nodes")),
                        CLIENT,
                        "subject common name does not begin with system:node:"),
                new Row("a client has no address", client, named, CLIENT, "DNS subjectAltNames are not allowed"),
                new Row(
                        "a client has no IP address",
                        client,
                        NODE.reachedAt(List.of(), List.of("::1")),
                        CLIENT,
                        "IP subjectAltNames are not allowed"),
                new Row(
                        "a client does not serve",
                        client,
                        NODE,
                        SERVING,
                        "usages did not match [client auth, digital signature, key encipherment]"),
                new Row("a node's serving certificate", serving, named, SERVING, ""),
                new Row("a server has an address", serving, NODE, SERVING, "DNS or IP subjectAltName is required"),
                new Row(
                        "a server has no mail address",
                        serving,
                        new RequestedIdentity(
                                "system:node:a",
                                List.of("system:nodes"),
                                List.of("a"),
                                List.of(),
                                List.of("a@b"),
                                List.of()),
                        SERVING,
                        "Email subjectAltNames are not allowed"),
                new Row(
                        "a server is no client",
                        serving,
                        named,
                        List.of("digital signature", "client auth", "server auth"),
                        "usages did not match [digital signature, key encipherment, server auth]"),
                new Row(
                        "any client",
                        Signer.KUBE_APISERVER_CLIENT,
                        RequestedIdentity.of("jane", List.of("team")),
                        CLIENT,
                        ""),
                new Row(
                        "a client that serves",
                        Signer.KUBE_APISERVER_CLIENT,
                        RequestedIdentity.of("jane", List.of()),
                        List.of("client auth", "server auth"),
                        "usages [server auth] are not permitted"),
                new Row(
                        "a client that is none",
                        Signer.KUBE_APISERVER_CLIENT,
                        RequestedIdentity.of("jane", List.of()),
                        List.of("digital signature"),
                        "usages must contain \"client auth\""),
                new Row("whatever was approved", Signer.LEGACY_UNKNOWN, NODE, List.of("any"), ""));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void signs(Row row) {
        assertThat(row.signer().refusal(row.identity(), row.usages()).orElse(""))
                .isEqualTo(row.refusal());
    }

    @Test
    void onlyClientCertificatesOfNodesAreApprovedWithoutAPerson() {
        var client = Signer.KUBE_APISERVER_CLIENT_KUBELET.signerName();
        assertThat(AutomaticApproval.candidates(client, "system:node:a", NODE, CLIENT))
                .containsExactly(AutomaticApproval.SELF_NODE_CLIENT, AutomaticApproval.NODE_CLIENT);
        assertThat(AutomaticApproval.candidates(client, "system:node:b", NODE, CLIENT))
                .containsExactly(AutomaticApproval.NODE_CLIENT);
        assertThat(AutomaticApproval.candidates(client, "system:node:a", NODE, SERVING))
                .isEmpty();
        var serving = Signer.KUBELET_SERVING.signerName();
        assertThat(AutomaticApproval.candidates(
                        serving, "system:node:a", NODE.reachedAt(List.of("a"), List.of()), SERVING))
                .isEmpty();
    }

    @Test
    void aCertificateIsGoodForAsLongAsWasAskedAndNotLongerThanItsSigner() {
        var year = Duration.ofDays(365);
        var never = NOW.plus(Duration.ofDays(3650));
        var plain = Validity.issued(NOW, Duration.ZERO, year, never);
        assertThat(plain.notBefore()).isEqualTo(NOW.minus(Duration.ofMinutes(5)));
        assertThat(plain.notAfter()).isEqualTo(NOW.plus(year).minus(Duration.ofMinutes(5)));
        assertThat(Validity.issued(NOW, Duration.ofHours(1), year, never).notAfter())
                .isEqualTo(NOW.plus(Duration.ofHours(1)));
        assertThat(Validity.issued(NOW, Duration.ofSeconds(1), year, never).notAfter())
                .isEqualTo(NOW.plus(Duration.ofMinutes(10)));
        assertThat(Validity.issued(NOW, Duration.ofDays(800), year, never)).isEqualTo(plain);
        assertThat(Validity.issued(NOW, Duration.ZERO, year, NOW.plusSeconds(60))
                        .notAfter())
                .isEqualTo(NOW.plusSeconds(60));
    }

    @Test
    void aNewCertificateIsDueWhenTenToThirtyPercentOfTheLifeAreLeft() {
        var random = new Random(1);
        for (var i = 0; i < 1000; i++) {
            var life = Duration.ofSeconds(600 + random.nextInt(40_000_000));
            var validity = new Validity(NOW, NOW.plus(life));
            var left = Duration.between(validity.renewAt(random.nextDouble()), validity.notAfter());
            assertThat(left.toMillis() * 1.0 / life.toMillis()).isBetween(0.099, 0.301);
        }
    }

    @Test
    void requestsGoWhenTheyAreAnsweredOrNobodyWill() {
        var approved = List.of(NOW.plusSeconds(60));
        assertThat(RequestGarbage.deleteAt(NOW, List.of(), null)).isEqualTo(NOW.plus(Duration.ofHours(24)));
        assertThat(RequestGarbage.deleteAt(NOW, approved, null))
                .isEqualTo(NOW.plusSeconds(60).plus(Duration.ofHours(1)));
        assertThat(RequestGarbage.deleteAt(NOW, approved, NOW.plusSeconds(600))).isEqualTo(NOW.plusSeconds(600));
        assertThat(RequestGarbage.deleteAt(NOW, List.of(NOW.plusSeconds(60), NOW.plusSeconds(90)), null))
                .isEqualTo(NOW.plusSeconds(90).plus(Duration.ofHours(1)));
        // Who answers may have a clock that is behind.
        assertThat(RequestGarbage.deleteAt(NOW, List.of(Instant.EPOCH), null)).isEqualTo(NOW.plus(Duration.ofHours(1)));
    }
}
