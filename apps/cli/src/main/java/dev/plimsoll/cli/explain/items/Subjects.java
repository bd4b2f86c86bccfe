package dev.plimsoll.cli.explain.items;

import dev.plimsoll.codec.manifest.EmbeddedPod;
import dev.plimsoll.codec.manifest.Extraction;
import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.Manifest;
import dev.plimsoll.codec.manifest.ManifestLoader;
import dev.plimsoll.codec.manifest.PodTemplates;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.model.Pod;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The pods in the files that a user named.
 *
 * @param problems one line each for what cannot be read as a pod
 * @param notes one line each for documents that hold no pod, where others do
 */
public record Subjects(List<Subject> pods, List<String> problems, List<String> notes) {
    /** Kinds that stand beside pods in a manifest so often that they are no mistake. */
    private static final Set<String> COMPANIONS = Set.of(
            "ConfigMap",
            "Secret",
            "Service",
            "ServiceAccount",
            "Namespace",
            "LimitRange",
            "ResourceQuota",
            "Ingress",
            "Role",
            "RoleBinding",
            "ClusterRole",
            "ClusterRoleBinding",
            "PersistentVolumeClaim",
            "PodDisruptionBudget",
            "HorizontalPodAutoscaler",
            "VerticalPodAutoscaler",
            "NetworkPolicy",
            "PriorityClass",
            "RuntimeClass");

    public static Subjects read(List<String> files, InputStream input) {
        var reading = new Reading();
        var loader = new ManifestLoader();
        for (var file : files) {
            switch (loader.load(file, input)) {
                case Loaded.Unreadable unreadable -> reading.problems.add(unreadable.line());
                case Loaded.Documents(var manifests) -> manifests.forEach(reading::add);
            }
        }
        return reading.finished();
    }

    private static final class Reading {
        private final List<Subject> pods = new ArrayList<>();
        private final List<String> problems = new ArrayList<>();
        private final List<String> skipped = new ArrayList<>();
        private final List<String> notes = new ArrayList<>();

        void add(Manifest manifest) {
            switch (PodTemplates.extract(manifest)) {
                case Extraction.Extracted(var pod) -> add(pod);
                case Extraction.Refused(var problem) -> {
                    if (COMPANIONS.contains(manifest.kind())) {
                        notes.add("skipped " + manifest.kind() + " in " + manifest.source() + ": it holds no pod");
                        skipped.add(problem.line());
                    } else {
                        problems.add(problem.line());
                    }
                }
            }
        }

        private void add(EmbeddedPod embedded) {
            switch (PodReader.read(embedded.pod())) {
                case Read.Ok<Pod>(var pod) -> pods.add(new Subject(embedded, ItemList.named(embedded, pod), false));
                case Read.Malformed<Pod>(var wrong) -> {
                    for (var problem : wrong) {
                        var text = problem.field().isEmpty() ? problem.reason() : embedded.prefix() + problem;
                        problems.add(embedded.problem(problem.field(), text).line());
                    }
                }
            }
        }

        /** A file in which nothing but companions stands was not meant. */
        Subjects finished() {
            if (pods.isEmpty() && problems.isEmpty()) return new Subjects(pods, skipped, List.of());
            return new Subjects(pods, problems, notes);
        }
    }
}
