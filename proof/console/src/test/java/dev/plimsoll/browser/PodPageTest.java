package dev.plimsoll.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.console.ConsoleServer;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.objects.pod.PodResizePatch;
import dev.plimsoll.objects.policy.ResourceQuotaObject;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What nodes, quotas and the past tell, on a cluster whose pods use something. */
// Acceptance of the console: pod-states, pod-timeline, pod-use, node-fit, quota, unscheduled, actuated
// Acceptance of the console: patch-to-pixels, axe
class PodPageTest {
    private static Browser browser;
    private static Cluster cluster;
    private static ConsoleServer console;

    @BeforeAll
    static void start() throws Exception {
        browser = Consoles.browser();
        var machine = ((Machine.Described.Known) MachineNotation.parse("1s1n4c1t,memory=8Gi")).machine();
        cluster = Cluster.start(ClusterPlan.ephemeral(List.of(NodeGroup.of("node", 1, machine))), ClusterLog.SILENT);
        Consoles.create(cluster.client(), ResourceQuotaObject.KIND.resource(), """
                {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"namespace": "default", "name": "team"},
                  "spec": {"hard": {"requests.memory": "4Gi", "requests.cpu": "100"}}}""");
        pod("web", "\"cpu\": \"500m\", \"memory\": \"256Mi\"", "constant 100Mi", "\"memory\": \"1Gi\"");
        pod("leaks", "\"cpu\": \"100m\", \"memory\": \"32Mi\"", "constant 96Mi", "\"memory\": \"64Mi\"");
        pod("holder", "\"cpu\": \"2\", \"memory\": \"64Mi\"", "constant 10Mi", "\"memory\": \"1Gi\"");
        pod("trades", "\"cpu\": \"500m\", \"memory\": \"512Mi\"", "constant 10Mi", "\"memory\": \"1Gi\"");
        pod("huge", "\"cpu\": \"64\", \"memory\": \"64Mi\"", "constant 10Mi", "\"memory\": \"1Gi\"");
        console = Consoles.serve(cluster.client());
    }

    private static void pod(String name, String requests, String memory, String limits) {
        Consoles.create(cluster.client(), ApiResource.PODS, """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "default", "name": "%s", "annotations": {
                  "simulation.plimsoll.dev/memory.app": "%s", "simulation.plimsoll.dev/cpu.app": "constant 70m"}}, "spec": {
                  "containers": [{"name": "app", "image": "i", "resources": {"requests": {%s}, "limits": {%s}}}]}}""".formatted(name, memory, requests, limits));
    }

    @AfterAll
    static void stop() throws IOException {
        if (console != null) console.close();
        if (cluster != null) cluster.close();
        if (browser != null) browser.close();
    }

    private static Tab open(String view) {
        var tab = browser.open(console.address());
        tab.awaitText("Overview");
        tab.hash("#/" + view);
        return tab;
    }

    @Test
    @DisplayName("all four states are told of a pod on a node of ours, and its timeline has the resize with its time")
    void states() {
        try (var tab = open("pod/default/web")) {
            tab.await("document.querySelectorAll('.state-actuated .number').length >= 2");
            tab.await("!document.querySelector('main').innerText.includes('not told')");
            resize("web", PodResizePatch.ofContainer("app").request(ResourceName.CPU, "700m"));
            tab.await(
                    "['desired', 'allocated', 'actuated'].every(state => document.querySelector(`.state-${state}`).innerText.includes('700m'))");
            tab.await(
                    "[...document.querySelectorAll('.log li')].some(each => each.innerText.includes('resize done, 500m → 700m, took '))");
            tab.size(1200, 560);
            tab.picture(Consoles.PICTURES.resolve("guide-pod.png"));
        }
    }

    @Test
    @DisplayName("use over time is drawn for a pod and for its node, with a table of the same")
    void use() {
        try (var tab = open("pod/default/web")) {
            tab.await("document.querySelectorAll('.charts .line.used').length === 2");
            tab.await("[...document.querySelectorAll('.charts td')].some(each => each.textContent === '70m')");
            ConsoleTest.assertAccessible(tab);
            tab.hash("#/node/node-0");
            tab.await("document.querySelectorAll('.charts .line.used').length === 2");
            tab.awaitText("The largest pod that still fits asks for");
        }
    }

    @Test
    @DisplayName("a container that ends for want of memory is in the pod's timeline")
    void outOfMemory() {
        try (var tab = open("pod/default/leaks")) {
            tab.await(
                    "[...document.querySelectorAll('.log li')].some(each => each.innerText.includes('OOM') && each.innerText.includes('ran out of memory'))");
            tab.await("[...document.querySelectorAll('.log li')].some(each => each.innerText.includes('in all)'))");
        }
    }

    @Test
    @DisplayName("a quota tells what is used once a resize that waits has come into force")
    void quota() {
        resize(
                "trades",
                PodResizePatch.ofContainer("app").request(ResourceName.CPU, "3").request(ResourceName.MEMORY, "128Mi"));
        try (var tab = open("quota")) {
            tab.awaitText("After resizes");
            var row = "[...document.querySelectorAll('tr')].find(each => each.innerText.startsWith('requests.memory'))";
            tab.await(row + ".cells[2].innerText !== ''");
            var used = tab.evaluate(row + ".cells[1].innerText.trim().split(' ')[0]")
                    .asText();
            var after = tab.evaluate(row + ".cells[2].innerText").asText();
            assertThat(mebibytes(used) - mebibytes(after)).isEqualTo(512 - 128);
        }
    }

    private static long mebibytes(String text) {
        return Long.parseLong(text.strip().replace("Mi", ""));
    }

    @Test
    @DisplayName("an unscheduled pod is shown with all that each class of nodes says")
    void nodeClasses() {
        try (var tab = open("unscheduled")) {
            tab.await(
                    "[...document.querySelectorAll('th')].some(each => each.innerText === 'Node class') && [...document.querySelectorAll('td')].some(each => each.innerText.includes('Insufficient cpu'))");
            ConsoleTest.assertAccessible(tab);
            tab.picture(Consoles.PICTURES.resolve("unscheduled-classes.png"));
        }
    }

    private static void resize(String pod, PodResizePatch patch) {
        assertThat(cluster.client()
                        .patch(ApiResource.PODS.sub("resize"), new ObjectName("default", pod), patch.patch())
                        .problem())
                .isEmpty();
    }
}
