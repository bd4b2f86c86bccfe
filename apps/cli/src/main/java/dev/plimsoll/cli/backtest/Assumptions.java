package dev.plimsoll.cli.backtest;

import dev.plimsoll.cli.explain.items.Subject;
import dev.plimsoll.cli.explain.items.Subjects;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.ManifestLoader;
import dev.plimsoll.core.estimation.policy.IntegerCpu;
import dev.plimsoll.core.estimation.replay.ReplayPlan;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What users say about their workloads with files: pods, and VerticalPodAutoscalers. One alone is for every workload; of several
 * each is for the workload of its name.
 */
record Assumptions(List<Subject> pods, List<VpaObject> vpas) {
    /** Reads the files; what is wrong with them is added to the problems. */
    static Assumptions read(List<String> podFiles, List<String> vpaFiles, InputStream input, List<String> problems) {
        var subjects =
                podFiles.isEmpty() ? new Subjects(List.of(), List.of(), List.of()) : Subjects.read(podFiles, input);
        problems.addAll(subjects.problems());
        var vpas = new ArrayList<VpaObject>();
        for (var file : vpaFiles) {
            switch (new ManifestLoader().load(file, input)) {
                case Loaded.Unreadable unreadable -> problems.add(unreadable.line());
                case Loaded.Documents(var manifests) -> {
                    for (var manifest : manifests) {
                        if (!manifest.kind().equals("VerticalPodAutoscaler")) {
                            var text = "expected a VerticalPodAutoscaler, found a " + manifest.kind();
                            problems.add(manifest.problem("kind", text).line());
                            continue;
                        }
                        switch (VpaObject.decode(manifest.document())) {
                            case Decoded.View<VpaObject>(var vpa) -> vpas.add(vpa);
                            case Decoded.Unreadable<VpaObject>(var why) ->
                                problems.add(manifest.problem("spec", why).line());
                        }
                    }
                }
            }
        }
        return new Assumptions(subjects.pods(), vpas);
    }

    /** The plan for a workload: what its files say over what holds for all. */
    ReplayPlan plan(String workload, ReplayPlan common) {
        var plan = common;
        var pod = pod(workload);
        if (pod.isPresent()) plan = plan.withTemplate(pod.get().pod().spec());
        var vpa = chosen(workload, vpas, own -> own.target().name());
        if (vpa.isEmpty()) return plan;
        return new ReplayPlan(
                plan.template(),
                vpa.get().policy(),
                vpa.get().mode(),
                vpa.get().spec().evictionRequirements(),
                wholeCores(plan, vpa.get()),
                plan.interval(),
                plan.estimator(),
                plan.sampling(),
                plan.scales(),
                plan.rules(),
                plan.containerMaxAllowed(),
                plan.podMaxAllowed());
    }

    Optional<Subject> pod(String workload) {
        return chosen(workload, pods, Assumptions::objectName);
    }

    /** What a workload is called that the recording does not name. */
    String name() {
        if (pods.size() == 1 && !objectName(pods.getFirst()).isEmpty()) return objectName(pods.getFirst());
        return vpas.size() == 1 ? vpas.getFirst().target().name() : "workload";
    }

    /** The name without the kind. */
    private static String objectName(Subject subject) {
        return subject.name().substring(subject.name().lastIndexOf('/') + 1);
    }

    private static <T> Optional<T> chosen(String workload, List<T> all, Function<T, String> name) {
        if (all.size() == 1) return Optional.of(all.getFirst());
        return all.stream().filter(one -> name.apply(one).equals(workload)).findFirst();
    }

    private static HashSet<String> wholeCores(ReplayPlan plan, VpaObject vpa) {
        var names = new HashSet<String>();
        plan.template().containers().stream()
                .map(Container::name)
                .filter(name -> IntegerCpu.isWanted(vpa.annotations(), name))
                .forEach(names::add);
        return names;
    }
}
