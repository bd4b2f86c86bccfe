package dev.plimsoll.snapshot;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A cluster as it was at one time. The same objects in other files or in another order give an equal snapshot but for the names of files.
 *
 * <p>Objects of a kind are ordered by namespace and name, those of an anonymised snapshot by the names that they had, and no two of them
 * have the same. Whoever breaks ties by the order of these lists decides for both snapshots alike. Their documents cannot be changed; drafts are copies.
 */
public final class Snapshot {
    private static final Comparator<SnapshotObject<?>> ORDER =
            Comparator.comparing(each -> each.object().name());

    private final SnapshotHeader header;
    private final Map<ApiResource, List<SnapshotObject<?>>> objects = new HashMap<>();
    private final List<SnapshotProblem> problems;
    private final List<String> assumptions;

    /**
     * @param objects by kind, each name once
     * @param assumptions what was taken for given because the files do not say it
     */
    public Snapshot(
            SnapshotHeader header,
            Map<ObjectKind<?>, List<SnapshotObject<?>>> objects,
            List<SnapshotProblem> problems,
            List<String> assumptions) {
        this.header = header;
        objects.forEach((kind, each) -> this.objects.put(
                kind.resource(),
                header.anonymised()
                        ? List.copyOf(each)
                        : each.stream().sorted(ORDER).toList()));
        this.problems = problems.stream().sorted().toList();
        this.assumptions = List.copyOf(assumptions);
    }

    public SnapshotHeader header() {
        return header;
    }

    /** All objects of a kind, with their files. */
    @SuppressWarnings("unchecked") // each list was filled by the kind of its resource
    public <T extends ApiObject> List<SnapshotObject<T>> entries(ObjectKind<T> kind) {
        return (List<SnapshotObject<T>>) (List<?>) objects.getOrDefault(kind.resource(), List.of());
    }

    /** All objects of a kind. */
    public <T extends ApiObject> List<T> objects(ObjectKind<T> kind) {
        return entries(kind).stream().map(SnapshotObject::object).toList();
    }

    public int size() {
        return objects.values().stream().mapToInt(List::size).sum();
    }

    /** What was found to be wrong, ordered by file and object. */
    public List<SnapshotProblem> problems() {
        return problems;
    }

    public List<String> assumptions() {
        return assumptions;
    }

    /** Whether nothing could be read: there is no answer to any question. */
    public boolean isUnreadable() {
        return size() == 0;
    }

    /** Whether nodes and pods are all there, as far as the files say: no kind was refused and no file ends early. */
    public boolean isComplete() {
        return problems.stream().noneMatch(SnapshotProblem::losesUnknown)
                && header.kinds().values().stream()
                        .noneMatch(state -> state instanceof KindState.Forbidden || state instanceof KindState.Unread);
    }
}
