package dev.plimsoll.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.objects.autoscaling.PodMetricsObject;
import dev.plimsoll.objects.node.NodeObject;
import dev.plimsoll.objects.pod.PodObject;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.NonBlocking;
import org.junit.jupiter.api.Test;

// Acceptance of the command line: watch
class ScreenTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private static ObjectNode json(String text) {
        return ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    private static final NodeObject NODE = new NodeObject(json("""
            {"metadata":{"name":"node-0","annotations":{"plimsoll.dev/numa-zones":
             "{\\"zones\\":[{\\"allocatable\\":{\\"cpu\\":\\"4\\",\\"memory\\":\\"8Gi\\"},\\"free\\":{\\"cpu\\":\\"1\\",\\"memory\\":\\"8Gi\\"}}]}"}},
             "status":{"allocatable":{"cpu":"8","memory":"16Gi"},"conditions":[{"type":"Ready","status":"True"}]}}"""));

    private static final NodeObject LOST = new NodeObject(json("""
            {"metadata":{"name":"node-1"},"status":{"allocatable":{"cpu":"8","memory":"16Gi"},
             "conditions":[{"type":"Ready","status":"Unknown"}]}}"""));

    private static final PodObject SETTLED = new PodObject(json("""
            {"metadata":{"name":"web","namespace":"shop","creationTimestamp":"2026-03-01T11:15:00Z"},
             "spec":{"nodeName":"node-0","containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"500m","memory":"512Mi"}}}]},
             "status":{"phase":"Running","containerStatuses":[{"name":"c","restartCount":3,"ready":true,"state":{"running":{}},"allocatedResources":{"cpu":"500m","memory":"512Mi"},
              "resources":{"requests":{"cpu":"500m","memory":"512Mi"}}}]}}"""));

    private static final PodObject DEFERRED = new PodObject(json("""
            {"metadata":{"name":"ide","namespace":"dev","creationTimestamp":"2026-02-27T12:00:00Z"},
             "spec":{"nodeName":"node-0","resources":{"requests":{"cpu":"6","memory":"1Gi"}},"containers":[{"name":"c","image":"i"}]},
             "status":{"phase":"Running","allocatedResources":{"cpu":"2","memory":"1Gi"},
              "resources":{"requests":{"cpu":"2","memory":"1Gi"}},
              "conditions":[{"type":"PodResizePending","status":"True","reason":"Deferred","message":"Node didn't have enough resource: cpu"}]}}"""));

    private static final PodMetricsObject USE = new PodMetricsObject(json("""
            {"metadata":{"name":"web","namespace":"shop"},"containers":[{"name":"c","usage":{"cpu":"250m","memory":"256Mi"}}]}"""));

    private static final ClusterSnapshot SNAPSHOT =
            SnapshotReader.read(List.of(LOST, NODE), List.of(SETTLED, DEFERRED), List.of(USE), NOW);

    private static String shown(View view, int width, int height) {
        return String.join("\n", new Screen(Paint.PLAIN, width, height).lines(SNAPSHOT, view, "live", Answers.NONE))
                + "\n";
    }

    @Test
    void onePictureHasEverythingOnce() {
        assertThat(shown(View.FIRST, 140, 0)).isEqualTo("""
                plimsoll watch  live  2 nodes, 2 pods, 1 resizing
                NODE                            CPU HELD                        MEMORY HELD  PODS
                node-0    ████████████████▎···  6500m/8   █▉··················  1.5Gi/16Gi   2
                  NUMA 0  ███████████████·····  3/4       ····················  0/8Gi
                node-1    ····················  0/8       ····················  0/16Gi       0  not ready

                POD        STATE                   CPU                         MEMORY          NODE    RESTARTS  AGE
                dev/ide *  deferred  ████········  6>2>2         ████████████  1Gi             node-0  0         2d
                shop/web   Running   ██████······  250m of 500m  ██████······  256Mi of 512Mi  node-0  3         45m
                """);
    }

