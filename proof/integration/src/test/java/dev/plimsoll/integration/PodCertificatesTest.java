package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.cluster.Storage;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.fakes.client.Observed;
import dev.plimsoll.objects.access.ClusterTrustBundleObject;
import dev.plimsoll.tls.HeldCertificate;
import dev.plimsoll.tls.KeyType;
import dev.plimsoll.tls.Pem;
import dev.plimsoll.tls.TrustAllManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pods whose volumes hold a certificate, in a cluster as {@code plimsoll up} starts it, and a signer that is a program of its own. */
@Timeout(180)
class PodCertificatesTest {
    private static final String AGNHOST = "registry.k8s.io/e2e-test-images/agnhost:2.60";

    private static final HttpClient HTTP =
            HttpClient.newBuilder().sslContext(TrustAllManager.context()).build();

    @TempDir
    static Path folder;

    private static final Queue<String> DEFECTS = new ConcurrentLinkedQueue<>();
    private static Cluster cluster;
    private static Observed pods;
    private static Observed events;
    private static PodCertificateSigner signer;

    @BeforeAll
    static void start() throws Exception {
        var plan = new ClusterPlan(
                new Storage.Folder(folder),
                "127.0.0.1",
                0,
                "token",
                FeatureGates.DEFAULT,
                List.of(NodeGroup.of("node", 2, MachineNotation.literal("1s1n4c1t,memory=8Gi"))));
        cluster = Cluster.start(plan.withAutoscalerSpeed(0), new ClusterLog() {
            @Override
            public void step(String what, Duration took) {}

            @Override
            public void tell(String problem) {}

            @Override
            public void defect(String where, Throwable problem) {
                DEFECTS.add(where + ": " + problem);
            }
        });
        pods = new Observed(cluster.client(), ApiResource.PODS);
        events = new Observed(cluster.client(), ApiResource.EVENTS);
        signer = new PodCertificateSigner(cluster.client());
        make(
                ClusterTrustBundleObject.KIND.resource(),
                "{'metadata':{'name':'example.com:pods:all'},'spec':{'signerName':'" + PodCertificateSigner.NAME
                        + "','trustBundle':'" + signer.authority().replace("\n", "\\n") + "'}}");
    }

    @AfterAll
    static void close() throws Exception {
        pods.close();
        events.close();
        signer.close();
        cluster.close();
        HTTP.close();
        assertThat(signer.problems).isEmpty();
        assertThat(DEFECTS).isEmpty();
    }

    private static void make(ApiResource resource, String text) {
        assertThat(cluster.client()
                        .create(resource, Server.json(text.replace('\'', '"')))
                        .problem())
                .isEmpty();
    }

    /** A pod that shows what is in its volume. */
    private static void inspector(String name, String command, String certificate) {
        make(
                ApiResource.PODS,
                "{'metadata':{'namespace':'default','name':'" + name + "'},'spec':{'containers':[{'name':'c','image':'"
                        + AGNHOST + "','command':['/bin/sh','-c','" + command + "'],"
                        + "'volumeMounts':[{'name':'tls','mountPath':'/run/tls'}]}],'volumes':[{'name':'tls','projected':{"
                        + "'sources':[{'podCertificate':{'signerName':'" + PodCertificateSigner.NAME + "',"
                        + certificate
                        + "}}]}}],'restartPolicy':'Never'}}");
    }

    private static JsonNode await(String name, String what, Predicate<JsonNode> isMet) throws InterruptedException {
        return pods.await(
                name + " " + what, each -> each.at("/metadata/name").asText().equals(name) && isMet.test(each));
    }

    private static String logOf(String name) throws Exception {
        await(
                name,
                "runs",
                each -> List.of("Running", "Succeeded")
                        .contains(each.at("/status/phase").asText()));
        // The container runs a moment before its command has said everything.
        var said = new AtomicReference<>("");
        Patience.until(name + " shows its certificate", () -> {
            said.set(get(name, "", HttpResponse.BodyHandlers.ofString()));
            return said.get().contains("-----END CERTIFICATE-----");
        });
        return said.get();
    }

    private static <T> T get(String name, String query, HttpResponse.BodyHandler<T> reader) throws Exception {
        var request = HttpRequest.newBuilder(
                        URI.create(cluster.url() + "/api/v1/namespaces/default/pods/" + name + "/log" + query))
                .header("Authorization", "Bearer token")
                .build();
        return HTTP.send(request, reader).body();
    }

    private static List<String> names(HeldCertificate held) throws Exception {
        return held.certificate().getSubjectAlternativeNames().stream()
                .map(name -> String.valueOf(name.get(1)))
                .toList();
    }

    private static Duration life(HeldCertificate held) {
        return Duration.between(held.validity().notBefore(), held.validity().notAfter());
    }

    @ParameterizedTest
    @EnumSource(
            value = KeyType.class,
            // Prime numbers take their time on a busy machine; KeyTypeTest has them.
            names = {"RSA3072", "RSA4096"},
            mode = EnumSource.Mode.EXCLUDE)
    @DisplayName("a bundle has a key of the kind that was asked for, then the certificate for it, for a day")
    void bundle(KeyType type) throws Exception {
        var name = "bundle-" + type.name().toLowerCase(Locale.ROOT);
        inspector(
                name,
                "cat /run/tls/bundle.pem && sleep infinity",
                "'keyType':'" + type + "','credentialBundlePath':'bundle.pem'");
        var text = logOf(name);
        assertThat(text).startsWith("-----BEGIN PRIVATE KEY-----");
        var held = HeldCertificate.read(text);
        assertThat(KeyType.of(held.certificate().getPublicKey())).contains(type);
        assertThat(held.key().getAlgorithm())
                .startsWith(type == KeyType.ED25519 ? "Ed" : type.name().substring(0, 2));
        assertThat(names(held)).containsExactly("spiffe://example.com/pod/" + name);
        assertThat(life(held)).isEqualTo(Duration.ofDays(1));
    }

