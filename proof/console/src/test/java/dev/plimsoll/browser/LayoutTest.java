package dev.plimsoll.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.console.ConsoleServer;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.MachineNotation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The page on every width, on paper, and where there is nothing to show. */
// Acceptance of the console: pods-order, node-fit, unscheduled, addresses, empty, widths, paper, axe
class LayoutTest {
    private static final List<String> VIEWS = List.of(
            "",
            "pods",
            "pod/default/a-pod-with-a-name-that-is-as-long-as-names-of-pods-tend-to-be",
            "nodes",
            "node/node-0",
            "resizes",
            "quota",
            "unscheduled",
            "autoscalers",
            "simulate");

    private static Browser browser;
    private static Cluster cluster;
    private static ConsoleServer console;

    @BeforeAll
    static void start() throws Exception {
        browser = Consoles.browser();
        var machine = ((Machine.Described.Known) MachineNotation.parse("2s2n8c2t,memory=8Gi")).machine();
        cluster = Cluster.start(ClusterPlan.ephemeral(List.of(NodeGroup.of("node", 3, machine))), ClusterLog.SILENT);
        Consoles.create(cluster.client(), ApiResource.PODS, """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "default", "name": "a-pod-with-a-name-that-is-as-long-as-names-of-pods-tend-to-be"},
                  "spec": {"resources": {"requests": {"cpu": "1500m", "memory": "256Mi"}, "limits": {"cpu": "2", "memory": "512Mi"}}, "nodeName": "node-0",
                  "containers": [{"name": "app", "image": "i", "resources": {"requests": {"cpu": "500m"}}}, {"name": "proxy", "image": "i"}]}}""");
        Consoles.create(cluster.client(), ApiResource.PODS, """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "default", "name": "waits"}, "spec": {"nodeSelector": {"disk": "fast"},
                  "containers": [{"name": "app", "image": "i", "resources": {"requests": {"cpu": "500"}}}]}}""");
        console = Consoles.serve(cluster.client());
    }

    @AfterAll
    static void stop() throws IOException {
        if (console != null) console.close();
        if (cluster != null) cluster.close();
        if (browser != null) browser.close();
    }

    @Test
    @DisplayName("no view is wider than the window, from 360 pixels to 4K")
    void widths() {
        try (var tab = browser.open(console.address())) {
            tab.awaitText("Overview");
            for (var view : VIEWS) {
                tab.view(view);
                for (var width : List.of(360, 390, 600, 768, 1024, 1440, 2560, 3840)) {
                    tab.size(width, width < 800 ? 800 : width * 9 / 16);
                    tab.await("document.documentElement.clientWidth === " + width);
                    // What depends on measures is drawn anew in the frames after.
                    tab.evaluate(
                            "new Promise(done => { let left = 4; const next = () => (left-- > 0 ? requestAnimationFrame(next) : done(0)); next(); })");
                    assertThat(tab.evaluate(WIDER)).as(view + " at " + width).isEmpty();
                }
                tab.size(360, 740);
                tab.picture(Consoles.PICTURES.resolve("width-360-" + view.replaceAll("/.*", "") + ".png"));
            }
            tab.size(3840, 2160);
            tab.view("");
            tab.picture(Consoles.PICTURES.resolve("width-3840.png"));
        }
    }

    /**
     * What goes beyond the window, unless it is inside of something that is made to scroll and can be scrolled by keys; and what scrolls sideways but is not
     * made to.
     */
    private static final String WIDER = """
            (() => {
              const made = '.scroll, pre, textarea, select';
              const isShown = each => each.getClientRects().length > 0 && !each.matches('.skip, .sr') && !each.closest('details:not([open]) > :not(summary)');
              const told = each => `${each.tagName}.${each.className} ${Math.round(each.getBoundingClientRect().right)}`;
              const all = [...document.querySelectorAll('body *')].filter(isShown);
              const beyond = all.filter(each => each.getBoundingClientRect().right > innerWidth + 1 && !each.parentElement.closest(made));
              const sideways = all.filter(each => ['auto', 'scroll'].includes(getComputedStyle(each).overflowX) && !each.matches(made) && each.scrollWidth > each.clientWidth + 1);
              const stuck = all.filter(each => each.matches('.scroll, pre') && each.scrollWidth > each.clientWidth + 1 && each.tabIndex < 0);
              return [...beyond.map(told), ...sideways.map(each => `${told(each)} scrolls`), ...stuck.map(each => `${told(each)} cannot be scrolled by keys`)].slice(0, 5);
            })()""";

