package dev.plimsoll.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cli.webconsole.PageCommands;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.ManifestLoader;
import dev.plimsoll.console.ConsoleServer;
import dev.plimsoll.console.ConsoleSettings;
import dev.plimsoll.console.access.ApiUsers;
import dev.plimsoll.console.access.SessionKey;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.objects.pod.PodResizePatch;
import dev.plimsoll.testkit.cluster.PlimsollCluster;
import dev.plimsoll.testkit.cluster.TestCluster;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What people see of a cluster, from the printed address on. */
// Acceptance of the console: overview-lately, pods-table, pods-order, pod-states, pod-explained, pod-form
// Acceptance of the console: resizes, simulate, addresses, rights, one-time-code, empty, patch-to-pixels
// Acceptance of the console: deferred, preview, one-namespace, killed, path-prefix, keys, axe
@PlimsollCluster(nodes = 2, topology = "1s1n4c1t,memory=8Gi")
class ConsoleTest {
    private static final String AXE = resource("/axe.min.js");

    private static Browser browser;
    private static ConsoleServer console;

    @BeforeAll
    static void start(TestCluster cluster) throws IOException {
        var program = Browser.program();
        Assumptions.assumeTrue(program.isPresent(), "no chromium on this machine; .ci/tools installs it");
        apply(cluster, """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "default", "name": "web"}, "spec": {
                  "resources": {"requests": {"cpu": "500m", "memory": "256Mi"}, "limits": {"cpu": "2", "memory": "1Gi"}},
                  "nodeName": "node-0", "containers": [{"name": "app", "image": "nginx"}]}}""");
        apply(cluster, """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "default", "name": "neighbour"}, "spec": {
                  "nodeName": "node-1", "containers": [{"name": "app", "image": "nginx", "resources": {"requests": {"cpu": "3"}}}]}}""");
        apply(cluster, """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "default", "name": "grows"}, "spec": {
                  "nodeName": "node-1", "containers": [{"name": "app", "image": "nginx", "resources": {"requests": {"cpu": "500m"}}}]}}""");
        apply(cluster, """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "default", "name": "huge"}, "spec": {
                  "containers": [{"name": "app", "image": "nginx", "resources": {"requests": {"cpu": "64"}}}]}}""");
        for (var name : List.of("web", "neighbour", "grows")) {
            cluster.awaitPod(
                    "default", name, pod -> pod.at("/status/phase").asText().equals("Running"));
        }
        browser = Browser.start(program.get());
        console = serve(cluster, "");
    }

    private static ConsoleServer serve(TestCluster cluster, String prefix) throws IOException {
        return serve(ApiUsers.only(cluster.client()), prefix, 0, SessionKey.random());
    }

    private static ConsoleServer serve(ApiUsers users, String prefix, int port, SessionKey key) throws IOException {
        return ConsoleServer.start(
                new ConsoleSettings(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                        null,
                        Set.of(),
                        prefix,
                        key,
                        null,
                        ""),
                users,
                new PageCommands(InstantSource.system()),
                Consoles.FAILING,
                InstantSource.system());
    }

    private static void apply(TestCluster cluster, String document) {
        if (!(new ManifestLoader().read("test", document) instanceof Loaded.Documents(var manifests)))
            throw new AssertionError(document);
        var pod = manifests.getFirst().document();
        assertThat(cluster.client().create(ApiResource.PODS, pod)).isInstanceOf(RequestResult.Done.class);
    }

    @AfterAll
    static void stop() throws IOException {
        if (console != null) console.close();
        if (browser != null) browser.close();
    }

