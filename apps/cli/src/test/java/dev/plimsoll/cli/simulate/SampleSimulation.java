package dev.plimsoll.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.cli.resize.RequestedResize;
import dev.plimsoll.cli.simulate.cluster.RequestedChanges;
import dev.plimsoll.cli.simulate.cluster.Simulation;
import dev.plimsoll.cli.simulate.cluster.SimulationOptions;
import dev.plimsoll.cli.simulate.report.SimulationDocument;
import dev.plimsoll.cli.simulate.report.SimulationReport;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.Manifest;
import dev.plimsoll.codec.manifest.ManifestLoader;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.prediction.PredictionSettings;
import dev.plimsoll.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Simulations of sample clusters, and the changes that tests ask about. */
final class SampleSimulation {
    private SampleSimulation() {}

    static final RequestedChanges NONE = RequestedChanges.NONE;

    static SimulationReport report(Snapshot snapshot, RequestedChanges changes) {
        var result = new Simulation(snapshot, PredictionSettings.DEFAULT).run(changes, SimulationOptions.DEFAULT);
        assertThat(result.problems()).isEmpty();
        assertThat(result.misunderstood()).isEmpty();
        return new SimulationReport(snapshot.header(), result, Set.of());
    }

    static JsonNode run(SampleCluster cluster, RequestedChanges changes) {
        return SimulationDocument.of(report(cluster.snapshot(), changes));
    }

    static RequestedChanges scaled(String name, int replicas) {
        var scale = new RequestedChanges.Scale(ApiResource.DEPLOYMENTS, new ObjectName("default", name), replicas);
        return new RequestedChanges(
                "default", List.of(), List.of(scale), List.of(), List.of(), List.of(), List.of(), 0);
    }

    static RequestedChanges drained(String... nodes) {
        return new RequestedChanges(
                "default", List.of(), List.of(), List.of(), List.of(nodes), List.of(), List.of(), 0);
    }

    static RequestedChanges applied(String... manifests) {
        var all = new ArrayList<Manifest>();
        for (var text : manifests) {
            var loaded = new ManifestLoader().read("new.yaml", text);
            assertThat(loaded).isInstanceOf(Loaded.Documents.class);
            all.addAll(((Loaded.Documents) loaded).manifests());
        }
        return new RequestedChanges("default", all, List.of(), List.of(), List.of(), List.of(), List.of(), 0);
    }

    static RequestedChanges added(String node) {
        var like = ((Loaded.Documents) new ManifestLoader().read("node.yaml", node))
                .manifests()
                .getFirst();
        return new RequestedChanges(
                "default",
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(new RequestedChanges.AddedNodes(1, like)),
                List.of(),
                0);
    }

    static RequestedChanges resized(String pod, String cpu) {
        var wish = ((RequestedResize.Parsed.Ok) RequestedResize.parse("--resize", ResourceName.CPU, cpu)).wish();
        var resize = new RequestedChanges.Resize(ApiResource.PODS, new ObjectName("default", pod), "", List.of(wish));
        return new RequestedChanges(
                "default", List.of(), List.of(), List.of(resize), List.of(), List.of(), List.of(), 0);
    }

    static List<String> changes(JsonNode document) {
        var lines = new ArrayList<String>();
        for (var pod : document.path("pods")) {
            lines.add(pod.path("name").asText().replaceAll("-[a-z0-9]{8,10}-", "-HASH-") + " "
                    + pod.path("change").asText() + " " + pod.path("from").asText("-") + " "
                    + pod.path("to").asText("-"));
        }
        return lines;
    }
}
