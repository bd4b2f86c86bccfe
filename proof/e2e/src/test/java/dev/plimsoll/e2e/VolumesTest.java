package dev.plimsoll.e2e;

import static dev.plimsoll.e2e.RealNode.condition;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import java.io.IOException;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

// Acceptance of nodes: resize-memory-volume, volumes, image-volumes
/** Volumes of real containers that plant links in them. */
@Order(6)
class VolumesTest implements UsualNode {
    private static final ApiResource CONFIG_MAPS = ApiResource.namespaced("", "v1", "configmaps", "ConfigMap");
    private static final ApiResource SECRETS = ApiResource.namespaced("", "v1", "secrets", "Secret");
    private static final String EMPTY = "\"volumes\":[{\"name\":\"e\",\"emptyDir\":{}}]";

    private static String pod(String volumes, String script, String mounts) {
        return "{" + volumes + ",\"containers\":["
                + Specs.container("c", script, Specs.NONE, ",\"volumeMounts\":[" + mounts + "]") + "]}";
    }

    private static String mount(String volume, String path, String more) {
        return "{\"name\":\"" + volume + "\",\"mountPath\":\"" + path + "\"" + more + "}";
    }

    private static String folder(ObjectNode pod) {
        return "/var/lib/plimsoll/pods/" + pod.at("/metadata/uid").asText();
    }

    @Test
    void whatTheNodeWritesCannotBeWrittenByContainers(RealNode node) throws IOException, InterruptedException {
        node.client.create(
                CONFIG_MAPS,
                RealNode.json("{\"metadata\":{\"namespace\":\"default\",\"name\":\"m\"},\"data\":{\"k\":\"1\"}}"));
        node.client.create(
                SECRETS,
                RealNode.json(
                        "{\"metadata\":{\"namespace\":\"default\",\"name\":\"s\"},\"stringData\":{\"k\":\"2\"}}"));
        var pod = node.run(
                "kinds",
                pod(
                        "\"volumes\":[{\"name\":\"m\",\"configMap\":{\"name\":\"m\"}},{\"name\":\"s\",\"secret\":{\"secretName\":\"s\"}}]",
                        "cat /m/k /s/k /key; exec 2>/dev/null; touch /m/x || echo refused; rm /s/k || echo refused; echo x > /key || echo refused; "
                                + Specs.WAIT,
                        mount("m", "/m", "") + "," + mount("s", "/s", ",\"readOnly\":false") + ","
                                + mount("m", "/key", ",\"subPath\":\"k\"")));
        assertThat(node.log("kinds", "c")).startsWith("121").containsSubsequence("refused", "refused", "refused");
        assertThat(node.guest.sh("mount | grep " + folder(pod) + "/volumes/secret/s"))
                .contains("tmpfs");
        assertThat(node.guest.sh("stat -c %a " + folder(pod))).isEqualTo("700");
    }

    /** containerd mounts images from 2.1 on; an older one cannot make the container, and the pod says so. */
    @Test
    void theFilesOfAnImageAreMountedWhereTheRuntimeCan(RealNode node) throws IOException, InterruptedException {
        var spec = pod(
                "\"volumes\":[{\"name\":\"i\",\"image\":{\"reference\":\"localhost/pause:e2e\",\"pullPolicy\":\"Never\"}}]",
                Specs.WAIT,
                mount("i", "/image", ""));
        if (node.guest.sh("containerd --version").contains(" 1.")) {
            node.create("image", spec);
            var pod = node.await(
                    "image",
                    "refused by the runtime",
                    each -> RealNode.container(each, "c")
                            .at("/state/waiting/reason")
                            .asText()
                            .equals("CreateContainerError"));
            assertThat(condition(pod, "Ready").path("status").asText()).isEqualTo("False");
        } else {
            node.run("image", spec);
            assertThat(node.exec.sh("image", "c", "ls /image; touch /image/x 2>/dev/null || echo refused"))
                    .contains("bin", "tmp", "refused");
        }
    }

