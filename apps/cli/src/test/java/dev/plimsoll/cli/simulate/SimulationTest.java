package dev.plimsoll.cli.simulate;

import static dev.plimsoll.cli.simulate.SampleCluster.requests;
import static dev.plimsoll.cli.simulate.SampleSimulation.NONE;
import static dev.plimsoll.cli.simulate.SampleSimulation.added;
import static dev.plimsoll.cli.simulate.SampleSimulation.applied;
import static dev.plimsoll.cli.simulate.SampleSimulation.changes;
import static dev.plimsoll.cli.simulate.SampleSimulation.drained;
import static dev.plimsoll.cli.simulate.SampleSimulation.report;
import static dev.plimsoll.cli.simulate.SampleSimulation.resized;
import static dev.plimsoll.cli.simulate.SampleSimulation.run;
import static dev.plimsoll.cli.simulate.SampleSimulation.scaled;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cli.simulate.cluster.RequestedChanges;
import dev.plimsoll.cli.simulate.cluster.Simulation;
import dev.plimsoll.cli.simulate.cluster.SimulationOptions;
import dev.plimsoll.cli.simulate.report.SimulationDocument;
import dev.plimsoll.cli.simulate.report.SimulationTable;
import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.prediction.PredictionSettings;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What becomes of small clusters. */
// Acceptance of simulate: quotas, policies, rollouts, other-workloads, scheduling, preemption, drains
// Acceptance of simulate: added-nodes, resizes, under-way, ties, difference, capacity, same-bytes
class SimulationTest {
    private static SampleCluster twoNodes() {
        return new SampleCluster().namespace("default").node("n1", "4", "16Gi").node("n2", "4", "16Gi");
    }

    @Test
    @DisplayName("without a change nothing changes")
    void nothing() {
        var document = run(twoNodes().deployment("default", "web", requests("1", "1Gi"), "n1", "n2"), NONE);
        assertThat(document.path("pods")).isEmpty();
        assertThat(document.at("/capacity/before")).isEqualTo(document.at("/capacity/after"));
        assertThat(document.at("/capacity/after/requests/cpu").asText()).isEqualTo("2");
        assertThat(document.at("/capacity/after/largestPods/0/cpu").asText()).isEqualTo("3");
    }

    @Test
    @DisplayName(
            "a deployment that is scaled up gets pods as long as they fit; the others wait, and all reasons are told")
    void scaleUp() {
        var cluster = twoNodes()
                .add(SampleCluster.nodeText("tainted", "64", "256Gi", """
                        {"key":"gpu","value":"yes","effect":"NoSchedule"}"""))
                .deployment("default", "web", requests("2", "1Gi"), "n1", "n2");
        var document = run(cluster, scaled("web", 6));
        assertThat(document.at("/conditions/0").asText()).isEqualTo("unscheduled");
        assertThat(changes(document))
                .containsExactly(
                        "web-HASH-new1 Added - n1",
                        "web-HASH-new2 Added - n2",
                        "web-HASH-new3 Unscheduled - -",
                        "web-HASH-new4 Unscheduled - -");
        var waiting = document.path("pods").get(2);
        assertThat(waiting.path("message").asText())
                .startsWith("0/3 nodes are available: 1 node(s) had untolerated taint(s), 2 Insufficient cpu.");
        assertThat(waiting.path("nodeClasses")).hasSize(2);
        assertThat(waiting.at("/nodeClasses/0/class").asText()).isEqualTo("4 cpu, 16Gi");
        assertThat(waiting.at("/nodeClasses/0/reasons/0/reason").asText()).isEqualTo("Insufficient cpu");
        assertThat(waiting.at("/nodeClasses/0/reasons/0/nodes").asInt()).isEqualTo(2);
    }

