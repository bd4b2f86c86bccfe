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
import dev.plimsoll.objects.policy.LimitRangeObject;
import dev.plimsoll.objects.policy.ResourceQuotaObject;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What views show and take besides live resizes: quotas, limits, columns, namespaces, dropped files. */
// Acceptance of the console: overview-nodes, overview-lately, pods-order, quota, simulate, axe
class ViewsTest {
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
                  "spec": {"hard": {"requests.cpu": "1"}}}""");
        Consoles.create(cluster.client(), ApiResource.PODS, """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "default", "name": "web"}, "spec": {
                  "containers": [{"name": "app", "image": "i", "resources": {"requests": {"cpu": "850m"}}}]}}""");
        Consoles.create(cluster.client(), ApiResource.PODS, """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "kube-public", "name": "waits"}, "spec": {"nodeSelector": {"disk": "fast"},
                  "containers": [{"name": "app", "image": "i"}]}}""");
        Consoles.create(cluster.client(), LimitRangeObject.KIND.resource(), """
                {"apiVersion": "v1", "kind": "LimitRange", "metadata": {"namespace": "default", "name": "sizes"},
                  "spec": {"limits": [{"type": "Container", "max": {"memory": "3Gi"}, "defaultRequest": {"memory": "77Mi"}}]}}""");
        console = Consoles.serve(cluster.client());
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
    @DisplayName("the overview tells of quotas with little left and of what changed lately")
    void overview() {
        try (var tab = open("")) {
            tab.await("[...document.querySelectorAll('td')].some(each => each.innerText === 'default/team')");
            tab.awaitText("requests.cpu");
            tab.await("[...document.querySelectorAll('.tile')].some(each => each.innerText.includes('850m of 4'))");
            var patch = PodResizePatch.ofContainer("app").request(ResourceName.CPU, "870m");
            assertThat(cluster.client()
                            .patch(ApiResource.PODS.sub("resize"), new ObjectName("default", "web"), patch.patch())
                            .problem())
                    .isEmpty();
            tab.await(
                    "[...document.querySelectorAll('.log li')].some(each => each.innerText.includes('default/web resize done'))");
            tab.await("[...document.querySelectorAll('.tile')].some(each => each.innerText.includes('870m of 4'))");
        }
    }

    @Test
    @DisplayName("bounds and defaults of a LimitRange stand beside the quotas")
    void limits() {
        try (var tab = open("quota")) {
            tab.await(
                    "[...document.querySelectorAll('.level')].some(each => each.innerText.includes('sizes, each Container') && each.innerText.includes('3Gi') && each.innerText.includes('77Mi'))");
            ConsoleTest.assertAccessible(tab);
        }
    }

    @Test
    @DisplayName("the table of pods is narrowed to a namespace and a state, and columns are left out")
    void narrowed() {
        try (var tab = open("pods")) {
            tab.await("document.querySelector('output').innerText === '2 pods'");
            tab.evaluate("document.querySelector('.menu summary').click()");
            tab.evaluate(
                    "[...document.querySelectorAll('.menu label')].find(each => each.innerText.includes('QoS class')).querySelector('input').click()");
            tab.await(
                    "![...document.querySelectorAll('[role=columnheader]')].some(each => each.innerText.includes('QoS class'))");
            tab.await("!document.querySelector('[role=grid]').innerText.includes('BestEffort')");
            tab.evaluate("document.querySelector('[role=grid]').focus()");
            tab.press("n");
            tab.await(
                    "document.querySelector('select').value === 'default' && document.querySelector('output').innerText === '1 of 2 pods'");
            tab.await("document.querySelector('#row-pods-0').innerText.includes('web')");
            for (var i = 0; i < 4; i++) tab.press("n");
            tab.await(
                    "document.querySelector('select').value === '' && document.querySelector('output').innerText === '2 pods'");
            tab.press("/");
            tab.type("pending");
            tab.await("document.querySelector('output').innerText === '1 of 2 pods'");
            tab.await("document.querySelector('#row-pods-0').innerText.includes('waits')");
            tab.press("Escape");
            tab.await("document.querySelector('output').innerText === '2 pods'");
            tab.evaluate("document.querySelector('.toolbar input[type=checkbox]').click()");
            tab.await("document.querySelector('[role=grid]').innerText.includes('No match')");
        }
    }

    @Test
    @DisplayName("files that are dropped are simulated on the cluster as it is")
    void dropped() {
        try (var tab = open("simulate")) {
            tab.await("document.getElementById('manifests')");
            tab.evaluate("""
                    (() => {
                      const dropped = new DataTransfer();
                      for (const name of ['one', 'two']) dropped.items.add(new File(['apiVersion: v1\\nkind: Pod\\nmetadata: { name: ' + name
                        + ' }\\nspec: { containers: [{ name: app, image: i, resources: { requests: { memory: 99Gi } } }] }\\n'], name + '.yaml'));
                      document.getElementById('manifests').dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }));
                      return 0;
                    })()""");
            tab.await("document.getElementById('manifests').value.includes('two')");
            tab.evaluate(
                    "[...document.querySelectorAll('button')].find(each => each.innerText === 'Simulate').click()");
            tab.await(
                    "['Pod default/one', 'Pod default/two', 'memory limit of 3Gi'].every(each => document.querySelector('pre.text').innerText.includes(each))");
        }
    }
}
