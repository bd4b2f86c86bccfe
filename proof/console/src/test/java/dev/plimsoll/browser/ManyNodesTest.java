package dev.plimsoll.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import dev.plimsoll.console.ConsoleServer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** More nodes than tiles, and more pods than a page of a list or the elements of a table. */
// Acceptance of the console: overview-nodes, overview-lately, pods-table, pod-timeline, resizes, deltas
// Acceptance of the console: rows-as-they-come, rows-in-page, hidden, empty, keys, axe
class ManyNodesTest {
    private static final int NODES = 70;
    private static final int PODS = 640;

    private static Browser browser;
    private static LoadCluster cluster;
    private static ConsoleServer console;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        browser = Consoles.browser();
        cluster = new LoadCluster(folder, NODES, PODS, false);
        cluster.fill();
        console = Consoles.serve(cluster.client());
    }

    @AfterAll
    static void stop() throws IOException {
        if (console != null) console.close();
        if (cluster != null) cluster.close();
        if (browser != null) browser.close();
    }

    private static Tab open(ConsoleServer served, String view) {
        var tab = browser.open(served.address());
        tab.awaitText("Overview");
        tab.hash("#/" + view);
        return tab;
    }

    /** Lists of pods stop after their first page until they may go on. */
    private record HaltedLists(Transport inner, CountDownLatch goOn) implements Transport {
        @Override
        public Reply send(ClientRequest request) throws IOException {
            try {
                if (request.target().contains("/pods?") && request.target().contains("continue=")) goOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw (IOException) new InterruptedIOException().initCause(e);
            }
            return inner.send(request);
        }

        @Override
        public Streamed open(ClientRequest request) throws IOException {
            return inner.open(request);
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    @Test
    @DisplayName("a page that is opened while the cluster is being listed shows the rows that have come")
    void rowsWhileListed() throws IOException {
        var goOn = new CountDownLatch(1);
        try (var slow = Consoles.serve(LoadCluster.client(new HaltedLists(cluster.transport(), goOn)));
                var tab = open(slow, "pods")) {
            tab.await("document.querySelector('output').innerText === '500 pods so far'");
            tab.await("document.querySelectorAll('[role=row][aria-selected]').length > 20");
            assertThat(tab.text()).doesNotContain("Loading");
            goOn.countDown();
            tab.await("document.querySelector('output').innerText === '" + PODS + " pods'");
        } finally {
            goOn.countDown();
        }
    }

    @Test
    @DisplayName("nothing is said to be empty before the server has told what there is")
    void neverEmpty() {
        try (var tab = open(console, "simulate")) {
            tab.awaitText("Manifests");
            tab.evaluate("""
                    (() => {
                      window.empty = [];
                      const look = () => { if (/No pods|No nodes|\\b0 (pods|nodes)/.test(document.querySelector('main').innerText)) window.empty.push(document.querySelector('main').innerText); };
                      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
                      return 0;
                    })()""");
            for (var view : new String[] {"pods", "nodes", ""}) {
                tab.hash("#/" + view);
                tab.await("document.querySelectorAll('[role=row][aria-selected], .tile').length > 10");
                tab.await("document.querySelector('main').innerText.includes('" + (view.equals("pods") ? PODS : NODES)
                        + "')");
            }
            assertThat(tab.evaluate("window.empty")).isEmpty();
        }
    }

    @Test
    @DisplayName("another order and a scroll give the elements that are there other rows, and there are 80 at most")
    void elementsStay() {
        try (var tab = open(console, "pods")) {
            tab.await("document.querySelector('output').innerText === '" + PODS + " pods'");
            tab.await("document.querySelectorAll('[role=row][aria-selected]').length > 20");
            tab.evaluate("window.rows = new Set(document.querySelectorAll('[role=row][aria-selected]')); 0");
            tab.evaluate(
                    "[...document.querySelectorAll('[role=columnheader] button')].find(each => each.textContent.trim().startsWith('Memory')).click()");
            tab.await("document.querySelector('#row-pods-0').innerText.includes('384Mi')");
            assertThat(tab.evaluate(
                                    "[...document.querySelectorAll('[role=row][aria-selected]')].every(each => window.rows.has(each))")
                            .asBoolean())
                    .isTrue();
            tab.press("G");
            tab.await("document.querySelector('#row-pods-" + (PODS - 1) + "[aria-selected=true]')");
            tab.await("document.querySelector('#row-pods-" + (PODS - 1) + "').innerText.includes('64Mi')");
            var rows = tab.evaluate("document.querySelectorAll('[role=row][aria-selected]').length")
                    .asInt();
            assertThat(rows).isBetween(20, 80);
            tab.press("g");
            tab.await("document.querySelector('#row-pods-0[aria-selected=true]').innerText.includes('384Mi')");
            ConsoleTest.assertAccessible(tab);
        }
    }

    @Test
    @DisplayName("a change of a row that is not in sight costs the page nothing, one in sight is drawn alone")
    void onlyWhatChanged() {
        try (var tab = open(console, "pods");
                var other = open(console, "pods")) {
            for (var each : new Tab[] {tab, other})
                each.await("document.querySelector('output').innerText === '" + PODS + " pods'");
            other.evaluate("document.getElementById('filter').value = '"
                    + LoadCluster.pod(599).name()
                    + "'; document.getElementById('filter').dispatchEvent(new Event('input', { bubbles: true })); 0");
            other.await("document.querySelector('output').innerText.startsWith('50 of')");
            tab.evaluate("""
                    import('./store.js').then(({ store }) => {
                      window.answers = 0;
                      window.touched = new Set();
                      store.addEventListener('change', event => { if (event.detail.kind === 'rows') window.answers++; });
                      new MutationObserver(list => list.forEach(each => {
                        const row = (each.target.parentElement ?? each.target).closest('[role=row]');
                        if (row && /[47]7$/.test(row.querySelector('[role=gridcell]:nth-child(7)')?.textContent.trim())) window.touched.add(row.id);
                      })).observe(document.querySelector('#grid-pods'), { subtree: true, childList: true, characterData: true });
                      return 0;
                    })""");
            cluster.write(599, 77);
            other.await(
                    "[...document.querySelectorAll('[role=row][aria-selected] .number')].some(each => each.textContent.trim() === '77')");
            cluster.write(0, 47);
            tab.await("window.touched.has('row-pods-0')");
            assertThat(tab.evaluate("window.touched.size").asInt()).isEqualTo(1);
            assertThat(tab.evaluate("window.answers").asInt()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("a tab that nobody sees asks for nothing, and is brought up to date when it is seen again")
    void hidden() {
        try (var tab = open(console, "pods");
                var seen = open(console, "pods")) {
            for (var each : new Tab[] {tab, seen})
                each.await("document.querySelectorAll('[role=row][aria-selected]').length > 20");
            show(tab, false);
            // The server has heard of it once it lets another request of the page pass.
            tab.evaluate("import('./store.js').then(({ store }) => store.ask('GET', 'events/default/none'))");
            var before = "document.querySelector('#row-pods-1').innerText.includes('31')";
            cluster.write(50, 31);
            seen.await(before);
            assertThat(tab.evaluate(before).asBoolean()).isFalse();
            show(tab, true);
            tab.await(before);
        }
    }

    private static void show(Tab tab, boolean isSeen) {
        tab.evaluate("Object.defineProperty(document, 'hidden', { configurable: true, get: () => " + !isSeen
                + " }); document.dispatchEvent(new Event('visibilitychange')); 0");
    }

    @Test
    @DisplayName("the overview has a square for each node, filled to what its pods hold; keys choose one and open it")
    void nodeMap() {
        try (var tab = open(console, "")) {
            tab.await("document.querySelector('canvas.nodes')?.width > 300");
            assertThat(tab.evaluate("document.querySelectorAll('.tile').length").asInt())
                    .isEqualTo(24);
            tab.evaluate("document.querySelector('canvas.nodes').focus()");
            tab.press("ArrowRight");
            tab.press("ArrowRight");
            tab.await("document.getElementById('pointed').innerText.startsWith('node-0001: ')");
            assertThat(tab.evaluate("document.getElementById('pointed').innerText")
                            .asText())
                    .matches("node-0001: 1?\\d % held");
            tab.evaluate(SQUARES);
            var held = tab.evaluate("square(5)").asText();
            node("spec", "{\"spec\":{\"unschedulable\":true}}", 5);
            tab.await("square(5) !== " + Tab.quoted(held));
            var cordoned = tab.evaluate("square(5)").asText();
            node("status", "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"False\"}]}}", 5);
            tab.await("square(5) !== " + Tab.quoted(cordoned));
            for (var i = 0; i < 4; i++) tab.press("ArrowRight");
            tab.await("/^node-0005: .*, not ready, cordoned$/.test(document.getElementById('pointed').innerText)");
            ConsoleTest.assertAccessible(tab);
            for (var scheme : new String[] {"light", "dark"}) {
                tab.scheme(scheme);
                tab.size(390, 844);
                tab.await("document.querySelector('canvas.nodes').clientWidth <= 390");
                tab.picture(Consoles.PICTURES.resolve("node-map-390-" + scheme + ".png"));
                tab.size(1440, 900);
                tab.await("document.querySelector('canvas.nodes').clientWidth > 390");
                tab.picture(Consoles.PICTURES.resolve("node-map-1440-" + scheme + ".png"));
            }
            tab.evaluate("document.querySelector('canvas.nodes').focus()");
            tab.press("Enter");
            tab.await("location.hash === '#/node/node-0005'");
            tab.awaitText("cordoned");
        }
    }

    @Test
    @DisplayName("resizes in progress, evictions and nodes that are lost are told as their nodes write them")
    void written() {
        try (var tab = open(console, "resizes")) {
            tab.awaitText("No resize is in progress");
            status(
                    LoadCluster.pod(7),
                    "{\"status\":{\"conditions\":[{\"type\":\"PodResizeInProgress\",\"status\":\"True\","
                            + "\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"}]}}");
            tab.await("document.querySelector('[aria-labelledby=h-progress]').innerText.includes('" + LoadCluster.pod(7)
                    + "')");
            tab.hash("#/");
            tab.awaitText("resize under way");
            tab.evaluate("document.querySelector('canvas.nodes').focus()");
            for (var i = 0; i <= 7; i++) tab.press("ArrowRight");
            tab.await("/^node-0007: .*1 resize pending$/.test(document.getElementById('pointed').innerText)");
            status(LoadCluster.pod(8), "{\"status\":{\"phase\":\"Failed\",\"reason\":\"Evicted\"}}");
            node("status", "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"Unknown\"}]}}", 9);
            for (var each : new String[] {LoadCluster.pod(8) + " evicted", "node-0009 not ready"})
                tab.await("[...document.querySelectorAll('.log li')].some(each => each.innerText.includes('" + each
                        + "'))");
            tab.hash("#/pod/" + LoadCluster.pod(8));
            tab.await(
                    "[...document.querySelectorAll('.log li')].some(each => each.innerText.includes('eviction evicted'))");
        }
    }

    private static void status(ObjectName pod, String patch) {
        var document = ClientJson.read(patch.getBytes(StandardCharsets.UTF_8)).orElseThrow();
        assertThat(cluster.client()
                        .patch(ApiResource.PODS.sub("status"), pod, new Patch.Merge(document))
                        .problem())
                .isEmpty();
    }

    /** The pixels of the square of a node, in the first line of the map. */
    private static final String SQUARES = """
            window.square = at => {
              const canvas = document.querySelector('canvas.nodes');
              return [...canvas.getContext('2d').getImageData(at * 22, 0, 21, 21).data].join();
            }; 0""";

    private static void node(String part, String patch, int number) {
        var resource = part.equals("status") ? ApiResource.NODES.sub("status") : ApiResource.NODES;
        var document = ClientJson.read(patch.getBytes(StandardCharsets.UTF_8)).orElseThrow();
        assertThat(cluster.client()
                        .patch(resource, ObjectName.ofCluster("node-%04d".formatted(number)), new Patch.Merge(document))
                        .problem())
                .isEmpty();
    }
}
