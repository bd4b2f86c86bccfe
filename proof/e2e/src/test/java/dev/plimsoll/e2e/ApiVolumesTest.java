package dev.plimsoll.e2e;

import static dev.plimsoll.e2e.Specs.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import java.io.IOException;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

// Acceptance of nodes: volumes, volume-updates, host-paths, claims
/** What pods have of the API and of the node, as files and variables, read inside containers. */
@Order(6)
class ApiVolumesTest implements UsualNode {
    private static ObjectNode done(RequestResult<ObjectNode> result) {
        assertThat(result.problem()).isEmpty();
        return result.done().orElseThrow();
    }

    /** Makes it, or gives one that an earlier test made these contents. */
    private static void data(RealNode node, String kind, String name, String data) {
        var resource = ApiResource.namespaced("", "v1", kind, kind.equals("secrets") ? "Secret" : "ConfigMap");
        var object = RealNode.json("{\"metadata\":{\"namespace\":\"default\",\"name\":\"" + name + "\"},"
                + (kind.equals("secrets") ? "\"stringData\"" : "\"data\"") + ":" + data + "}");
        if (!node.client.create(resource, object).problem().isEmpty())
            done(node.client.patch(resource, new ObjectName("default", name), new Patch.Merge(object)));
    }

    @Test
    void objectsAreFilesAndVariables(RealNode node) throws InterruptedException {
        data(node, "configmaps", "settings", "{\"color\":\"blue\",\"size\":\"L\"}");
        data(node, "secrets", "keys", "{\"word\":\"sesame\"}");
        var more = """
                ,"env":[{"name":"COLOR","valueFrom":{"configMapKeyRef":{"name":"settings","key":"color"}}},\
                {"name":"WORD","valueFrom":{"secretKeyRef":{"name":"keys","key":"word"}}},\
                {"name":"OWN","valueFrom":{"fieldRef":{"fieldPath":"metadata.name"}}},\
                {"name":"LIMIT","valueFrom":{"resourceFieldRef":{"resource":"limits.memory","divisor":"1Mi"}}},\
                {"name":"BOTH","value":"$(COLOR)-$(OWN)"}],\
                "volumeMounts":[{"name":"all","mountPath":"/all"},{"name":"own","mountPath":"/own","subPathExpr":"$(OWN)/logs"}]""";
        var volumes = """
                "volumes":[{"name":"own","emptyDir":{}},{"name":"all","projected":{"defaultMode":288,"sources":[\
                {"configMap":{"name":"settings","items":[{"key":"color","path":"deep/color"}]}},\
                {"secret":{"name":"keys"}},{"configMap":{"name":"not-there","optional":true}},\
                {"downwardAPI":{"items":[{"path":"labels","fieldRef":{"fieldPath":"metadata.labels"}},\
                {"path":"cpu","resourceFieldRef":{"containerName":"c","resource":"limits.cpu","divisor":"1m"}}]}}]}}]""";
        node.run(
                "p",
                with(Specs.pod(Specs.container("c", Specs.WAIT, Specs.both("100m 32Mi", "500m 64Mi"), more)), volumes));
        assertThat(node.exec.sh("p", "c", "echo $COLOR $WORD $OWN $LIMIT $BOTH"))
                .isEqualTo("blue sesame p 64 blue-p");
        assertThat(node.exec.sh("p", "c", "cat /all/deep/color; echo; cat /all/word; echo; cat /all/cpu"))
                .isEqualTo("blue\nsesame\n500");
        assertThat(node.exec.sh("p", "c", "stat -Lc %a /all/word; ls /all")).isEqualTo("440\ncpu\ndeep\nlabels\nword");
        assertThat(node.exec.sh("p", "c", "touch /own/here; mount | grep -c ' /own '"))
                .isEqualTo("1");
    }

    @Test
    void aChangeReachesAPodThatRunsInOnePiece(RealNode node) throws InterruptedException {
        data(node, "configmaps", "pair", "{\"a\":\"1\",\"b\":\"1\"}");
        var mounts =
                ",\"volumeMounts\":[{\"name\":\"m\",\"mountPath\":\"/m\"},{\"name\":\"m\",\"mountPath\":\"/one\",\"subPath\":\"a\"}]";
        // Who has the folder of before reads two files that belong together.
        var watch =
                "while true; do cd /m/..data && x=$(cat a b) && case $x in *1*2*|*2*1*) echo torn >> /tmp/torn;; esac; cd /; sleep 0.1; done & "
                        + Specs.WAIT;
        node.run(
                "p",
                with(
                        Specs.pod(Specs.container("c", watch, Specs.NONE, mounts)),
                        "\"volumes\":[{\"name\":\"m\",\"configMap\":{\"name\":\"pair\"}}]"));
        data(node, "configmaps", "pair", "{\"a\":\"2\",\"b\":\"2\"}");
        assertThat(node.exec.sh(
                        "p",
                        "c",
                        "until [ $(cat /m/a) = 2 ]; do sleep 1; done; cat /m/b; echo; cat /one; [ ! -e /tmp/torn ]"))
                .as("a single file that is mounted stays what it was")
                .isEqualTo("2\n1");
    }