    @Test
    void aPlantedLinkIsNotMountedAndWhatItLeadsToOutlivesThePod(RealNode node)
            throws IOException, InterruptedException {
        node.guest.sh("mkdir -p /outside && echo secret > /outside/f");
        var pod = node.run(
                "planter",
                pod(
                        EMPTY,
                        "[ -L /e/x ] && exit 0; rmdir /e/x; ln -s /outside /e/x; ln -s ../../../../../../../outside /e/y; exit 1",
                        mount("e", "/e", "") + "," + mount("e", "/x", ",\"subPath\":\"x\"")));
        node.awaitEvent(
                "planter",
                "Failed",
                message -> message.contains("failed to prepare subPath for volumeMount \"e\" of container \"c\""));
        node.clear();
        node.guest.await("[ ! -e " + folder(pod) + " ]");
        assertThat(node.guest.sh("cat /outside/f")).isEqualTo("secret");
        assertThat(node.guest.sh("grep -c plimsoll/pods /proc/mounts || true")).isEqualTo("0");
    }

    @Test
    void aSwappedLinkNeverLeadsOut(RealNode node) throws IOException, InterruptedException {
        node.guest.sh("mkdir -p /outside && echo secret > /outside/f");
        node.run(
                "swapper",
                pod(
                        EMPTY,
                        "mkdir -p /e/real; i=0; while [ $i -lt 20000 ]; do ln -s /outside /e/o; mv -f /e/o /e/x; ln -s real /e/i; mv -f /e/i /e/x; i=$((i+1)); done; "
                                + Specs.WAIT,
                        mount("e", "/e", "")));
        for (var i = 0; i < 5; i++) {
            var name = "reader-" + i;
            var path = node.guest.sh("ls -d /var/lib/plimsoll/pods/*/volumes/empty-dir/e | head -n 1");
            node.create(
                    name,
                    pod(
                            "\"volumes\":[{\"name\":\"e\",\"hostPath\":{\"path\":\"" + path + "\"}}]",
                            "cat /x/f; echo done; " + Specs.WAIT,
                            mount("e", "/x", ",\"subPath\":\"x\"")));
        }
        for (var i = 0; i < 5; i++) {
            var name = "reader-" + i;
            node.await(
                    name,
                    "tried",
                    each -> RealNode.container(each, "c").path("state").size() > 0);
            assertThat(node.log(name, "c")).doesNotContain("secret");
        }
    }

    @Test
    void aVolumeInMemoryFollowsItsSize(RealNode node) throws IOException, InterruptedException {
        var container = Specs.container(
                "c", Specs.WAIT, Specs.exactly("200m 96Mi"), ",\"volumeMounts\":[" + mount("e", "/e", "") + "]");
        var pod = node.run("sized", "{" + inMemory("32Mi") + ",\"containers\":[" + container + "]}");
        assertThat(kilobytes(node)).isEqualTo("32768");

        resized(node, "64Mi", 2);
        assertThat(kilobytes(node)).isEqualTo("65536");
        node.exec.sh("sized", "c", "dd if=/dev/zero of=/e/f bs=1M count=40 2> /dev/null");
        node.wish("sized", "{" + inMemory("16Mi") + "}");
        var refused = node.await(
                "sized",
                "refused",
                each -> condition(each, "PodResizeInProgress")
                        .path("reason")
                        .asText()
                        .equals("Error"));
        assertThat(condition(refused, "PodResizeInProgress").path("message").asText())
                .startsWith("failed to resize volume e: ");
        assertThat(kilobytes(node)).isEqualTo("65536");

        node.exec.sh("sized", "c", "rm /e/f");
        var smaller = node.awaitResized("sized", 3);
        assertThat(kilobytes(node)).isEqualTo("16384");
        assertThat(RealNode.id(smaller, "c")).as("it was not restarted").isEqualTo(RealNode.id(pod, "c"));
    }

    private static String inMemory(String size) {
        return "\"volumes\":[{\"name\":\"e\",\"emptyDir\":{\"medium\":\"Memory\",\"sizeLimit\":\"" + size + "\"}}]";
    }

    private static void resized(RealNode node, String size, long generation) throws InterruptedException {
        assertThat(node.wish("sized", "{" + inMemory(size) + "}").problem()).isEmpty();
        node.awaitResized("sized", generation);
    }

    /** The size of the volume as the container sees it. */
    private static String kilobytes(RealNode node) throws InterruptedException {
        return node.exec.sh("sized", "c", "df -k /e | tail -n 1").split("\\s+", -1)[1];
    }
}
