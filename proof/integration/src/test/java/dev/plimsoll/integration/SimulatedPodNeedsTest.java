package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.nodeagent.runtime.CommandOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// Acceptance of nodes: container-files, images, messages, names
/** What pods of usual charts need: on a simulated node they get it, or wait for it with the reasons of a kubelet. */
class SimulatedPodNeedsTest {
    private static final ApiResource CONFIG_MAPS = ApiResource.namespaced("", "v1", "configmaps", "ConfigMap");

    @TempDir
    static Path folder;

    private static SimulatedCluster cluster;

    @BeforeAll
    static void start() {
        cluster = new SimulatedCluster(folder);
    }

    @AfterAll
    static void close() {
        cluster.close();
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }

    private static void make(ApiResource resource, String text) {
        assertThat(cluster.client.create(resource, Server.json(json(text))).problem())
                .isEmpty();
    }

    private static JsonNode waiting(JsonNode pod) {
        return pod.at("/status/containerStatuses/0/state/waiting");
    }

    private static String run(ObjectNode pod, String command) {
        var agent = cluster.nodes().agents().get(SimulatedCluster.NODE);
        assertThat(agent).isNotNull();
        var outcome = agent.runtime()
                .run(pod.at("/metadata/uid").asText(), "c", List.of("/bin/sh", "-c", command), Duration.ofSeconds(30));
        assertThat(outcome).isInstanceOf(CommandOutcome.Exited.class);
        return ((CommandOutcome.Exited) outcome).output();
    }

    @Test
    @DisplayName("a container that takes a variable of a config map waits for it, and runs when it is there")
    void variable() throws Exception {
        cluster.create(
                "needs-variable",
                json("{'containers':[{'name':'c','image':'i','env':[{'name':'V','valueFrom':{'configMapKeyRef':"
                        + "{'name':'settings','key':'v'}}}]}]}"));
        var pod = cluster.await(
                "needs-variable",
                "cannot be made",
                each -> waiting(each).path("reason").asText().equals("CreateContainerConfigError"));
        assertThat(waiting(pod).path("message").asText()).isEqualTo("configmaps \"settings\" not found");
        var told = cluster.awaitEvent(
                "Failed", event -> event.at("/involvedObject/name").asText().equals("needs-variable"));
        assertThat(told.path("message").asText()).isEqualTo("Error: configmaps \"settings\" not found");
        assertThat(told.at("/involvedObject/fieldPath").asText()).isEqualTo("spec.containers{c}");

        make(CONFIG_MAPS, "{'metadata':{'namespace':'default','name':'settings'},'data':{'v':'7'}}");
        assertThat(run(cluster.awaitReady("needs-variable"), "echo $V")).isEqualTo("7\n");
    }

    @Test
    @DisplayName("a pod that mounts a config map waits for it, and runs when it is there")
    void volume() throws Exception {
        cluster.create(
                "needs-volume",
                json("{'volumes':[{'name':'v','configMap':{'name':'mounted'}}],'containers':[{'name':'c','image':'i',"
                        + "'volumeMounts':[{'name':'v','mountPath':'/v'}]}]}"));
        var told = cluster.awaitEvent(
                "FailedMount",
                event -> event.at("/involvedObject/name").asText().equals("needs-volume"));
        assertThat(told.path("message").asText())
                .isEqualTo("MountVolume.SetUp failed for volume \"v\" : configmaps \"mounted\" not found");
        make(CONFIG_MAPS, "{'metadata':{'namespace':'default','name':'mounted'},'data':{'k':'8'}}");
        assertThat(run(cluster.awaitReady("needs-volume"), "cat /v/k")).isEqualTo("8");
    }

    @Test
    @DisplayName("a part of a volume by an expression over variables")
    void subPathExpr() throws Exception {
        var pod = cluster.run(
                "sub-path",
                json(
                        "{'volumes':[{'name':'v','emptyDir':{}}],'containers':[{'name':'c','image':'i','env':[{'name':'WHO',"
                                + "'valueFrom':{'fieldRef':{'fieldPath':'metadata.name'}}}],'volumeMounts':[{'name':'v','mountPath':'/all'},"
                                + "{'name':'v','mountPath':'/own','subPathExpr':'logs/$(WHO)'}]}]}"));
        assertThat(run(pod, "echo hi > /own/file; cat /all/logs/sub-path/file")).isEqualTo("hi\n");
    }

