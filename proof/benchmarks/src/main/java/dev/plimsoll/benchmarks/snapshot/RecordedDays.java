package dev.plimsoll.benchmarks.snapshot;

import dev.plimsoll.benchmarks.figures.SimulateRows;
import dev.plimsoll.cli.simulate.cluster.Simulation;
import dev.plimsoll.cli.simulate.cluster.SimulationOptions;
import dev.plimsoll.codec.manifest.Manifest;
import dev.plimsoll.core.estimation.usage.RecordedUsage;
import dev.plimsoll.core.estimation.usage.UsageSeries;
import dev.plimsoll.core.prediction.PredictionSettings;
import dev.plimsoll.core.prediction.autoscaling.AutoscalingOutcome;
import dev.plimsoll.core.prediction.autoscaling.WorkloadCourse;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.snapshot.Snapshot;
import dev.plimsoll.snapshot.SnapshotKinds;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

/** Days of containers, a sample every five minutes, under autoscalers: each second workload has one of either kind. */
final class RecordedDays {
    private static final int SAMPLES_IN_A_DAY = 24 * 12;
    private static final long STEP = 300_000;
    private static final long START = 1_767_225_600_000L;
    private static final PrintStream OUT = System.out;

    private final Snapshot snapshot;
    private final int days;
    private final int containers;

    RecordedDays(Snapshot snapshot, int days, int containers) {
        this.snapshot = snapshot;
        this.days = days;
        this.containers = containers;
    }

    void play() {
        var recorded = new TreeSet<UsageSeries.Id>();
        var workloads = workloads(recorded);
        var usage = usage(recorded);
        OUT.println("  " + days + " days of " + recorded.size() + " containers of " + workloads.size()
                + " Deployments, " + usage.samples() + " samples");
        var answer = SimulateBenchmark.timed(SimulateRows.RECORDED, () -> run(usage, workloads))
                .answer();
        tell("without", Objects.requireNonNull(answer.before().autoscalingOrNull()));
        tell("with", Objects.requireNonNull(answer.after().autoscalingOrNull()));
    }

    Simulation.Result run() {
        var recorded = new TreeSet<UsageSeries.Id>();
        var workloads = workloads(recorded);
        return run(usage(recorded), workloads);
    }

    private Simulation.Result run(RecordedUsage usage, SortedSet<String> workloads) {
        return new Simulation(snapshot, PredictionSettings.DEFAULT, new Simulation.Facts(null, usage), _ -> {})
                .run(SimulateBenchmark.applied(autoscalers(workloads)), SimulationOptions.DEFAULT);
    }

    /** The workloads of the containers that were recorded, which are collected. */
    private SortedSet<String> workloads(SortedSet<UsageSeries.Id> recorded) {
        var workloads = new TreeSet<String>();
        var sets = new HashMap<String, String>();
        for (var set : snapshot.objects(SnapshotKinds.REPLICA_SETS))
            set.metadata().controller().ifPresent(owner -> sets.put(set.uid(), owner.name()));
        for (var pod : snapshot.objects(SnapshotKinds.PODS)) {
            if (recorded.size() >= containers) break;
            var deployment = deployment(pod, sets);
            if (deployment.isEmpty() || pod.nodeName().isEmpty()) continue;
            workloads.add(pod.metadata().namespace() + "/" + deployment);
            for (var container : pod.containerNames())
                recorded.add(new UsageSeries.Id(
                        pod.metadata().namespace(), "", pod.metadata().name(), container));
        }
        return workloads;
    }

    private static String deployment(PodObject pod, Map<String, String> sets) {
        return pod.metadata()
                .controller()
                .map(owner -> sets.getOrDefault(owner.uid(), ""))
                .orElse("");
    }

    private static void tell(String name, AutoscalingOutcome outcome) {
        var steps = outcome.workloads().stream()
                .mapToInt(course -> course.steps().size())
                .sum();
        OUT.println("  " + name + " autoscalers: " + outcome.kills() + " kills, "
                + outcome.workloads().stream()
                        .mapToLong(WorkloadCourse::resizes)
                        .sum()
                + " resizes, "
                + outcome.workloads().stream()
                        .mapToLong(WorkloadCourse::evicted)
                        .sum()
                + " evictions, " + steps + " steps of replicas");
    }

    /** A day's wave of CPU and a slow rise of memory, another for each container. */
    private RecordedUsage usage(SortedSet<UsageSeries.Id> ids) {
        var usage = new RecordedUsage.Builder();
        for (var i = 0; i < days * SAMPLES_IN_A_DAY; i++) {
            var number = 0;
            for (var id : ids) {
                number++;
                var wave = 1 + StrictMath.sin(i * 2 * Math.PI / 288 + number);
                var cpu = Math.round(20 + number % 17 * 10.0 * wave + (i * 31L + number * 17L) % 23);
                var memory = (64L + number % 29 * 8L + i % 288 / 8) << 20;
                usage.add(id, START + i * STEP, cpu, memory);
            }
        }
        return usage.build();
    }

    private static List<Manifest> autoscalers(SortedSet<String> workloads) {
        var all = new ArrayList<Manifest>();
        var number = 0;
        for (var workload : workloads) {
            var slash = workload.indexOf('/');
            var head = "\"metadata\":{\"namespace\":\"" + workload.substring(0, slash) + "\",\"name\":\""
                    + workload.substring(slash + 1) + "\"},\"spec\":{\"%s\":{\"apiVersion\":\"apps/v1\","
                    + "\"kind\":\"Deployment\",\"name\":\"" + workload.substring(slash + 1) + "\"},";
            if (number++ % 2 == 0)
                all.addAll(SimulateBenchmark.manifests(
                        "{\"apiVersion\":\"autoscaling.k8s.io/v1\",\"kind\":\"VerticalPodAutoscaler\","
                                + head.formatted("targetRef")
                                + "\"updatePolicy\":{\"updateMode\":\"InPlaceOrRecreate\"}}}"));
            else
                all.addAll(SimulateBenchmark.manifests(
                        "{\"apiVersion\":\"autoscaling/v2\",\"kind\":\"HorizontalPodAutoscaler\","
                                + head.formatted("scaleTargetRef")
                                + "\"minReplicas\":1,\"maxReplicas\":20,\"metrics\":[{\"type\":\"Resource\","
                                + "\"resource\":{\"name\":\"cpu\",\"target\":{\"type\":\"Utilization\","
                                + "\"averageUtilization\":60}}}]}}"));
        }
        return all;
    }
}
