package dev.plimsoll.cli.watch;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * What of a cluster is shown, and how; keys change it.
 *
 * @param namespace empty for all
 * @param filter a part of a pod's or node's name; empty for all
 * @param isTyping whether keys go into the filter
 * @param selected the row that is marked
 */
record View(String namespace, String filter, boolean isTyping, Sort sort, int selected, boolean isOver) {
    static final View FIRST = new View("", "", false, Sort.NAME, 0, false);

    /** What comes first. */
    enum Sort {
        NAME(PodRow.BY_NAME),
        CPU(Comparator.comparingLong((PodRow pod) -> -pod.cpu().desired()).thenComparing(PodRow.BY_NAME)),
        MEMORY(Comparator.comparingLong((PodRow pod) -> -pod.memory().desired()).thenComparing(PodRow.BY_NAME)),
        RESIZE(Comparator.comparing((PodRow pod) -> !pod.isResizing()).thenComparing(PodRow.BY_NAME)),
        NODE(Comparator.comparing(PodRow::node).thenComparing(PodRow.BY_NAME));

        private final Comparator<PodRow> order;

        Sort(Comparator<PodRow> order) {
            this.order = order;
        }

        Sort next() {
            return switch (this) {
                case NAME -> CPU;
                case CPU -> MEMORY;
                case MEMORY -> RESIZE;
                case RESIZE -> NODE;
                case NODE -> NAME;
            };
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    View withNamespace(String changed) {
        return new View(changed, filter, isTyping, sort, 0, isOver);
    }

    List<PodRow> pods(ClusterSnapshot snapshot) {
        return snapshot.pods().stream()
                .filter(pod -> namespace.isEmpty() || pod.namespace().equals(namespace))
                .filter(pod -> pod.name().contains(filter) || pod.node().contains(filter))
                .sorted(sort.order)
                .toList();
    }

    View on(Key key, ClusterSnapshot snapshot) {
        if (isTyping) return typed(key);
        var last = Math.max(pods(snapshot).size() - 1, 0);
        return switch (key) {
            case Key.Up _ -> at(Math.max(Math.min(selected, last) - 1, 0));
            case Key.Down _ -> at(Math.min(selected + 1, last));
            case Key.PageUp _ -> at(Math.max(Math.min(selected, last) - 10, 0));
            case Key.PageDown _ -> at(Math.min(selected + 10, last));
            case Key.Escape _ -> new View(namespace, "", false, sort, 0, isOver);
            case Key.Enter _, Key.Back _, Key.Size _ -> this;
            case Key.Letter(var letter) -> on(letter, snapshot, last);
        };
    }

    private View on(char letter, ClusterSnapshot snapshot, int last) {
        return switch (letter) {
            case 'q' -> new View(namespace, filter, false, sort, selected, true);
            case 'k' -> at(Math.max(Math.min(selected, last) - 1, 0));
            case 'j' -> at(Math.min(selected + 1, last));
            case 'g' -> at(0);
            case 'G' -> at(last);
            case 's' -> new View(namespace, filter, false, sort.next(), 0, isOver);
            case '/' -> new View(namespace, "", true, sort, 0, isOver);
            case 'n' -> withNamespace(next(snapshot));
            default -> this;
        };
    }

    private View typed(Key key) {
        return switch (key) {
            case Key.Enter _ -> new View(namespace, filter, false, sort, 0, isOver);
            case Key.Escape _ -> new View(namespace, "", false, sort, 0, isOver);
            case Key.Back _ ->
                new View(
                        namespace,
                        filter.isEmpty() ? "" : filter.substring(0, filter.length() - 1),
                        true,
                        sort,
                        0,
                        isOver);
            case Key.Letter(var letter) -> new View(namespace, filter + letter, true, sort, 0, isOver);
            case Key.Up _, Key.Down _, Key.PageUp _, Key.PageDown _, Key.Size _ -> this;
        };
    }

    private View at(int row) {
        return new View(namespace, filter, isTyping, sort, row, isOver);
    }

    /** The namespace after this one; after the last one all. */
    private String next(ClusterSnapshot snapshot) {
        return snapshot.pods().stream()
                .map(PodRow::namespace)
                .filter(other -> other.compareTo(namespace) > 0)
                .min(Comparator.naturalOrder())
                .orElse("");
    }
}
