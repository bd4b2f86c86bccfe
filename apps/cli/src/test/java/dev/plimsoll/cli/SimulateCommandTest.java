package dev.plimsoll.cli;

import static dev.plimsoll.cli.simulate.SampleCluster.requests;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.simulate.SampleCluster;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** Questions about a small cluster, asked as a user does. */
// Acceptance of simulate: scheduler-config, added-nodes, ties, difference, scenarios, forms, terminal
// Acceptance of simulate: exit-codes, guide, bad-input
class SimulateCommandTest extends CommandLineTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private String snapshot = "";

    @BeforeEach
    void write() throws IOException {
        var cluster = new SampleCluster()
                .namespace("default")
                .node("n1", "4", "16Gi")
                .node("n2", "4", "16Gi")
                .deployment("default", "web", requests("1500m", "1Gi"), "n1", "n1", "n2");
        snapshot = file("cluster.json", cluster.list());
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static JsonNode json(Ran ran) throws IOException {
        return JSON.readTree(ran.out());
    }

    @Test
    void whatFitsEndsWithZero() {
        var ran = run("simulate", "--snapshot", snapshot, "--scale", "deployment/web=4");
        assertThat(ran.errors()).isEmpty();
        assertThat(ran.exit()).isZero();
        assertThat(ran.out())
                .startsWith("Pods: 1 new.\n")
                .contains("Deployment default/web")
                .contains("1 node fits")
                .contains("cpu requested", "4500m of 8", "6 of 8")
                .contains("largest pod, 2Gi for each cpu")
                .contains("- ready: Pods are ready as soon as");
    }

    @Test
    void whatDoesNotFitEndsWithOneAndSaysWhy() throws IOException {
        var drained = run("simulate", "--snapshot", snapshot, "--drain", "n1", "-o", "json");
        assertThat(drained.exit()).isOne();
        var document = json(drained);
        assertThat(document.path("apiVersion").asText()).isEqualTo("simulate.plimsoll.dev/v1alpha1");
        assertThat(document.path("good").asBoolean(true)).isFalse();
        assertThat(document.path("pods").findValuesAsText("change")).containsExactly("Moved", "Unscheduled");
        assertThat(document.at("/pods/1/nodeClasses/0/reasons").findValuesAsText("reason"))
                .containsExactly("Insufficient cpu", "node(s) were unschedulable");
        var tolerated = run("simulate", "--snapshot", snapshot, "--drain", "n1", "--fail-on", "refused");
        assertThat(tolerated.exit()).isZero();
        assertThat(tolerated.out()).contains("Why default/web-", "2       4 cpu, 16Gi");
        var yaml = run("simulate", "--snapshot", snapshot, "--drain", "n1", "-o", "yaml");
        assertThat(yaml.out()).contains("kind: Simulation").contains("change: Unscheduled");
    }

    @Test
    void nodesAreAddedFromAFile() throws IOException {
        var node = file("node.json", SampleCluster.nodeText("spare", "8", "32Gi", ""));
        var ran = run("simulate", "--snapshot", snapshot, "--drain", "n1", "--add-nodes", "1:" + node, "-o", "json");
        assertThat(ran.exit()).isZero();
        assertThat(json(ran).path("pods").findValuesAsText("to")).contains("spare-new1");
    }

    @Test
    void filesAreAppliedAsTheServerWould() throws IOException {
        var same = file("same.json", SampleCluster.deploymentText("default", "api", 2, requests("500m", "1Gi")));
        var bad = file("bad.json", SampleCluster.deploymentText("default", "bad", 1, requests("-1", "1Gi")));
        var ran = run("simulate", "--snapshot", snapshot, "-f", same, "-f", bad);
        assertThat(ran.exit()).isOne();
        assertThat(ran.out())
                .contains("2 new")
                .contains("Fails on refused")
                .contains("Deployment default/bad", "must be greater than or equal to 0");
    }

    @Test
    void aSnapshotThatCannotBeReliedOnEndsWithThree() throws IOException {
        var undated = run("simulate", "--snapshot", snapshot, "--max-age", "1h");
        assertThat(undated.exit()).isEqualTo(3);
        assertThat(undated.errors()).contains("does not say when it was taken");
        var whole = Files.readString(Path.of(snapshot));
        var cut = file("cut.json", whole.substring(0, whole.length() - 200));
        var ran = run("simulate", "--snapshot", cut);
        assertThat(ran.exit()).isEqualTo(3);
        assertThat(ran.errors()).contains("cut.json").contains("incomplete");
    }

    @Test
    void whatCannotBeReadEndsWithTwo() throws IOException {
        assertThat(run("simulate", "--snapshot", folder.resolve("none.json").toString())
                        .exit())
                .isEqualTo(2);
        var ran = run("simulate", "--snapshot", snapshot, "--drain", "n9");
        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.errors()).contains("--drain n9: the snapshot has no such node");
        var negative = file("negative.json", Files.readString(Path.of(snapshot)).replaceFirst("1500m", "-1500m"));
        var answered = run("simulate", "--snapshot", negative);
        assertThat(answered.errors()).contains("negative.json");
        assertThat(answered.out()).as("the rest is still answered").contains("CAPACITY");
    }

    @Test
    void otherSeedsShowWherePodsMayComeToBe() throws IOException {
        var even =
                new SampleCluster().namespace("default").node("n1", "4", "16Gi").node("n2", "4", "16Gi");
        var api = file("api.json", SampleCluster.deploymentText("default", "api", 1, requests("500m", "1Gi")));
        var ran =
                run("simulate", "--snapshot", file("even.json", even.list()), "-f", api, "--seeds", "20", "-o", "json");
        var pod = json(ran).path("pods").get(0);
        assertThat(pod.path("tiedNodes").asInt()).isEqualTo(2);
        assertThat(pod.path("nodesWithOtherSeeds")).hasSize(2);
    }

    @Test
    void markdownIsACommentOnAPullRequest() {
        var ran = run("simulate", "--snapshot", snapshot, "--drain", "n1", "-o", "markdown", "--top", "1");
        assertThat(ran.exit()).isOne();
        assertThat(ran.out())
                .startsWith("### It does not fit\n\nPods: 1 moved, 1 waiting.\n- **unscheduled**: a pod has no node")
                .contains("| `default/web-", "... and 1 more")
                .contains("<summary>Why default/web-")
                .contains("| cpu requested | 4500m of 8 | **3 of 8** |");
        assertThat(run("simulate", "--snapshot", snapshot, "-o", "markdown").out())
                .startsWith("### It fits\n\nPods: no pod changes.\n");
    }

    @Test
    void junitHasATestForEachConditionThatFails() throws Exception {
        var ran = run("simulate", "--snapshot", snapshot, "--drain", "n1", "-o", "junit");
        var suite = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(ran.out())))
                .getDocumentElement();
        assertThat(suite.getAttribute("tests")).isEqualTo("2");
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        var failure = (Element) suite.getElementsByTagName("failure").item(0);
        assertThat(failure.getAttribute("type")).isEqualTo("unscheduled");
        assertThat(failure.getTextContent()).contains("default/web-", "Insufficient cpu");
        assertThat(ran.exit()).isOne();
    }

    @Test
    void thePageNeedsNothingElseAndTakesNothingForMarkup() throws IOException {
        var hostile = file(
                "hostile.json",
                new SampleCluster()
                        .namespace("default")
                        .node("n1", "4", "16Gi")
                        .node("n2", "4", "16Gi")
                        .pod("<script>alert(1)</script>@PODS@$1", "n1", 0, requests("1", "1Gi"))
                        .deployment("default", "web", requests("1500m", "1Gi"), "n1", "n2")
                        .list());
        var page = run("simulate", "--snapshot", hostile, "--drain", "n1", "-o", "html")
                .out();
        assertThat(page)
                .startsWith("<!doctype html>")
                .contains("<h1 class=\"good\">It fits</h1>")
                .contains("<div class=\"quiet\">Drain n1.</div>")
                .contains("class=\"tile drained\"", "class=\"tile changed\"")
                .contains("&lt;script&gt;alert(1)&lt;/script&gt;@PODS@$1")
                .contains("CPU requested, share of a node")
                .doesNotContain("<script>alert");
        assertThat(page.replaceAll("@PODS@", "")).as("all parts are filled in").doesNotContainPattern("@[A-Z]+@");
        assertThat(page)
                .as("no request to any host")
                .doesNotContainPattern("(?i)https?://|src=|url\\(|@import|fetch\\(")
                .contains("default-src 'none'");
        var many = new SampleCluster().namespace("default");
        for (var i = 0; i < 70; i++) many.node("n" + i, "4", "16Gi");
        var large = run("simulate", "--snapshot", file("many.json", many.list()), "--remove-nodes", "1", "-o", "html");
        assertThat(large.out()).contains("class=\"squares\"").contains("class=\"l0 gone\"");
    }

    @Test
    void scenariosAreComparedInOneTable() throws Exception {
        var node = file("node.json", SampleCluster.nodeText("spare", "8", "32Gi", ""));
        var matrix = file("matrix.yaml", """
            apiVersion: simulate.plimsoll.dev/v1alpha1
            kind: Scenarios
            scenarios:
            - name: as it is
              consolidate: true
            - name: drained
              drain: n1
            - name: drained, with a node more
              drain: [n1]
              add-nodes: "1:%s"
              pod-level: all
            """.formatted(node));
        var table = run("simulate", "--snapshot", snapshot, "--scenarios", matrix);
        assertThat(table.errors()).isEmpty();
        assertThat(table.exit()).as("one of them does not fit").isOne();
        assertThat(table.out().lines().map(line -> line.replaceAll(" {2,}", "|")))
                .anyMatch(line -> line.startsWith("as it is|fits|no pod changes|2|2 / 2|4500m of 8|"))
                .anyMatch(line -> line.startsWith("drained|unscheduled|1 moved, 1 waiting|2|-|3 of 8|"))
                .anyMatch(line -> line.startsWith("drained, with a node more|fits|2 moved|3|-|4500m of 16|"));
        var document = json(run("simulate", "--snapshot", snapshot, "--scenarios", matrix, "-o", "json"));
        assertThat(document.path("kind").asText()).isEqualTo("SimulationList");
        assertThat(document.at("/scenarios/1/simulation/conditions/0").asText()).isEqualTo("unscheduled");
        var alone = json(run("simulate", "--snapshot", snapshot, "--drain", "n1", "-o", "json"));
        assertThat(document.at("/scenarios/1/simulation"))
                .as("the same as asked alone")
                .isEqualTo(alone);
        var suites = run("simulate", "--snapshot", snapshot, "--scenarios", matrix, "-o", "junit");
        assertThat(DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new InputSource(new StringReader(suites.out())))
                        .getElementsByTagName("testsuite")
                        .getLength())
                .isEqualTo(3);
        assertThat(run("simulate", "--snapshot", snapshot, "--scenarios", matrix, "-o", "markdown")
                        .out())
                .startsWith("### 2 of 3 scenarios fit\n\n| Scenario | Answer |");
    }

    @Test
    void scenariosAreOnePageThatLoadsNothing() throws IOException {
        var matrix = file("matrix.yaml", """
            apiVersion: simulate.plimsoll.dev/v1alpha1
            kind: Scenarios
            scenarios:
            - name: as it is
              consolidate: true
            - name: "<script>alert(1)</script>@PODS@$1"
              drain: n1
            """);
        var ran = run("simulate", "--snapshot", snapshot, "--scenarios", matrix, "-o", "html");
        assertThat(ran.errors()).isEmpty();
        assertThat(ran.exit()).as("one of them does not fit").isOne();
        var page = ran.out();
        assertThat(page)
                .startsWith("<!doctype html>")
                .contains("<h1 class=\"bad\">1 of 2 scenarios fit</h1>")
                .contains("<tr class=\"good\"><td><a href=\"#scenario-1\">as it is</a></td><td>fits</td>")
                .contains("<tr class=\"bad\"><td><a"
                        + " href=\"#scenario-2\">&lt;script&gt;alert(1)&lt;/script&gt;@PODS@$1</a>")
                .containsOnlyOnce("<details class=\"scenario\" id=\"scenario-2\">")
                .contains("<h2>Consolidation</h2>", "<p class=\"quiet\">Drain n1.</p>")
                .doesNotContain("<script>alert")
                .endsWith("</html>\n");
        assertThat(page.replace("@PODS@", "")).as("all parts are filled in").doesNotContainPattern("@[A-Z]+@");
        assertThat(page)
                .as("no request to any host")
                .doesNotContainPattern("(?i)https?://|src=|url\\(|@import|fetch\\(")
                .contains("default-src 'none'");
        assertThat(Pattern.compile(" id=\"([^\"]+)\"").matcher(page).results().map(found -> found.group(1)))
                .as("ids are unique")
                .doesNotHaveDuplicates();
    }

    @Test
    void whatIsWrongWithScenariosIsSaid() throws IOException {
        var head = "apiVersion: simulate.plimsoll.dev/v1alpha1\nkind: Scenarios\nscenarios:\n";
        var wrong =
                file("wrong.yaml", head + "- name: a\n  dran: n1\n- name: a\n- name: b\n  scale: deployment/web=x\n");
        var ran = run("simulate", "--snapshot", snapshot, "--scenarios", wrong);
        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.errors())
                .contains("scenario 'a': Unknown option: '--dran=n1'")
                .contains("scenario 2 has no name, or that of another")
                .contains("scenario 'b': --scale deployment/web=x: expected KIND/NAME=N");
        var missing = file("missing.yaml", head + "- name: a\n  drain: n9\n");
        assertThat(run("simulate", "--snapshot", snapshot, "--scenarios", missing)
                        .errors())
                .contains("scenario 'a': --drain n9: the snapshot has no such node");
        var fine = file("fine.yaml", head + "- name: a\n");
        assertThat(run("simulate", "--snapshot", snapshot, "--scenarios", fine, "--drain", "n1")
                        .errors())
                .contains("the file says what changes");
        assertThat(run("simulate", "--snapshot", snapshot, "--scenarios", snapshot)
                        .errors())
                .contains("cluster.json: expected apiVersion simulate.plimsoll.dev/v1alpha1, kind Scenarios");
    }

    @Test
    void theSchedulerIsThatOfTheCluster() throws IOException {
        var packing = file("scheduler.yaml", """
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            profiles:
            - schedulerName: default-scheduler
              plugins:
                score: {disabled: [{name: PodTopologySpread}, {name: NodeResourcesBalancedAllocation}]}
              pluginConfig:
              - name: NodeResourcesFit
                args: {scoringStrategy: {type: MostAllocated, resources: [{name: cpu, weight: 1}]}}
            """);
        var api = file("api.json", SampleCluster.deploymentText("default", "api", 1, requests("500m", "1Gi")));
        var usual = run("simulate", "--snapshot", snapshot, "-f", api, "-o", "json");
        assertThat(json(usual).at("/pods/0/to").asText()).isEqualTo("n2");
        assertThat(json(usual).path("assumptions").findValuesAsText("id")).contains("scheduler");
        var packed = run("simulate", "--snapshot", snapshot, "-f", api, "--scheduler-config", packing, "-o", "json");
        assertThat(json(packed).at("/pods/0/to").asText()).isEqualTo("n1");
        assertThat(json(packed).path("assumptions").findValuesAsText("id")).doesNotContain("scheduler");
        var wrong = file("wrong.yaml", "apiVersion: kubescheduler.config.k8s.io/v1\nkind: Scheduler\n");
        var ran = run("simulate", "--snapshot", snapshot, "--scheduler-config", wrong);
        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.errors()).contains("wrong.yaml", "KubeSchedulerConfiguration");
    }

    @Test
    void aTerminalGetsColoursAndALineOfProgress() {
        var errors = new StringWriter();
        var out = new StringWriter();
        var terminal = new Console(InputStream.nullInputStream(), new PrintWriter(errors, true), true, true, false);
        assertThat(Main.run(terminal, new PrintWriter(out, true), "simulate", "--snapshot", snapshot, "--drain", "n1"))
                .isOne();
        assertThat(out.toString()).contains("\u001b[31mwaiting\u001b[0m", "\u001b[36mmoved\u001b[0m");
        assertThat(errors.toString())
                .contains("\r\u001b[Kplimsoll: reading the snapshot", "objects: with the changes")
                .as("nothing of it stays")
                .endsWith("\r\u001b[K");
        assertThat(run("simulate", "--snapshot", snapshot, "--drain", "n1").out())
                .doesNotContain("\u001b");
    }

    @Test
    void theQuestionOfTheExampleWorkflowIsAnswered() throws IOException {
        var workflow = Files.readString(Path.of(example("simulate/workflow.yaml")));
        var asked = Pattern.compile("plimsoll (simulate .*) > (\\S+) ").matcher(workflow);
        assertThat(asked.find()).as(workflow).isTrue();
        var cluster = JSON.createObjectNode()
                .put("apiVersion", "plimsoll.dev/v1")
                .put("kind", "ClusterSnapshot")
                .put("serverVersion", "v1.37.0")
                .put("taken", Instant.now().toString());
        cluster.set("items", JSON.readTree(Files.readString(Path.of(snapshot))).path("items"));
        cluster.putArray("kinds");
        var words = asked.group(1)
                .replace("cluster.json.gz", file("taken.json", cluster.toString()))
                .replace("manifests/", example("simulate/search.yaml"));
        var ran = run(words.split(" ", -1));
        assertThat(ran.exit()).as(ran.errors()).isOne();
        assertThat(ran.out()).startsWith("### It does not fit");
        assertThat(workflow)
                .as("what it comments, and how it ends")
                .contains("--body-file " + asked.group(2), "exit \"${{ steps.simulate.outputs.code }}\"");
    }
}
