package dev.plimsoll.cli.explain.items;

import dev.plimsoll.cli.explain.admission.AdmissionCheck;
import dev.plimsoll.cli.explain.admission.Complaint;
import dev.plimsoll.cli.explain.admission.UnitWarnings;
import dev.plimsoll.cli.explain.admission.Verdict;
import dev.plimsoll.codec.manifest.EmbeddedPod;
import dev.plimsoll.codec.manifest.Extraction;
import dev.plimsoll.codec.manifest.Manifest;
import dev.plimsoll.codec.manifest.PodTemplates;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.explain.ExplainContext;
import dev.plimsoll.core.explain.Explanation;
import dev.plimsoll.core.explain.PodAnswer;
import dev.plimsoll.core.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The objects of files, each with what the API server says to it, and for pods with what they get.
 *
 * @param notes one line each for what was left out
 */
public record ItemList(List<Item> all, List<String> notes) {
    public ItemList {
        all = List.copyOf(all);
        notes = List.copyOf(notes);
    }

    /** An object with the pod that it holds, if there is one that can be read. */
    private sealed interface Candidate {
        record WithPod(EmbeddedPod source, Pod pod, PodAnswer answer) implements Candidate {}

        record Unreadable(EmbeddedPod source, List<Read.Problem> wrong) implements Candidate {}

        record WithoutPod(Manifest manifest) implements Candidate {}
    }

    /**
     * Looks at each.
     *
     * @param check is asked about every one of them; it may get ready while pods are explained
     */
    public static ItemList of(
            List<Manifest> manifests, Supplier<AdmissionCheck> check, Explanation explanation, ExplainContext context) {
        var candidates = new ArrayList<Candidate>();
        for (var manifest : manifests) candidates.add(candidate(manifest, explanation, context));
        var ready = check.get();
        manifests.forEach(ready::hold);
        var items = new ArrayList<Item>();
        var notes = new ArrayList<String>();
        for (var i = 0; i < candidates.size(); i++) {
            var manifest = manifests.get(i);
            var verdict = ready.of(manifest);
            if (verdict.isPresent()) {
                items.add(item(candidates.get(i), verdict.get(), ready));
            } else {
                notes.add("left out " + manifest.apiVersion() + " " + manifest.kind() + " in " + manifest.source()
                        + ": it is no kind that is built in; a definition of the cluster may have it");
            }
        }
        return new ItemList(items, notes);
    }

    private static Candidate candidate(Manifest manifest, Explanation explanation, ExplainContext context) {
        if (!(PodTemplates.extract(manifest) instanceof Extraction.Extracted(var embedded)))
            return new Candidate.WithoutPod(manifest);
        return switch (PodReader.read(embedded.pod())) {
            case Read.Malformed<Pod>(var wrong) -> new Candidate.Unreadable(embedded, wrong);
            case Read.Ok<Pod>(var pod) ->
                new Candidate.WithPod(embedded, pod, explanation.of(named(embedded, pod), context));
        };
    }

    private static Item item(Candidate candidate, Verdict ofObject, AdmissionCheck check) {
        return switch (candidate) {
            case Candidate.WithoutPod(var manifest) -> new Judged(manifest, ofObject);
            case Candidate.Unreadable(var embedded, var wrong) ->
                new Judged(embedded.manifest(), completed(ofObject, embedded, wrong));
            case Candidate.WithPod(var embedded, var pod, var answer) -> {
                var subject = new Subject(embedded, named(embedded, pod), false);
                var verdict = subject.isTemplate() && !ofObject.isRefused()
                        ? merged(ofObject, check.ofPods(embedded))
                        : ofObject;
                yield new Explained(
                        subject,
                        answer,
                        verdict.withWarnings(UnitWarnings.of(pod.spec(), embedded.prefix())),
                        null,
                        ReplicaRoom.of(embedded, answer.quota()));
            }
        };
    }

    /** The reader knows every field that has no sense, and where it is; the server names the first. */
    private static Verdict completed(Verdict ofObject, EmbeddedPod embedded, List<Read.Problem> wrong) {
        if (ofObject.code() != Verdict.BAD_REQUEST
                || !ofObject.complaints().getFirst().field().isEmpty()) return ofObject;
        return ofObject.withComplaints(wrong.stream()
                .map(each -> new Complaint(
                        "FieldValueInvalid",
                        each.field().isEmpty() ? "" : embedded.prefix() + each.field(),
                        each.reason()))
                .toList());
    }

    /** An object whose pods are refused is created, and then nothing comes of it. */
    private static Verdict merged(Verdict ofObject, Verdict ofPods) {
        return new Verdict(ofPods.code(), ofPods.complaints(), ofObject.warnings()).withWarnings(ofPods.warnings());
    }

    /** The pods of a template get their names from its controller, so the lack of one is no error. */
    static Pod named(EmbeddedPod embedded, Pod pod) {
        var metadata = pod.metadata();
        if (embedded.origin() == EmbeddedPod.Origin.POD || !metadata.name().isEmpty()) return pod;
        return pod.withMetadata(metadata.withGenerateName("template-"));
    }
}