    /** What a sheet of paper cuts off: it cannot be scrolled. */
    private static final String CUT_OFF = """
            [...document.querySelectorAll('main, main *')].filter(each => each.getClientRects().length && !each.matches('.sr')
              && (each.getBoundingClientRect().right > innerWidth + 1 || (each.matches('.grid-body, .scroll, main, pre') && each.scrollHeight > each.clientHeight + 1)))
              .map(each => `${each.tagName}.${each.className} ${Math.round(each.getBoundingClientRect().right)}`).slice(0, 5)""";

    /** What each view says on paper, besides its title. */
    private static final Map<String, List<String>> PRINTED = Map.of(
            "",
            List.of("node-2", "CPU", "Resizes under way", "Recent changes"),
            "pods",
            List.of("waits", "Memory", "1500m"),
            VIEWS.get(2),
            List.of("Pod level", "1500m", "QoS class", "Explanation", "Timeline", "PodScheduled"),
            "nodes",
            List.of("node-0", "node-2", "ready"),
            "node/node-0",
            List.of(
                    "Held by pods",
                    "The largest pod that still fits",
                    "Machine",
                    VIEWS.get(2).substring(12)),
            "resizes",
            List.of("Pending", "Finished"),
            "unscheduled",
            List.of("default/waits", "didn't match Pod's node affinity/selector"));

    @Test
    @DisplayName("a print has the content of the view and none of its controls, and the paper cuts nothing off")
    void print() {
        try (var tab = browser.open(console.address())) {
            tab.awaitText("Overview");
            for (var view : VIEWS) {
                if (!PRINTED.containsKey(view)) continue;
                tab.view(view);
                for (var text : PRINTED.get(view)) tab.awaitText(text);
                if (view.startsWith("node/")) tab.awaitText("point"); // below a chart, with what opens its table
                tab.media("print");
                assertThat(
                                tab.evaluate(
                                        "[...document.querySelectorAll('nav, button:not(.grid-head button), .who, summary, input, select')].filter(each => each.getClientRects().length).map(each => each.outerHTML.slice(0, 80))"))
                        .as(view)
                        .isEmpty();
                assertThat(tab.text()).as(view).contains(PRINTED.get(view));
                tab.size(720, 1000); // a sheet without its margins
                assertThat(tab.evaluate(CUT_OFF)).as(view + " on paper").isEmpty();
                tab.size(1440, 900);
                tab.media("");
                var pages = tab.print(Consoles.PICTURES.resolve(
                        "print-" + (view.isEmpty() ? "overview" : view.replaceAll("/.*", "")) + ".pdf"));
                assertThat(pages).as(view).isBetween(1, 4);
            }
        }
    }

    @Test
    @DisplayName("where there is nothing, each view says so and what would change it")
    void empty() throws Exception {
        try (var bare = Cluster.start(ClusterPlan.ephemeral(List.of()), ClusterLog.SILENT);
                var empty = Consoles.serve(bare.client());
                var tab = browser.open(empty.address())) {
            tab.awaitText("This cluster has no nodes yet");
            tab.hash("#/pods");
            tab.awaitText("There are no pods that you may see");
            tab.picture(Consoles.PICTURES.resolve("empty-pods.png"));
            tab.hash("#/nodes");
            tab.awaitText("No nodes");
            tab.hash("#/resizes");
            tab.awaitText("No resize waits for room");
            tab.hash("#/quota");
            tab.awaitText("No quotas, no limits");
            tab.hash("#/unscheduled");
            tab.awaitText("Every pod has a node");
            tab.hash("#/autoscalers");
            tab.awaitText("No autoscalers");
            tab.hash("#/pod/default/%E0%A4%A");
            tab.awaitText("No such pod");
            ConsoleTest.assertAccessible(tab);
        }
    }

    @Test
    @DisplayName("rows are filtered and ordered as by a plain sort of all of them")
    void rows() throws IOException {
        try (var tab = browser.open(console.address());
                var stream = LayoutTest.class.getResourceAsStream("/rows-check.js")) {
            tab.awaitText("Overview");
            var answer =
                    tab.evaluate(new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8));
            assertThat(answer.path("steps").asInt()).isEqualTo(400);
            assertThat(answer.path("differences")).isEmpty();
            assertThat(answer.path("kept").asInt()).isPositive();
        }
    }
}