    @Test
    @DisplayName("of equally good nodes it is told how many there are")
    void ties() {
        var document = run(twoNodes().pod("new", "", 0, requests("1", "1Gi")), NONE);
        assertThat(document.path("pods")).isEmpty(); // it is placed without any change
        var added = run(twoNodes().deployment("default", "web", requests("1", "1Gi"), "n1", "n2"), scaled("web", 3));
        assertThat(added.at("/pods/0/tiedNodes").asInt()).isEqualTo(2);
        assertThat(added.at("/pods/0/certainty").asText()).isEqualTo("assumed");
    }

    @Test
    @DisplayName("scaled down, the pods go that the controller would delete")
    void scaleDown() {
        var document =
                run(twoNodes().deployment("default", "web", requests("1", "1Gi"), "n1", "n1", "n2"), scaled("web", 2));
        // Of the node with two, by the smaller uid.
        assertThat(changes(document)).containsExactly("web-HASH-a Gone n1 -");
    }

    @Test
    @DisplayName("pods of a drained node are made again elsewhere; a pod that nobody controls is gone")
    void drain() {
        var cluster = twoNodes()
                .deployment("default", "web", requests("1", "1Gi"), "n1", "n2")
                .pod("alone", "n1", 0, requests("1", "1Gi"));
        var document = run(cluster, drained("n1"));
        assertThat(changes(document)).containsExactly("alone Gone n1 -", "web-HASH-new1 Moved n1 n2");
        assertThat(document.at("/pods/1/replaces").asText()).endsWith("-a");
    }

    @Test
    @DisplayName("a budget lets pods go one by one, as long as others are ready elsewhere")
    void budget() {
        var fits = twoNodes()
                .deployment("default", "web", requests("1", "1Gi"), "n1", "n1")
                .budget("web", "web", 1);
        var moved = run(fits, drained("n1"));
        assertThat(moved.path("blocked")).isEmpty();
        assertThat(changes(moved))
                .allMatch(line -> line.endsWith("Moved n1 n2"))
                .hasSize(2);
        var tight = new SampleCluster()
                .namespace("default")
                .node("n1", "4", "16Gi")
                .node("n2", "1", "16Gi")
                .deployment("default", "web", requests("1", "1Gi"), "n1", "n1", "n1")
                .budget("web", "web", 2);
        var blocked = run(tight, drained("n1"));
        assertThat(changes(blocked)).containsExactly("web-HASH-new1 Moved n1 n2", "web-HASH-new2 Unscheduled n1 -");
        assertThat(blocked.at("/blocked/0/reason").asText())
                .isEqualTo("The disruption budget web needs 2 healthy pods and has 2 currently");
        assertThat(blocked.path("conditions").toString()).contains("blocked", "unscheduled");
    }

    @Test
    @DisplayName("a node that goes takes all its pods along, whatever budgets say")
    void removed() {
        var cluster = twoNodes()
                .deployment("default", "web", requests("1", "1Gi"), "n1", "n1")
                .budget("web", "web", 2);
        var changes = new RequestedChanges(
                "default", List.of(), List.of(), List.of(), List.of(), List.of(), List.of("n1"), 0);
        var document = run(cluster, changes);
        assertThat(changes(document))
                .allMatch(line -> line.endsWith("Moved n1 n2"))
                .hasSize(2);
        assertThat(document.at("/capacity/after/nodes").asInt()).isEqualTo(1);
    }