    @Test
    @DisplayName("an expression that leads out of its volume keeps the container from being made")
    void subPathExprOutOfVolume() throws Exception {
        cluster.create(
                "sub-path-out",
                json(
                        "{'volumes':[{'name':'v','emptyDir':{}}],'containers':[{'name':'c','image':'i','env':[{'name':'WHERE',"
                                + "'value':'/tmp'}],'volumeMounts':[{'name':'v','mountPath':'/own','subPathExpr':'$(WHERE)'}]}]}"));
        var pod = cluster.await(
                "sub-path-out",
                "cannot be made",
                each -> waiting(each).path("reason").asText().equals("CreateContainerConfigError"));
        assertThat(waiting(pod).path("message").asText())
                .isEqualTo(
                        "failed to prepare subPath for volumeMount \"v\" of container \"c\": must be relative and without '..'");
    }

    @Test
    @DisplayName("an init container copies a program out of its image, and the container runs it")
    void copiedProgram() throws Exception {
        var pod = cluster.run(
                "copied-program",
                json("{'volumes':[{'name':'v','emptyDir':{}}],'initContainers':["
                        + "{'name':'copy','image':'quay.io/argoproj/argocd:v3','command':['sh','-c'],'args':["
                        + "'/bin/cp --update=none /usr/local/bin/argocd /v/argocd && /bin/ln -s /v/argocd /v/argocd-cmp-server'],"
                        + "'volumeMounts':[{'name':'v','mountPath':'/v'}]},"
                        + "{'name':'agent','image':'agent:1','command':['cp','-r','/agent/.','/v'],"
                        + "'volumeMounts':[{'name':'v','mountPath':'/v'}]}],"
                        + "'containers':[{'name':'c','image':'plugin','command':['/v/argocd-cmp-server'],"
                        + "'volumeMounts':[{'name':'v','mountPath':'/v'}]}]}"));
        assertThat(pod.at("/status/containerStatuses/0/restartCount").asInt()).isZero();
        assertThat(run(pod, "readlink /v/argocd-cmp-server; cat /v/argocd-cmp-server"))
                .isEqualTo("/v/argocd\nsimulated\n");
        assertThat(run(pod, "/v/argocd version 2>&1; echo $?"))
                .isEqualTo("/bin/sh: /v/argocd: a simulated container has the file, and cannot run it\n126\n");
    }

    @Test
    @DisplayName("a volume of an image shows what is known of the image, and is read-only")
    void imageVolume() throws Exception {
        var pod = cluster.run(
                "image-volume",
                json(
                        "{'volumes':[{'name':'site','image':{'reference':'docker.io/library/nginx:1.27'}},"
                                + "{'name':'cat','image':{'reference':'registry.k8s.io/e2e-test-images/kitten:1.8'}}],"
                                + "'containers':[{'name':'c','image':'busybox','command':['sleep','infinity'],'volumeMounts':["
                                + "{'name':'site','mountPath':'/site','subPath':'usr/share/nginx'},{'name':'cat','mountPath':'/cat'}]}]}"));
        assertThat(run(pod, "cat /site/html/index.html")).contains("Welcome to nginx!");
        assertThat(run(pod, "cat /cat/data.json; grep NAME= /cat/etc/os-release | head -n 1"))
                .isEqualTo("{\"image\": \"kitten.jpg\"}\nNAME=\"Alpine Linux\"\n");
        assertThat(run(pod, "echo x > /cat/new 2>&1; echo $?")).contains("Read-only file system");
    }