    @Test
    @DisplayName(
            "key and certificates in files of their own; what the author says reaches the signer, and so does the life that he wants")
    void files() throws Exception {
        inspector(
                "files",
                "cat /run/tls/a/key && ls /run/tls/a && cat /run/tls/chain && sleep infinity",
                "'keyType':'ECDSAP256','keyPath':'a/key','certificateChainPath':'chain','maxExpirationSeconds':3600,"
                        + "'userAnnotations':{'" + PodCertificateSigner.PATH + "':'/mine'}");
        var text = logOf("files");
        assertThat(Pem.blocks(text)).extracting(Pem.Block::title).containsExactly("PRIVATE KEY", "CERTIFICATE");
        var held = HeldCertificate.read(text);
        assertThat(names(held)).containsExactly("spiffe://example.com/mine");
        assertThat(life(held)).isEqualTo(Duration.ofHours(1));
    }

    @Test
    @DisplayName("what its signer denies a pod waits for, and says why; nobody asks again")
    void denied() throws Exception {
        inspector(
                "denied",
                "true",
                "'keyType':'ED25519','credentialBundlePath':'b','userAnnotations':{'" + PodCertificateSigner.DENY
                        + "':'yes'}");
        var told = events.await(
                "the failure to mount",
                event -> event.path("reason").asText().equals("FailedMount")
                        && event.at("/involvedObject/name").asText().equals("denied")
                        && event.path("count").asInt() > 1);
        assertThat(told.path("message").asText())
                .startsWith("MountVolume.SetUp failed for volume \"tls\" : request \"req-denied-")
                .endsWith("was refused: Denied: NotToday: ask tomorrow");
        assertThat(signer.requests().all())
                .filteredOn(each -> each.at("/spec/podName").asText().equals("denied"))
                .hasSize(1);
    }

    @Test
    @DisplayName("a certificate is renewed when its signer says that it is time, with a new key")
    void renewed() throws Exception {
        inspector(
                "renewed",
                "until grep -q PRIVATE /run/tls/b; do sleep 1; done; while true; do cat /run/tls/b; sleep 1; done",
                "'keyType':'ECDSAP256','credentialBundlePath':'b','maxExpirationSeconds':7200,'userAnnotations':{'"
                        + PodCertificateSigner.OLD + "':'yes'}");
        signer.requests()
                .awaitAll(
                        "two requests",
                        all -> all.stream()
                                        .filter(each -> each.at("/spec/podName")
                                                        .asText()
                                                        .equals("renewed")
                                                && each.at("/status/certificateChain")
                                                        .asText()
                                                        .startsWith("-----"))
                                        .map(each -> each.at("/spec/stubPKCS10Request")
                                                .asText())
                                        .distinct()
                                        .count()
                                > 1);
    }

    @Test
    @DisplayName("two pods that trust the signer talk to each other, and the server knows who the client is")
    void mutualTls() throws Exception {
        var volume = "'volumes':[{'name':'tls','projected':{'sources':[{'podCertificate':{'signerName':'"
                + PodCertificateSigner.NAME + "','keyType':'ECDSAP256','credentialBundlePath':'creds.pem'}},"
                + "{'clusterTrustBundle':{'signerName':'" + PodCertificateSigner.NAME
                + "','labelSelector':{},'path':'trust.pem'}}]}}]";
        var mounts = "'volumeMounts':[{'name':'tls','mountPath':'/run/tls'}]";
        make(
                ApiResource.PODS,
                "{'metadata':{'namespace':'default','name':'server','labels':{'app':'server'}},'spec':{'containers':[{'name':'c','image':'"
                        + AGNHOST + "','args':['mtlsserver','--listen=0.0.0.0:443','--server-creds=/run/tls/creds.pem',"
                        + "'--spiffe-trust-bundle=/run/tls/trust.pem']," + mounts + "}]," + volume + "}}");
        make(
                ApiResource.SERVICES,
                "{'metadata':{'namespace':'default','name':'server'},'spec':{'selector':{'app':'server'},'ports':[{'port':443}]}}");
        make(
                ApiResource.PODS,
                "{'metadata':{'namespace':'default','name':'client'},'spec':{'containers':[{'name':'c','image':'"
                        + AGNHOST
                        + "','args':['mtlsclient','--fetch-url=https://server.default.svc/spiffe-echo',"
                        + "'--server-trust-bundle=/run/tls/trust.pem','--client-cred-bundle=/run/tls/creds.pem'],"
                        + mounts
                        + "}]," + volume + "}}");
        await("client", "runs", each -> each.at("/status/phase").asText().equals("Running"));
        // It asks again until the server is there.
        try (var lines = get("client", "?follow=true", HttpResponse.BodyHandlers.ofLines())) {
            assertThat(lines.filter(line -> line.startsWith("Got")).findFirst())
                    .contains("Got response body: Client Identity: spiffe://example.com/pod/client");
        }
    }
}
