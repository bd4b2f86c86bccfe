package dev.plimsoll.cli.recommend;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.codec.manifest.YamlText;
import dev.plimsoll.core.estimation.application.Originals;
import dev.plimsoll.core.estimation.application.PodApplication;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.report.ClusterReport;
import dev.plimsoll.core.estimation.report.WorkloadName;
import dev.plimsoll.core.estimation.report.WorkloadReport;
import dev.plimsoll.objects.autoscaling.VpaDraft;
import dev.plimsoll.objects.autoscaling.vertical.OriginalsAnnotation;
import dev.plimsoll.objects.workload.TemplateResourcesPatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;

/** Writes a file for each workload: FOLDER/NAMESPACE/KIND-NAME.yaml. */
final class WorkloadFiles {
    private final ClusterWorkloads cluster;

    WorkloadFiles(ClusterWorkloads cluster) {
        this.cluster = cluster;
    }

    private interface Content {
        Optional<ObjectNode> of(WorkloadReport workload);
    }

    /** What was written. */
    record Written(int files, int passedOver) {}

    /** VerticalPodAutoscalers for those that have none. */
    Written vpas(ClusterReport report, String mode, Path folder) throws IOException {
        return write(report, folder, workload -> vpa(workload, mode));
    }

    /** Patches of those whose template can be changed. */
    Written patches(ClusterReport report, Path folder) throws IOException {
        return write(report, folder, this::patch);
    }

    private static Written write(ClusterReport report, Path folder, Content content) throws IOException {
        var files = new ArrayList<Path>();
        var passedOver = 0;
        for (var workload : report.workloads()) {
            var document = content.of(workload);
            if (document.isEmpty()) {
                passedOver++;
                continue;
            }
            var file = file(folder, workload.name());
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, YamlText.of(document.get()));
            files.add(file);
        }
        return new Written(files.size(), passedOver);
    }

    static Path file(Path folder, WorkloadName name) {
        return folder.resolve(name.namespace())
                .resolve(name.kind().toLowerCase(Locale.ROOT) + "-" + name.name() + ".yaml");
    }

    private Optional<ObjectNode> vpa(WorkloadReport workload, String mode) {
        var name = workload.name();
        if (name.kind().equals("Pod") || cluster.vpa(name).isPresent()) return Optional.empty();
        var target = cluster.workloads().get(name);
        if (target == null) return Optional.empty();
        var draft = new VpaDraft(new ObjectName(name.namespace(), name.name()))
                .target(target.apiVersion(), name.kind(), name.name())
                .updateMode(mode);
        return Optional.of((workload.setsPodLevel() ? draft.podPolicies("PodAndContainers") : draft).document());
    }

    /** What the webhook would make of a new pod, by the same function. */
    private Optional<ObjectNode> patch(WorkloadReport workload) {
        var name = workload.name();
        var resource = AutoscalerResources.controller(name.kind());
        if (!workload.isKnown() || resource.isEmpty()) return Optional.empty();
        var pod = cluster.newest(name).pod();
        var original = OriginalsAnnotation.of(pod).applyTo(pod.spec());
        var policy = cluster.vpa(name).map(vpa -> vpa.policy()).orElse(ResourcePolicy.of());
        var edits = PodApplication.DEFAULT
                .apply(new PodApplication.Request(
                        pod.withSpec(original),
                        Originals.of(original),
                        workload.recommendation(),
                        policy,
                        cluster.ranges(name),
                        ManagedLevel.of(original, policy.podPolicies().mode()),
                        PodApplication.Moment.ADMISSION))
                .edits();
        var applied = edits.applyTo(original);
        if (applied.equals(original)) return Optional.empty();
        return Optional.of(
                new TemplateResourcesPatch(resource.get(), new ObjectName(name.namespace(), name.name())).of(applied));
    }
}