    @Test
    @DisplayName("a more important pod sends others away")
    void preemption() {
        var cluster = new SampleCluster()
                .namespace("default")
                .node("n1", "2", "16Gi")
                .add("""
                        {"apiVersion":"scheduling.k8s.io/v1","kind":"PriorityClass","metadata":{"name":"high"},"value":1000}""")
                .pod("small", "n1", 0, requests("1500m", "1Gi"));
        var document = run(cluster, applied("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"large"},"spec":{"priorityClassName":"high",
                "containers":[{"name":"app","image":"i","resources":{"requests":{"cpu":"1"}}}]}}"""));
        assertThat(changes(document)).containsExactly("large Added - n1", "small Preempted n1 -");
        assertThat(document.at("/pods/0/preempts/0").asText()).isEqualTo("default/small");
        assertThat(document.path("conditions").toString()).contains("preempted");
    }

    @Test
    @DisplayName("a resize is done, waits for pods that are named, or is refused because the node is too small")
    void resize() {
        var cluster = new SampleCluster()
                .namespace("default")
                .node("n1", "4", "16Gi")
                .pod("web", "n1", 0, requests("1", "1Gi"))
                .pod("other", "n1", 0, requests("2", "1Gi"));
        var done = run(cluster, resized("web", "2"));
        assertThat(done.at("/resizes/0/result").asText()).isEqualTo("Done");
        assertThat(done.at("/capacity/after/requests/cpu").asText()).isEqualTo("4");
        var deferred = run(cluster, resized("web", "3"));
        assertThat(deferred.at("/resizes/0/result").asText()).isEqualTo("Deferred");
        assertThat(deferred.at("/resizes/0/missing/0/largest/0/pod").asText()).isEqualTo("default/other");
        assertThat(deferred.at("/resizes/0/missing/0/amount").asText()).isEqualTo("1");
        assertThat(deferred.at("/resizes/0/missing/0/fits").asText()).isEqualTo("2");
        assertThat(new SimulationTable(Paint.PLAIN, 0).of(report(cluster.snapshot(), resized("web", "3"))))
                .as("by whom, and until when")
                .contains("Held by default/other 2. Done when cpu 1 more is free; cpu 2 would fit now.");
        assertThat(deferred.path("conditions").toString()).contains("deferred");
        var refused = run(cluster, resized("web", "5"));
        assertThat(refused.path("resizes")).isEmpty();
        assertThat(refused.at("/refused/0/reason").asText())
                .isEqualTo("node didn't have enough allocatable resources: cpu, requested: 5000, allocatable: 4000");
        assertThat(refused.path("conditions").toString()).contains("refused");
    }

    private static String running(String name, String cpu, String allocated, String metadata, String conditions) {
        return """
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"%1$s","labels":{"app":"%1$s"}%4$s},
                "spec":{"nodeName":"n1","containers":[{"name":"app","image":"i","resources":{"requests":{"cpu":"%2$s"}}}]},
                "status":{"phase":"Running","startTime":"2026-02-01T00:00:00Z","conditions":[%5$s
                {"type":"Ready","status":"True","lastTransitionTime":"2026-02-01T00:00:00Z"}],
                "containerStatuses":[{"name":"app","state":{"running":{}},"allocatedResources":{"cpu":"%3$s"},
                "resources":{"requests":{"cpu":"%3$s"}}}]}}""".formatted(name, cpu, allocated, metadata, conditions);
    }

    private static SampleCluster oneNode() {
        return new SampleCluster().namespace("default").node("n1", "4", "16Gi");
    }

    @Test
    @DisplayName("what is under way in the snapshot comes to its end: deletions, and resizes as far as there is room")
    void underWay() {
        var added = applied(SampleCluster.deploymentText("default", "web", 1, requests("2", "1Gi")));
        var full = run(oneNode().add(running("big", "3", "3", "", "")), added);
        assertThat(changes(full)).containsExactly("web-HASH-new1 Unscheduled - -");

        var leaving = ",\"deletionTimestamp\":\"2026-03-01T12:00:20Z\",\"deletionGracePeriodSeconds\":30";
        var freed = run(oneNode().add(running("big", "3", "3", leaving, "")), added);
        assertThat(changes(freed)).containsExactly("web-HASH-new1 Added - n1");
        assertThat(freed.at("/capacity/before/requests/cpu").asText()).isEqualTo("0");

        var progress = "{\"type\":\"PodResizeInProgress\",\"status\":\"True\"%s},";
        var shrinking = run(oneNode().add(running("big", "1", "3", "", progress.formatted(""))), added);
        assertThat(changes(shrinking)).containsExactly("web-HASH-new1 Added - n1");
        assertThat(shrinking.path("resizes")).as("nobody asked about it").isEmpty();

        var failed = progress.formatted(",\"reason\":\"Error\"");
        var stuck = run(oneNode().add(running("big", "1", "3", "", failed)), added);
        assertThat(changes(stuck)).containsExactly("web-HASH-new1 Unscheduled - -");
    }

    @Test
    @DisplayName("who is being deleted on a node that nobody hears from stays")
    void unreachable() {
        var leaving = ",\"deletionTimestamp\":\"2026-03-01T12:00:20Z\",\"deletionGracePeriodSeconds\":30";
        var cluster = new SampleCluster()
                .namespace("default")
                .add(SampleCluster.nodeText("n1", "4", "16Gi", """
                        {"key":"node.kubernetes.io/unreachable","effect":"NoExecute"}"""))
                .add(running("big", "3", "3", leaving, ""));
        assertThat(run(cluster, NONE).at("/capacity/before/requests/cpu").asText())
                .isEqualTo("3");
    }

    @Test
    @DisplayName("what the API server refuses is told with its words, and quotas count every pod")
    void admission() {
        var cluster = twoNodes().add("""
                {"apiVersion":"v1","kind":"ResourceQuota","metadata":{"namespace":"default","name":"team"},
                "spec":{"hard":{"requests.cpu":"3"}},"status":{"hard":{"requests.cpu":"3"},"used":{"requests.cpu":"0"}}}""");
        var document = run(
                cluster,
                applied(
                        SampleCluster.deploymentText("default", "web", 4, requests("1", "1Gi")),
                        SampleCluster.deploymentText("default", "bad", 1, requests("-1", "1Gi"))));
        assertThat(changes(document))
                .containsExactly("web-HASH-new1 Added - n1", "web-HASH-new2 Added - n2", "web-HASH-new3 Added - n1");
        assertThat(document.path("refused").findValuesAsText("object"))
                .containsExactly("Deployment default/bad", "Deployment default/web");
        assertThat(document.at("/refused/0/reason").asText()).contains("must be greater than or equal to 0");
        assertThat(document.at("/refused/1/reason").asText()).contains("exceeded quota: team");
    }

    @Test
    @DisplayName("a rollout goes on as far as surge finds room")
    void rollout() {
        var cluster = new SampleCluster()
                .namespace("default")
                .node("n1", "4", "16Gi")
                .deployment("default", "web", requests("2", "1Gi"), "n1", "n1");
        var stuck = run(cluster, applied(SampleCluster.deploymentText("default", "web", 2, requests("1500m", "1Gi"))));
        assertThat(changes(stuck)).containsExactly("web-HASH-new1 Unscheduled - -");
        var room = cluster.node("n2", "2", "16Gi");
        var done = run(room, applied(SampleCluster.deploymentText("default", "web", 2, requests("1500m", "1Gi"))));
        assertThat(changes(done)).containsExactly("web-HASH-new1 Added - n2", "web-HASH-new2 Replaced n1 n1");
        assertThat(done.at("/capacity/after/requests/cpu").asText()).isEqualTo("3");
    }

    @Test
    @DisplayName("new nodes take pods that waited, and daemons")
    void addedNodes() {
        var cluster = twoNodes().pod("waits", "", 0, requests("6", "1Gi")).add("""
                        {"apiVersion":"apps/v1","kind":"DaemonSet","metadata":{"namespace":"default","name":"log"},
                        "spec":{"selector":{"matchLabels":{"app":"log"}},"template":{"metadata":{"labels":{"app":"log"}},
                        "spec":{"containers":[{"name":"c","image":"i"}]}}}}""");
        var document = run(cluster, added(SampleCluster.nodeText("big", "8", "32Gi", "")));
        assertThat(changes(document))
                .containsExactly("log-big-new1-new1 Added - big-new1", "waits Unblocked - big-new1");
    }

    @Test
    @DisplayName("a resize beyond a LimitRange or a quota is refused in the words of the API server")
    void resizePolicies() {
        var ranged = twoNodes().pod("web", "n1", 0, requests("1", "1Gi")).add("""
            {"apiVersion":"v1","kind":"LimitRange","metadata":{"namespace":"default","name":"small"},
            "spec":{"limits":[{"type":"Container","min":{"cpu":"500m"}}]}}""");
        assertThat(run(ranged, resized("web", "100m")).at("/refused/0/reason").asText())
                .isEqualTo("minimum cpu usage per Container is 500m, but request is 100m");
        var quota = """
            {"apiVersion":"v1","kind":"ResourceQuota","metadata":{"namespace":"default","name":"all"},
            "spec":{"hard":{"requests.cpu":"2"}},"status":{"hard":{"requests.cpu":"2"},"used":{"requests.cpu":"1"}}}""";
        var limited = twoNodes().pod("web", "n1", 0, requests("1", "1Gi")).add(quota);
        assertThat(run(limited, resized("web", "2")).at("/resizes/0/result").asText())
                .isEqualTo("Done");
        assertThat(run(limited, resized("web", "2500m")).at("/refused/0/reason").asText())
                .isEqualTo("exceeded quota: all, requested: requests.cpu=1500m, used: requests.cpu=1, limited:"
                        + " requests.cpu=2");
        var both = new RequestedChanges(
                "default",
                applied(SampleCluster.deploymentText("default", "api", 1, requests("500m", "1Gi")))
                        .manifests(),
                List.of(),
                resized("web", "2").resizes(),
                List.of(),
                List.of(),
                List.of(),
                0);
        assertThat(run(limited, both).at("/refused/0/reason").asText())
                .as("what a resize takes is not there for pods that are made")
                .contains("exceeded quota: all", "used: requests.cpu=2");
    }

    @Test
    @DisplayName("pods of a DaemonSet or a StatefulSet that do not say their revision are not made anew")
    void unknownRevisions() {
        var pod = """
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"%1$s","uid":"%1$s","labels":{"app":"x"},
                "ownerReferences":[{"apiVersion":"apps/v1","kind":"%2$s","name":"x","uid":"%2$s","controller":true}]},
                "spec":{"nodeName":"%3$s","containers":[{"name":"c","image":"i"}]},"status":{"phase":"Running",
                "conditions":[{"type":"Ready","status":"True","lastTransitionTime":"2026-02-01T00:00:00Z"}]}}""";
        var set = """
                {"apiVersion":"apps/v1","kind":"%1$s","metadata":{"namespace":"default","name":"x","uid":"%1$s"},
                "spec":{"replicas":1,"serviceName":"x","updateStrategy":{"type":"RollingUpdate","rollingUpdate":{}},
                "selector":{"matchLabels":{"app":"x"}},"template":{"metadata":{"labels":{"app":"x"}},
                "spec":{"containers":[{"name":"c","image":"i"}]}}},"status":{"updateRevision":"x-1","currentRevision":"x-1"}}""";
        var daemons = twoNodes()
                .add(set.formatted("DaemonSet"))
                .add(pod.formatted("x-1", "DaemonSet", "n1"))
                .add(pod.formatted("x-2", "DaemonSet", "n2"));
        assertThat(run(daemons, NONE).path("pods")).isEmpty();
        var ordered = twoNodes().add(set.formatted("StatefulSet")).add(pod.formatted("x-0", "StatefulSet", "n1"));
        assertThat(run(ordered, NONE).path("pods")).isEmpty();
        var plain = new Simulation(daemons.snapshot(), PredictionSettings.DEFAULT).run(NONE, SimulationOptions.DEFAULT);
        assertThat(plain.before().rounds()).isLessThan(3);
        var stateful =
                new Simulation(ordered.snapshot(), PredictionSettings.DEFAULT).run(NONE, SimulationOptions.DEFAULT);
        assertThat(stateful.before().pods()).allMatch(fate -> !fate.isMade());
    }

    @Test
    @DisplayName("a hundred shuffled inputs give the same bytes")
    void shuffled() {
        var cluster = new SampleCluster().namespace("default");
        for (var i = 0; i < 6; i++) cluster.node("n" + i, "" + (2 + i % 3), "8Gi");
        for (var i = 0; i < 5; i++) {
            cluster.deployment(
                    "default", "web" + i, requests((300 + 100 * i) + "m", "512Mi"), "n" + i, "n" + (i + 1), "n0");
        }
        cluster.budget("web1", "web1", 2).pod("waits", "", 0, requests("9", "1Gi"));
        var changes = new RequestedChanges(
                "default",
                List.of(),
                List.of(new RequestedChanges.Scale(ApiResource.DEPLOYMENTS, new ObjectName("default", "web2"), 12)),
                List.of(),
                List.of("n0", "n3"),
                List.of(),
                List.of(),
                1);
        var texts = new HashSet<String>();
        for (var seed = 0; seed < 100; seed++) {
            var report = report(cluster.shuffled(seed), changes);
            texts.add(SimulationDocument.of(report) + new SimulationTable(Paint.PLAIN, 0).of(report));
        }
        assertThat(texts).hasSize(1);
        assertThat(texts.iterator().next()).contains("Moved", "Added");
    }

    private static String job(String more) {
        return """
                {"apiVersion":"batch/v1","kind":"Job","metadata":{"namespace":"default","name":"sums"},
                "spec":{%s"template":{"spec":{"restartPolicy":"Never",
                "containers":[{"name":"app","image":"i","resources":%s}]}}}}""".formatted(more, requests("1", "1Gi"));
    }

    @Test
    @DisplayName(
            "a job has as many pods as may run at once and are still needed, one for each index; a suspended one has none")
    void jobs() {
        assertThat(changes(run(twoNodes(), applied(job("\"parallelism\":3,\"completions\":8,")))))
                .containsExactly("sums-new1 Added - n1", "sums-new2 Added - n2", "sums-new3 Added - n1");
        assertThat(changes(run(twoNodes(), applied(job("\"parallelism\":5,\"completions\":2,")))))
                .hasSize(2);
        assertThat(changes(run(
                        twoNodes(),
                        applied(job("\"parallelism\":2,\"completions\":2,\"completionMode\":\"Indexed\",")))))
                .containsExactly("sums-0-new1 Added - n1", "sums-1-new1 Added - n2");
        assertThat(changes(run(twoNodes(), applied(job("\"parallelism\":3,\"suspend\":true,")))))
                .isEmpty();
    }

    @Test
    @DisplayName("policies of the cluster decide where they are bound, and only there")
    void policies() {
        var cluster = twoNodes().add("""
                {"apiVersion":"admissionregistration.k8s.io/v1","kind":"ValidatingAdmissionPolicy","metadata":{"name":"few"},
                "spec":{"failurePolicy":"Fail","matchConstraints":{"resourceRules":[{"apiGroups":["apps"],
                "apiVersions":["v1"],"operations":["CREATE"],"resources":["deployments"]}]},
                "validations":[{"expression":"object.spec.replicas <= 2","message":"too many"}]}}""");
        var many = applied(SampleCluster.deploymentText("default", "web", 3, requests("100m", "1Gi")));
        assertThat(run(cluster, many).path("refused")).isEmpty();
        cluster.add("""
                {"apiVersion":"admissionregistration.k8s.io/v1","kind":"ValidatingAdmissionPolicyBinding",
                "metadata":{"name":"few"},"spec":{"policyName":"few","validationActions":["Deny"]}}""");
        assertThat(run(cluster, many).path("refused").toString()).contains("too many");
    }
}
