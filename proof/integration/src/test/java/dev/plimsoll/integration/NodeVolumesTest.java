package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.cri.config.ContainerConfig.Mount;
import dev.plimsoll.tls.HeldCertificate;
import dev.plimsoll.tls.KeyType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of nodes: volumes, volume-updates, image-volumes, image-pulls, names
/** A whole node whose pods plant links in their volumes: what the runtime is told to mount never leaves them. */
@Timeout(120)
class NodeVolumesTest {
    private static final ApiResource CONFIG_MAPS = ApiResource.namespaced("", "v1", "configmaps", "ConfigMap");
    private static final ApiResource SECRETS = ApiResource.namespaced("", "v1", "secrets", "Secret");

    @TempDir
    static Path top;

    private static NodeOnFakeRuntime node;
    private static Path outside;

    @BeforeAll
    static void start() throws IOException {
        node = new NodeOnFakeRuntime(top);
        outside = Files.createDirectories(top.resolve("outside"));
        Files.writeString(outside.resolve("file"), "outside");
        make(CONFIG_MAPS, "{\"metadata\":{\"namespace\":\"default\",\"name\":\"m\"},\"data\":{\"k\":\"1\"}}");
        make(SECRETS, "{\"metadata\":{\"namespace\":\"default\",\"name\":\"s\"},\"stringData\":{\"k\":\"2\"}}");
    }