    @Test
    void theLiveViewTellsAboutTheMarkedPodAndFillsTheScreen() {
        var text = shown(View.FIRST, 120, 20);
        assertThat(text.lines()).hasSize(20);
        assertThat(text).isEqualTo("""
                plimsoll watch  live  2 nodes, 2 pods, 1 resizing
                NODE                            CPU HELD                        MEMORY HELD  PODS
                node-0    ████████████████▎···  6500m/8   █▉··················  1.5Gi/16Gi   2
                  NUMA 0  ███████████████·····  3/4       ····················  0/8Gi
                node-1    ····················  0/8       ····················  0/16Gi       0  not ready

                POD        STATE                   CPU                         MEMORY          NODE    RESTARTS  AGE
                dev/ide *  deferred  ████········  6>2>2         ████████████  1Gi             node-0  0         2d
                shop/web   Running   ██████······  250m of 500m  ██████······  256Mi of 512Mi  node-0  3         45m



                dev/ide * on node-0
                  desired   ████████████████████████████ 6        ████████████████████████████ 1Gi
                  allocated █████████▍·················· 2        ████████████████████████████ 1Gi
                  actual    █████████▍·················· 2        ████████████████████████████ 1Gi
                  used      ···························· -        ···························· -
                resize deferred
                  Node didn't have enough resource: cpu
                ? help  q quit  Enter details  r resize  s sort (name)  / filter  n namespace (all)  * pod-level
                """);
    }

    @Test
    void nothingIsWiderOrHigherThanTheTerminal() {
        for (var width : List.of(20, 40, 79, 200)) {
            for (var height : List.of(4, 10, 50)) {
                var lines = new Screen(Paint.COLOURED, width, height).lines(SNAPSHOT, View.FIRST, "live", Answers.NONE);
                assertThat(lines).hasSizeLessThanOrEqualTo(height);
                assertThat(lines)
                        .allSatisfy(line -> assertThat(
                                        line.replaceAll("\u001b\\[[0-9;]*m", "").length())
                                .isLessThanOrEqualTo(width));
            }
        }
    }

    @Test
    void keysMoveSortFilterAndChooseNamespaces() throws IOException {
        var view = pressed(View.FIRST, "j");
        assertThat(view.selected()).isEqualTo(1);
        assertThat(pressed(view, "j").selected()).as("there is no third").isEqualTo(1);
        assertThat(pressed(view, "\u001b[A").selected()).isZero();
        assertThat(pressed(view, "G").selected()).isEqualTo(1);
        assertThat(pressed(View.FIRST, "sss").sort()).isEqualTo(View.Sort.RESIZE);
        assertThat(pressed(View.FIRST, "sssss").sort()).isEqualTo(View.Sort.NAME);
        assertThat(pressed(View.FIRST, "/webb\u007f\r").pods(SNAPSHOT))
                .extracting(PodRow::name)
                .containsExactly("web");
        assertThat(pressed(View.FIRST, "/q").isOver())
                .as("letters go into the filter")
                .isFalse();
        assertThat(pressed(View.FIRST, "n").namespace()).isEqualTo("dev");
        assertThat(pressed(View.FIRST, "nn").namespace()).isEqualTo("shop");
        assertThat(pressed(View.FIRST, "nnn").namespace()).isEmpty();
        assertThat(pressed(View.FIRST, "q").isOver()).isTrue();
    }