    @Test
    @DisplayName("a file that is in no image is missed by an init container")
    void missingFile() throws Exception {
        cluster.create(
                "missing-file",
                json("{'restartPolicy':'Never','volumes':[{'name':'v','emptyDir':{}}],'initContainers':["
                        + "{'name':'copy','image':'tools','command':['cp','/v/none','/v/other'],"
                        + "'volumeMounts':[{'name':'v','mountPath':'/v'}]}],"
                        + "'containers':[{'name':'c','image':'i'}]}"));
        var pod = cluster.await(
                "missing-file",
                "failed",
                each -> each.at("/status/phase").asText().equals("Failed"));
        assertThat(pod.at("/status/initContainerStatuses/0/state/terminated/exitCode")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    @DisplayName("containers of a pod that is not initialized wait for that, the init containers too")
    void initializing() throws Exception {
        cluster.create(
                "init-fails",
                json("{'restartPolicy':'Never','initContainers':[{'name':'first','image':'i','command':['false']},"
                        + "{'name':'second','image':'i'}],'containers':[{'name':'c','image':'i'}]}"));
        var pod = cluster.await(
                "init-fails",
                "failed",
                each -> each.at("/status/phase").asText().equals("Failed"));
        assertThat(pod.at("/status/initContainerStatuses/1/state/waiting/reason")
                        .asText())
                .isEqualTo("PodInitializing");
        assertThat(waiting(pod).path("reason").asText()).isEqualTo("PodInitializing");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "file, File, `echo -n DONE > /dev/termination-log; exit 1`, DONE",
                "nothing, File, `echo -n LOST; exit 1`, ``",
                "log, FallbackToLogsOnError, `echo -n DONE; exit 1`, DONE",
                "lines, FallbackToLogsOnError, `echo one; echo two; exit 1`, `one\ntwo\n`",
                "success, FallbackToLogsOnError, `echo -n DONE`, ``",
                "both, FallbackToLogsOnError, `echo -n LOG; echo -n FILE > /dev/termination-log; exit 1`, FILE"
            })
    @DisplayName("what a container leaves at its end is in its status")
    void terminationMessage(String name, String policy, String command, String expected) throws Exception {
        cluster.create(
                "message-" + name,
                json("{'restartPolicy':'Never','containers':[{'name':'c','image':'i','terminationMessagePolicy':'"
                        + policy + "','command':['sh','-c','" + command + "']}]}"));
        var pod = cluster.await(
                "message-" + name,
                "ended",
                each -> each.at("/status/containerStatuses/0/state").has("terminated"));
        assertThat(pod.at("/status/containerStatuses/0/state/terminated/message")
                        .asText())
                .isEqualTo(expected.replace("\\n", "\n"));
    }

    @Test
    @DisplayName("the hosts file has the pod and its aliases")
    void hosts() throws Exception {
        var pod = cluster.run(
                "hosts",
                json(
                        "{'hostAliases':[{'ip':'10.9.8.7','hostnames':['a','b']}],'containers':[{'name':'c','image':'i'}]}"));
        assertThat(run(pod, "cat /etc/hosts"))
                .startsWith("# Kubernetes-managed hosts file.\n127.0.0.1\tlocalhost\n")
                .contains("\n" + pod.at("/status/podIP").asText() + "\thosts\n")
                .endsWith("\n# Entries added by HostAliases.\n10.9.8.7\ta\tb\n");
    }

    @Test
    @DisplayName("containers have variables for the services of their namespace, unless they want none")
    void services() throws Exception {
        make(
                ApiResource.SERVICES,
                "{'metadata':{'namespace':'default','name':'my-shop'},'spec':{'ports':[{'name':'web','port':8765,'targetPort':80}]}}");
        var ip = cluster.client
                .get(ApiResource.SERVICES, SimulatedCluster.named("my-shop"))
                .done()
                .orElseThrow()
                .at("/spec/clusterIP")
                .asText();
        var pod = cluster.run("with-links", json("{'containers':[{'name':'c','image':'i'}]}"));
        assertThat(run(pod, "env | grep MY_SHOP | sort").lines())
                .containsExactly(
                        "MY_SHOP_PORT=tcp://" + ip + ":8765",
                        "MY_SHOP_PORT_8765_TCP=tcp://" + ip + ":8765",
                        "MY_SHOP_PORT_8765_TCP_ADDR=" + ip,
                        "MY_SHOP_PORT_8765_TCP_PORT=8765",
                        "MY_SHOP_PORT_8765_TCP_PROTO=tcp",
                        "MY_SHOP_SERVICE_HOST=" + ip,
                        "MY_SHOP_SERVICE_PORT=8765",
                        "MY_SHOP_SERVICE_PORT_WEB=8765");
        var without = cluster.run(
                "without-links", json("{'enableServiceLinks':false,'containers':[{'name':'c','image':'i'}]}"));
        assertThat(run(without, "env | grep -c MY_SHOP")).isEqualTo("0\n");
    }
}