    private static void make(ApiResource resource, String text) {
        assertThat(node.client.create(resource, Server.json(text)).problem()).isEmpty();
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    private static String spec(String volumes, String... mounts) {
        return "{\"terminationGracePeriodSeconds\":1,\"volumes\":[" + volumes
                + "],\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"env\":[{\"name\":\"WHO\",\"value\":\"me\"}],\"volumeMounts\":["
                + String.join(",", mounts) + "]}]}";
    }

    private static String mount(String volume, String path, String more) {
        return "{\"name\":\"" + volume + "\",\"mountPath\":\"" + path + "\"" + more + "}";
    }

    private static Map<String, Mount> mounts(ObjectNode pod) {
        return node.runtime.mounts(NodeOnFakeRuntime.id(pod, "c")).stream()
                .collect(Collectors.toMap(Mount::containerPath, Function.identity()));
    }

    private static final String ALL = """
            {"name":"m","configMap":{"name":"m"}},
            {"name":"s","secret":{"secretName":"s","defaultMode":256}},
            {"name":"d","downwardAPI":{"items":[{"path":"name","fieldRef":{"fieldPath":"metadata.name"}}]}},
            {"name":"p","projected":{"sources":[{"configMap":{"name":"m"}},{"secret":{"name":"s","items":[{"key":"k","path":"x/y","mode":384}]}}]}},
            {"name":"e","emptyDir":{}}""";

    @Test
    void anImageIsPulledAndTheRuntimeMountsIt() throws IOException, InterruptedException {
        var pulls = node.runtime.pullers().size();
        node.create(
                "image",
                spec(
                        "{\"name\":\"a\",\"image\":{\"reference\":\"registry/model:1\"}}",
                        mount("a", "/all", ""),
                        mount("a", "/part", ",\"subPath\":\"weights\"")));
        var mounts = mounts(node.awaitRunning("image"));
        assertThat(mounts.get("/all")).isEqualTo(Mount.ofImage("/all", "registry/model:1", ""));
        assertThat(mounts.get("/part")).isEqualTo(Mount.ofImage("/part", "registry/model:1", "weights"));
        assertThat(node.runtime.pullers().size())
                .as("its own image and that of the volume")
                .isEqualTo(pulls + 2);

        node.create(
                "absent",
                spec(
                        "{\"name\":\"a\",\"image\":{\"reference\":\"registry/other:1\",\"pullPolicy\":\"Never\"}}",
                        mount("a", "/all", "")));
        node.await(
                "absent",
                "waits for the image of its volume",
                pod -> NodeOnFakeRuntime.container(pod, "c")
                        .at("/state/waiting/reason")
                        .asText()
                        .equals("ErrImageNeverPull"));
    }

    @Test
    void whatTheNodeWritesIsMountedReadOnly() throws IOException, InterruptedException {
        node.create(
                "kinds",
                spec(
                        ALL,
                        mount("m", "/m", ""),
                        mount("s", "/s", ",\"readOnly\":false"),
                        mount("d", "/d", ""),
                        mount("p", "/p", ""),
                        mount("e", "/e", ""),
                        mount("m", "/key", ",\"subPath\":\"k\""),
                        mount("e", "/me", ",\"subPathExpr\":\"a/$(WHO)\"")));
        var pod = node.awaitRunning("kinds");
        var mounts = mounts(pod);
        for (var path : List.of("/m", "/s", "/d", "/p", "/key"))
            assertThat(mounts.get(path).readOnly()).as(path).isTrue();
        for (var path : List.of("/e", "/me"))
            assertThat(mounts.get(path).readOnly()).as(path).isFalse();
        assertThat(Path.of(mounts.get("/m").hostPath()).resolve("k")).hasContent("1");
        var secret = Path.of(mounts.get("/s").hostPath());
        assertThat(secret.resolve("k")).hasContent("2");
        assertThat((int) Files.getAttribute(secret.resolve("k"), "unix:mode") & 0_777)
                .isEqualTo(0_400);
        assertThat(Path.of(mounts.get("/d").hostPath()).resolve("name")).hasContent("kinds");
        assertThat(Path.of(mounts.get("/p").hostPath()).resolve("x/y")).hasContent("2");
        assertThat(node.mounts.all())
                .anySatisfy(each -> {
                    assertThat(each.target()).isEqualTo(secret);
                    assertThat(each.source()).isEqualTo("tmpfs");
                })
                .anySatisfy(each -> {
                    assertThat(each.target()).hasToString(mounts.get("/me").hostPath());
                    assertThat(each.source()).isEqualTo(mounts.get("/e").hostPath() + "/a/me");
                })
                .anySatisfy(each ->
                        assertThat(each.target()).hasToString(mounts.get("/key").hostPath()));
    }

    @Test
    void aCertificateOfThePodIsInMemory() throws Exception {
        make(
                ApiResource.namespaced("", "v1", "serviceaccounts", "ServiceAccount"),
                "{\"metadata\":{\"namespace\":\"default\",\"name\":\"worker\"}}");
        try (var signer = new PodCertificateSigner(node.client)) {
            node.create(
                    "certified",
                    spec(
                                    "{\"name\":\"t\",\"projected\":{\"sources\":[{\"podCertificate\":{\"signerName\":\""
                                            + PodCertificateSigner.NAME
                                            + "\",\"keyType\":\"ED25519\",\"credentialBundlePath\":\"bundle.pem\"}}]}}",
                                    mount("t", "/t", ""))
                            .replaceFirst(
                                    "\\{",
                                    "{\"serviceAccountName\":\"worker\",\"automountServiceAccountToken\":false,"));
            var volume = mounts(node.awaitRunning("certified")).get("/t");
            assertThat(volume.readOnly()).isTrue();
            var held = HeldCertificate.read(
                    Files.readString(Path.of(volume.hostPath()).resolve("bundle.pem")));
            assertThat(KeyType.of(held.certificate().getPublicKey())).contains(KeyType.ED25519);
            assertThat(node.mounts.all()).anySatisfy(each -> {
                assertThat(each.target()).hasToString(volume.hostPath());
                assertThat(each.source()).isEqualTo("tmpfs");
            });
            assertThat(signer.problems).isEmpty();
        }
    }

    @Test
    void aPlantedLinkIsNeitherMountedNorFollowedWhenThePodGoes() throws IOException, InterruptedException {
        node.create(
                "planter",
                spec("{\"name\":\"e\",\"emptyDir\":{}}", mount("e", "/e", ""), mount("e", "/x", ",\"subPath\":\"x\"")));
        var pod = node.awaitRunning("planter");
        var volume = Path.of(mounts(pod).get("/e").hostPath());
        Files.delete(volume.resolve("x"));
        Files.createSymbolicLink(volume.resolve("x"), outside);
        Files.createSymbolicLink(volume.resolve("y"), Path.of("/etc"));
        node.runtime.exit(NodeOnFakeRuntime.id(pod, "c"), 1, "Error");
        var message = said("planter", "failed to prepare subPath for volumeMount \"e\" of container \"c\"");
        assertThat(message).contains("leads out of its folder").doesNotContain(top.toString());

        assertThat(node.client
                        .delete(ApiResource.PODS, new ObjectName("default", "planter"), DeleteOptions.DEFAULT)
                        .problem())
                .isEmpty();
        node.pods.awaitNone(
                "planter", each -> each.at("/metadata/name").asText().equals("planter"));
        assertThat(outside.resolve("file")).hasContent("outside");
        assertThat(volume).doesNotExist();
    }

    @Test
    void aVariableThatIsNotThereFails() throws InterruptedException {
        node.create(
                "unknown",
                spec("{\"name\":\"e\",\"emptyDir\":{}}", mount("e", "/e", ",\"subPathExpr\":\"$(NOBODY)\"")));
        said(
                "unknown",
                "failed to expand subPath for volumeMount \"e\" of container \"c\": missing value for \"NOBODY\"");
    }

    @Test
    void aPodWaitsForAConfigMapThatIsNotThere() throws InterruptedException {
        node.create("early", spec("{\"name\":\"late\",\"configMap\":{\"name\":\"late\"}}", mount("late", "/late", "")));
        said("early", "MountVolume.SetUp failed for volume \"late\" : configmaps \"late\" not found");
        node.await(
                "early",
                "waits",
                pod -> NodeOnFakeRuntime.container(pod, "c")
                        .at("/state/waiting/reason")
                        .asText()
                        .equals("ContainerCreating"));
        make(CONFIG_MAPS, "{\"metadata\":{\"namespace\":\"default\",\"name\":\"late\"},\"data\":{\"k\":\"3\"}}");
        var pod = node.awaitRunning("early");
        assertThat(Path.of(mounts(pod).get("/late").hostPath()).resolve("k")).hasContent("3");
    }

    @Test
    void aChangeReachesPodsThatRun() throws InterruptedException {
        make(CONFIG_MAPS, "{\"metadata\":{\"namespace\":\"default\",\"name\":\"changing\"},\"data\":{\"k\":\"old\"}}");
        node.create("reader", spec("{\"name\":\"v\",\"configMap\":{\"name\":\"changing\"}}", mount("v", "/v", "")));
        var pod = node.awaitRunning("reader");
        var file = Path.of(mounts(pod).get("/v").hostPath()).resolve("k");
        assertThat(file).hasContent("old");
        var changed = Server.json("{\"data\":{\"k\":\"new\"}}");
        assertThat(node.client
                        .patch(CONFIG_MAPS, new ObjectName("default", "changing"), new Patch.Merge(changed))
                        .problem())
                .isEmpty();
        var record = node.state().pod(pod.at("/metadata/uid").asText());
        assertThat(record).isNotNull();
        node.agent()
                .runtime()
                .refreshVolumes(record.allocatedPod(), record.observed().podIp());
        assertThat(file).hasContent("new");
    }

    @Test
    void everyContainerHasTheHostsFileOfItsPod() throws InterruptedException {
        node.create(
                "aliases",
                "{\"terminationGracePeriodSeconds\":1,\"hostname\":\"web\",\"subdomain\":\"shop\",\"hostAliases\":[{\"ip\":\"10.9.8.7\","
                        + "\"hostnames\":[\"a\",\"b\"]}],\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}");
        var pod = node.awaitRunning("aliases");
        var mount = mounts(pod).get("/etc/hosts");
        assertThat(mount.readOnly()).isFalse();
        assertThat(Path.of(mount.hostPath()))
                .content()
                .startsWith("# Kubernetes-managed hosts file.\n127.0.0.1\tlocalhost\n")
                .endsWith("\n# Entries added by HostAliases.\n10.9.8.7\ta\tb\n");
    }

    /** Waits for an event of a pod, and returns what it says. */
    private static String said(String pod, String text) throws InterruptedException {
        return node.events
                .await(
                        text,
                        event -> event.at("/involvedObject/name").asText().equals(pod)
                                && event.path("message").asText().contains(text))
                .path("message")
                .asText();
    }
}