    @Test
    void keysOpenHelpDetailsAndAResize() throws IOException {
        assertThat(pressed(View.FIRST, "?").mode()).isEqualTo(new Mode.Help());
        assertThat(pressed(View.FIRST, "?q").mode()).as("any key leaves help").isEqualTo(new Mode.Listing());
        var ide = SNAPSHOT.pods().getFirst();
        assertThat(View.FIRST.request(new Key.Enter(), SNAPSHOT)).contains(new View.Request.Details(ide));
        assertThat(pressed(View.FIRST, "\r").mode()).isEqualTo(new Mode.Details(ide, 0));
        assertThat(pressed(View.FIRST, "\rjjk").mode()).isEqualTo(new Mode.Details(ide, 1));
        assertThat(pressed(View.FIRST, "\rq").mode()).isEqualTo(new Mode.Listing());
        var typed = pressed(View.FIRST, "r2\u007f3 --pod");
        assertThat(typed.mode()).isEqualTo(new Mode.Resizing(ide, "--cpu 3 --pod"));
        assertThat(typed.request(new Key.Enter(), SNAPSHOT))
                .contains(new View.Request.Resize(ide, List.of("--cpu", "3", "--pod")));
        assertThat(pressed(typed, "\u001b").mode()).isEqualTo(new Mode.Listing());
        assertThat(pressed(View.FIRST, "/none\r").request(new Key.Enter(), SNAPSHOT))
                .isEmpty();
    }

    @Test
    void aPageShowsAllOfItsTextAndMovesInIt() {
        var ide = SNAPSHOT.pods().getFirst();
        var page = new ArrayList<String>();
        for (var i = 0; i < 30; i++) page.add("line " + i + " says that memory is 123456789 bytes");
        var answers = Answers.NONE.withPage(page);
        var view = new View("", "", new Mode.Details(ide, 1000), View.Sort.NAME, 0, false);
        var lines = new Screen(Paint.PLAIN, 30, 10).lines(SNAPSHOT, view, "live", answers);
        assertThat(lines).hasSize(10).contains("line 29 says that memory is", "123456789 bytes");
    }

    /** Every number of the table stands there whole, or its column is not there at all. */
    @Test
    void noNumberIsCutWhateverTheWidth() {
        var whole =
                List.of("6>2>2", "250m of 500m", "256Mi of 512Mi", "6500m/8", "1.5Gi/16Gi", "3", "2d", "45m", "1Gi");
        for (var width = 20; width <= 160; width++) {
            var lines = new Screen(Paint.PLAIN, width, 0).lines(SNAPSHOT, View.FIRST, "live", Answers.NONE);
            for (var line : lines.subList(1, lines.size())) {
                for (var cell : line.strip().split(" {2,}", -1)) {
                    if (!cell.matches("[0-9].*")) continue;
                    assertThat(cell).as("%s columns: %s", width, line).matches(each -> isNumber(each, whole));
                }
            }
        }
    }

    private static boolean isNumber(String cell, List<String> whole) {
        return whole.contains(cell) || cell.matches("\\d+|\\d+/\\d+|0/\\d+Gi|0 {2}not ready");
    }

    @Test
    void whatKeepsAPodFromRunningIsSaid() {
        var pending = new PodObject(json("""
                {"metadata":{"name":"big","namespace":"shop"},"spec":{"containers":[{"name":"c","image":"i"}]},
                 "status":{"phase":"Pending","conditions":[{"type":"PodScheduled","status":"False","reason":"Unschedulable",
                  "message":"0/3 nodes are available: 3 Insufficient cpu."}]}}"""));
        var crashing = new PodObject(json("""
                {"metadata":{"name":"crash","namespace":"shop"},"spec":{"nodeName":"node-0","containers":[{"name":"c","image":"i"}]},
                 "status":{"phase":"Running","containerStatuses":[{"name":"c","restartCount":7,
                  "state":{"waiting":{"reason":"CrashLoopBackOff","message":"back-off 5m0s restarting failed container"}}}]}}"""));
        var snapshot = SnapshotReader.read(List.of(NODE), List.of(pending, crashing), List.of(), NOW);
        var first =
                String.join("\n", new Screen(Paint.PLAIN, 120, 24).lines(snapshot, View.FIRST, "live", Answers.NONE));
        assertThat(first)
                .contains("0/3 nodes are available: 3 Insufficient cpu.")
                .containsPattern("shop/crash +CrashLoopBackOff .* 7 ");
        var second = View.FIRST.on(new Key.Down(), snapshot);
        assertThat(String.join("\n", new Screen(Paint.PLAIN, 120, 24).lines(snapshot, second, "live", Answers.NONE)))
                .contains("c: back-off 5m0s restarting failed container");
        assertThat(SnapshotDocument.of(snapshot, snapshot.pods())
                        .at("/pods/0/reason")
                        .asText())
                .contains("Insufficient cpu");
    }