    @Test
    void aPathOfTheNodeMustBeWhatThePodSays(RealNode node) throws IOException, InterruptedException {
        node.guest.sh("mkdir -p /root/paths; echo file > /root/paths/file");
        var types = new String[][] {
            {"/root/paths/file", "File"},
            {"/root/paths/made", "FileOrCreate"},
            {"/run/containerd/containerd.sock", "Socket"},
            {"/dev/null", "CharDevice"},
            {"/dev/nvme0n1", "BlockDevice"},
        };
        var volumes = new StringBuilder();
        var mounts = new StringBuilder();
        for (var i = 0; i < types.length; i++) {
            volumes.append(i == 0 ? "" : ",")
                    .append("{\"name\":\"v%d\",\"hostPath\":{\"path\":\"%s\",\"type\":\"%s\"}}"
                            .formatted(i, types[i][0], types[i][1]));
            mounts.append(i == 0 ? "" : ",").append("{\"name\":\"v%d\",\"mountPath\":\"/v%d\"}".formatted(i, i));
        }
        node.run(
                "p",
                with(
                        Specs.pod(Specs.container("c", Specs.WAIT, Specs.NONE, ",\"volumeMounts\":[" + mounts + "]")),
                        "\"volumes\":[" + volumes + "]"));
        assertThat(node.exec.sh("p", "c", "cat /v0; [ -f /v1 ] && [ -S /v2 ] && [ -c /v3 ] && [ -b /v4 ] && echo all"))
                .isEqualTo("file\nall");

        node.create(
                "q",
                with(
                        Specs.pod(Specs.container(
                                "c",
                                Specs.WAIT,
                                Specs.NONE,
                                ",\"volumeMounts\":[{\"name\":\"v\",\"mountPath\":\"/v\"}]")),
                        "\"volumes\":[{\"name\":\"v\",\"hostPath\":{\"path\":\"/root/paths/file\",\"type\":\"Directory\"}}]"));
        node.awaitEvent(
                "q",
                "FailedMount",
                message -> message.contains("hostPath type check failed: /root/paths/file is not a directory"));
    }

    /** A claim that an administrator has bound. */
    private static void bound(RealNode node, String name, String source) {
        var claim = done(node.client.create(ApiResource.CLAIMS, RealNode.json("""
                {"metadata":{"namespace":"default","name":"%s"},"spec":{"volumeName":"%s","storageClassName":"","accessModes":["ReadWriteOnce"],\
                "resources":{"requests":{"storage":"1Gi"}}}}""".formatted(name, name))));
        done(node.client.create(ApiResource.VOLUMES, RealNode.json("""
                {"metadata":{"name":"%s"},"spec":{"capacity":{"storage":"1Gi"},"accessModes":["ReadWriteOnce"],"storageClassName":"",\
                "claimRef":{"namespace":"default","name":"%s","uid":"%s"},%s}}""".formatted(
                        name, name, claim.at("/metadata/uid").asText(), source))));
        done(node.client.patch(
                ApiResource.CLAIMS.sub("status"),
                new ObjectName("default", name),
                new Patch.Merge(RealNode.json("{\"status\":{\"phase\":\"Bound\"}}"))));
    }

    private static String claiming(String claim) {
        return with(
                Specs.pod(Specs.container(
                        "c", Specs.WAIT, Specs.NONE, ",\"volumeMounts\":[{\"name\":\"v\",\"mountPath\":\"/v\"}]")),
                "\"volumes\":[{\"name\":\"v\",\"persistentVolumeClaim\":{\"claimName\":\"" + claim + "\"}}]");
    }

    @Test
    void volumesOfTheNodeOutliveTheirPods(RealNode node) throws IOException, InterruptedException {
        node.guest.sh("mkdir -p /root/disk-1 /root/disk-2");
        bound(node, "by-path", "\"hostPath\":{\"path\":\"/root/disk-1\"}");
        bound(
                node,
                "local",
                "\"local\":{\"path\":\"/root/disk-2\"},\"nodeAffinity\":{\"required\":{\"nodeSelectorTerms\":[{\"matchExpressions\":"
                        + "[{\"key\":\"kubernetes.io/hostname\",\"operator\":\"In\",\"values\":[\"" + RealNode.NAME
                        + "\"]}]}]}}");
        bound(node, "far", "\"nfs\":{\"server\":\"nowhere.example\",\"path\":\"/\"}");
        for (var claim : new String[] {"by-path", "local"}) {
            node.run("writes-" + claim, claiming(claim));
            node.exec.sh("writes-" + claim, "c", "echo kept > /v/file");
            node.delete("writes-" + claim);
            node.pods.awaitNone(
                    "the end of it", pod -> pod.at("/metadata/name").asText().startsWith("writes-"));
            node.run("reads-" + claim, claiming(claim));
            assertThat(node.exec.sh("reads-" + claim, "c", "cat /v/file")).isEqualTo("kept");
        }
        node.create("refused", claiming("far"));
        node.awaitEvent("refused", "FailedMount", message -> message.contains("persistent volumes of kind nfs"));
    }
}