    private static String resource(String name) {
        try (var stream = ConsoleTest.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    @DisplayName("the printed address lets somebody in once, and leaves no code in the address bar")
    void oneTimeCode() {
        var address = console.address();
        try (var tab = browser.open(address)) {
            tab.awaitText("Overview");
            assertThat(tab.evaluate("location.href").asText()).doesNotContain("code");
            assertThat(tab.evaluate("document.cookie").asText()).isEmpty();
        }
        try (var tab = browser.open(address)) {
            tab.awaitText("This address was opened before");
        }
        browser.forgetComplaints(); // the browser tells of the refusal
    }

    @Test
    @DisplayName("a resize reaches the page without a reload, from the patch to the pixels")
    void resizeIsSeen(TestCluster cluster) {
        try (var tab = browser.open(console.address())) {
            tab.awaitText("Overview");
            tab.hash("#/pod/default/web");
            tab.awaitText("Resources in each state");
            tab.await("document.querySelectorAll('.states tbody tr td.state-actual').length > 0");
            tab.await("document.querySelector('pre.text').innerText.includes('QoS class Burstable')");
            tab.await(
                    "['cpu.weight', 'memory.max', 'oom_score_adj'].every(name => [...document.querySelectorAll('.facts dt')].some(each => each.innerText === name && each.nextElementSibling.innerText !== ''))");
            resize(cluster, "web", "700m", true);
            tab.await(
                    "[...document.querySelectorAll('.state-desired, .state-allocated')].filter(each => each.innerText.includes('700m')).length >= 2");
            tab.hash("#/resizes");
            tab.await("document.querySelector('main').innerText.includes('500m → 700m')");
        }
    }

    @Test
    @DisplayName("a deferred resize is shown with its reason and with who holds the room")
    void deferred(TestCluster cluster) {
        resize(cluster, "grows", "2", false);
        try (var tab = browser.open(console.address())) {
            tab.awaitText("Overview");
            tab.hash("#/resizes");
            tab.awaitText("Node didn't have enough resource: cpu");
            tab.awaitText("held by default/neighbour");
            tab.size(1200, 520);
            tab.picture(Consoles.PICTURES.resolve("guide-resizes.png"));
            tab.hash("#/");
            tab.awaitText("deferred");
            tab.picture(Consoles.PICTURES.resolve("guide-overview.png"));
            tab.size(1440, 900);
            tab.hash("#/pods");
            tab.await(
                    "[...document.querySelectorAll('[role=row]')].some(row => row.textContent.includes('default/grows') && row.textContent.includes('deferred'))");
        }
    }

    private static void resize(TestCluster cluster, String pod, String cpu, boolean isPodLevel) {
        var patch = isPodLevel ? PodResizePatch.ofPod() : PodResizePatch.ofContainer("app");
        var answer = cluster.client()
                .patch(
                        ApiResource.PODS.sub("resize"),
                        new ObjectName("default", pod),
                        patch.request(ResourceName.CPU, cpu).patch());
        assertThat(answer.problem()).isEmpty();
    }

    @Test
    @DisplayName("everything is reached with the keys of plimsoll watch")
    void keyboard() {
        try (var tab = browser.open(console.address())) {
            tab.awaitText("Overview");
            tab.press("2");
            tab.await("document.querySelectorAll('[role=row][aria-selected=true]').length === 1");
            tab.press("/");
            tab.await("document.activeElement.id === 'filter'");
            tab.type("web");
            tab.await("document.querySelector('output').innerText.startsWith('1 of')");
            tab.press("Enter");
            tab.await("document.activeElement.getAttribute('role') === 'grid'");
            tab.press("Enter");
            tab.await("location.hash === '#/pod/default/web'");
            tab.press("Escape");
            tab.await("location.hash === '#/pods'");
            tab.press("?");
            tab.await("document.querySelector('.help').innerText.includes('next order')");
        }
    }

    @Test
    @DisplayName("the resize form shows what would come of it before it can be sent")
    void resizeForm(TestCluster cluster) {
        try (var tab = browser.open(console.address())) {
            tab.awaitText("Overview");
            tab.hash("#/pod/default/neighbour");
            tab.await("document.getElementById('resize-cpu')");
            tab.press("r");
            tab.await("document.activeElement.id === 'resize-cpu'");
            tab.type("3900m");
            assertThat(tab.evaluate("document.getElementById('resize-send').disabled")
                            .asBoolean())
                    .isTrue();
            tab.press("Enter");
            tab.await("document.getElementById('resize-answer').innerText.includes('deferred')");
            tab.await("document.getElementById('resize-answer').innerText.includes('default/grows')");
            tab.evaluate("document.getElementById('resize-cpu').select()");
            tab.type("lots");
            tab.press("Enter");
            tab.await("document.getElementById('resize-answer').innerText.includes('refused')");
            assertThat(tab.evaluate("document.getElementById('resize-send').disabled")
                            .asBoolean())
                    .isTrue();
            tab.evaluate("document.getElementById('resize-cpu').select()");
            tab.type("2900m");
            tab.press("Enter");
            tab.await("document.getElementById('resize-answer').innerText.includes('done')");
            tab.evaluate("document.getElementById('resize-send').click()");
            tab.await("[...document.querySelectorAll('.state-actual')].some(each => each.innerText.includes('29'))");
            cluster.awaitPod(
                    "default",
                    "neighbour",
                    pod -> pod.at("/spec/containers/0/resources/requests/cpu")
                            .asText()
                            .equals("2900m"));
        }
    }

    @Test
    @DisplayName("manifests are simulated on the cluster as it is")
    void simulation() {
        try (var tab = browser.open(console.address())) {
            tab.awaitText("Overview");
            tab.hash("#/simulate");
            tab.await("document.getElementById('manifests')");
            tab.evaluate("document.getElementById('manifests').focus()");
            tab.type(
                    "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {\"name\": \"tried\"}, \"spec\": {\"containers\": "
                            + "[{\"name\": \"a\", \"image\": \"a\", \"resources\": {\"requests\": {\"cpu\": \"99\"}}}]}}");
            tab.evaluate(
                    "[...document.querySelectorAll('button')].find(each => each.innerText === 'Simulate').click()");
            tab.await("document.querySelector('pre.text').innerText.includes('tried')");
        }
    }

    @Test
    @DisplayName("a tab goes on by itself when the console was killed and started again")
    void reconnects(TestCluster cluster) throws IOException {
        var key = SessionKey.random();
        var first = serve(ApiUsers.only(cluster.client()), "", 0, key);
        var port = first.port();
        try (var tab = browser.open(first.address())) {
            tab.awaitText("Overview");
            tab.hash("#/pods");
            tab.await("document.querySelectorAll('[role=row]').length > 3");
            first.close();
            tab.await("document.querySelector('.banner').innerText.includes('connection to the console was lost')");
            try (var _ = serve(ApiUsers.only(cluster.client()), "", port, key)) {
                tab.await(
                        "document.querySelector('.link-state').innerText.includes('live') && !document.querySelector('.banner')");
                apply(cluster, """
                        {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "default", "name": "later"}, "spec": {
                          "containers": [{"name": "app", "image": "nginx"}]}}""");
                tab.await(
                        "[...document.querySelectorAll('[role=row]')].some(row => row.textContent.includes('default/later'))");
            }
        }
        browser.forgetComplaints(); // the browser tells of the connections that failed
    }

    @Test
    @DisplayName("a user who may see one namespace sees that one, and nothing any more when the right is taken away")
    void oneNamespace(TestCluster cluster) throws IOException {
        var api = cluster.fabric8();
        var token = TokenHolders.viewer(cluster);
        apply(cluster, """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "shop", "name": "till"}, "spec": {
                  "containers": [{"name": "app", "image": "nginx"}]}}""");
        var binding = new RoleBindingBuilder()
                .withNewMetadata()
                .withName("viewer")
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "view")
                .addNewSubject("", "ServiceAccount", "viewer", "shop")
                .build();
        api.rbac().roleBindings().inNamespace("shop").resource(binding).create();
        try (var limited = serve(new TokenHolders(cluster), "", 0, SessionKey.random());
                var tab = browser.open(limited.address().replaceFirst("#.*", ""))) {
            tab.await("document.getElementById('token')");
            tab.evaluate("document.getElementById('token').focus()");
            tab.type(token);
            tab.press("Enter");
            tab.awaitText("You may not list nodes");
            tab.hash("#/pods");
            tab.await(
                    "[...document.querySelectorAll('[role=row]')].some(row => row.textContent.includes('shop/till'))");
            assertThat(tab.text()).doesNotContain("default/").contains("All that you may see");
            tab.hash("#/pod/default/web");
            tab.awaitText("Not allowed");
            tab.hash("#/pods");
            api.rbac().roleBindings().inNamespace("shop").withName("viewer").delete();
            tab.awaitText("You may not list pods");
            assertThat(tab.text()).doesNotContain("shop/till");
        }
    }

    @Test
    @DisplayName("below a path prefix all files, requests and the live connection are found")
    void pathPrefix(TestCluster cluster) throws IOException {
        try (var prefixed = serve(cluster, "/team/console");
                var tab = browser.open(prefixed.address())) {
            tab.awaitText("Overview");
            tab.await("document.querySelector('.link-state').innerText.includes('live')");
            tab.hash("#/pods");
            tab.await("document.querySelectorAll('[role=row]').length > 3");
        }
    }

    /** No rule of axe is broken by what a tab shows. */
    static void assertAccessible(Tab tab) {
        tab.evaluate(AXE + ";0");
        var found = tab.evaluate(
                "axe.run(document).then(result => result.violations.map(each => each.id + ': ' + each.help + ' ' + each.nodes.map(node => node.html).join(' ').slice(0, 600)))");
        assertThat(found).isEmpty();
    }

    @Test
    @DisplayName("a view that waits for its data has a heading, as each view has")
    void loadingHasHeading() {
        try (var tab = browser.open(console.address())) {
            tab.awaitText("Overview");
            assertThat(tab.evaluate("import('./parts.js').then(parts => parts.loading('pods').strings.join(''))")
                            .asText())
                    .contains("<h1>Loading ");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "pods",
                "pod/default/web",
                "nodes",
                "node/node-0",
                "resizes",
                "quota",
                "unscheduled",
                "autoscalers",
                "simulate"
            })
    @DisplayName("no view breaks a rule of accessibility or complains, wide or narrow, light or dark")
    void accessible(String view) {
        browser.forgetComplaints();
        try (var tab = browser.open(console.address())) {
            tab.awaitText("Overview");
            tab.view(view);
            var name = view.isEmpty() ? "overview" : view.replace('/', '-');
            for (var scheme : List.of("light", "dark")) {
                tab.scheme(scheme);
                tab.size(390, 844);
                tab.picture(Consoles.PICTURES.resolve(name + "-390-" + scheme + ".png"));
                tab.size(1440, 900);
                tab.picture(Consoles.PICTURES.resolve(name + "-1440-" + scheme + ".png"));
                assertAccessible(tab);
            }
        }
        assertThat(browser.complaints()).isEmpty();
    }
}