    private static View pressed(View view, String keys) throws IOException {
        for (var key : keys(keys)) view = view.on(key, SNAPSHOT);
        return view;
    }

    private static List<Key> keys(String text) throws IOException {
        var in = NonBlocking.nonBlocking("keys", new StringReader(text));
        var keys = new ArrayList<Key>();
        for (var key = Key.read(in); key.isPresent(); key = Key.read(in)) keys.add(key.get());
        return keys;
    }

    @Test
    void sequencesOfATerminalAreKeys() throws IOException {
        assertThat(keys("\u001b[A\u001bOB\u001b[5~\u001b[6~\u001b[Cx\n"))
                .containsExactly(
                        new Key.Up(),
                        new Key.Down(),
                        new Key.PageUp(),
                        new Key.PageDown(),
                        new Key.Letter('x'),
                        new Key.Enter());
        assertThat(keys("\u001b")).containsExactly(new Key.Escape());
        assertThat(keys("\u001b[99999999;1R\u001b[;R"))
                .as("sequences that mean nothing here")
                .isEmpty();
    }

    @Test
    void theDocumentHasNumbersAndReasons() {
        var document = SnapshotDocument.of(SNAPSHOT, View.FIRST.pods(SNAPSHOT));
        assertThat(document.at("/pods/0/resize/reason").asText()).isEqualTo("Node didn't have enough resource: cpu");
        assertThat(document.at("/pods/0/cpuMilli/desired").asLong()).isEqualTo(6000);
        assertThat(document.at("/pods/0/cpuMilli/allocated").asLong()).isEqualTo(2000);
        assertThat(document.at("/pods/0/cpuMilli").has("used")).isFalse();
        assertThat(document.at("/pods/1/memoryBytes/used").asLong()).isEqualTo(256L << 20);
        assertThat(document.at("/nodes/0/numaZones/0/cpuMilli/held").asLong()).isEqualTo(3000);
    }

    @Test
    void aPodWithCpusOfItsOwnShowsThem() {
        var pinned = new PodObject(json("""
                {"metadata":{"name":"db","namespace":"shop"},
                 "spec":{"nodeName":"node-0","containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"2","memory":"1Gi"}}}]},
                 "status":{"phase":"Running","conditions":[{"type":"plimsoll.dev/ExclusiveResources","status":"True","reason":"Assigned",
                  "message":"{\\"containers\\":{\\"c\\":{\\"isolation\\":\\"container\\",\\"cpus\\":\\"1-2\\"},\\"d\\":{\\"isolation\\":\\"host\\"}}}"}]}}"""));
        var snapshot = SnapshotReader.read(List.of(NODE), List.of(SETTLED, pinned), List.of(), NOW);
        var plain =
                String.join("\n", new Screen(Paint.PLAIN, 140, 0).lines(snapshot, View.FIRST, "live", Answers.NONE));
        assertThat(plain).containsPattern("AGE +CPUS\n").containsPattern("shop/db .* 1-2\n");
        var live =
                String.join("\n", new Screen(Paint.PLAIN, 120, 20).lines(snapshot, View.FIRST, "live", Answers.NONE));
        assertThat(live).contains("shop/db on node-0, CPUs 1-2 for itself");
        assertThat(SnapshotDocument.of(snapshot, snapshot.pods()).toString()).contains("\"exclusiveCpus\":\"1-2\"");
    }
}
