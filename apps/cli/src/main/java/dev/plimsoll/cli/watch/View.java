package dev.plimsoll.cli.watch;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What of a cluster is shown, and how; keys change it.
 *
 * @param namespace empty for all
 * @param filter a part of a pod's or node's name; empty for all
 * @param selected the row that is marked
 */
record View(String namespace, String filter, Mode mode, Sort sort, int selected, boolean isOver) {
    private static final int PAGE = 10;
    private static final String FIRST_OPTION = "--cpu ";

    static final View FIRST = new View("", "", new Mode.Listing(), Sort.NAME, 0, false);

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

    /** What a key asks the cluster for. */
    sealed interface Request {
        record Details(PodRow pod) implements Request {}

        record Resize(PodRow pod, List<String> options) implements Request {}
    }

    View withNamespace(String changed) {
        return new View(changed, filter, mode, sort, 0, isOver);
    }

    private View with(Mode changed) {
        return new View(namespace, filter, changed, sort, selected, isOver);
    }

    private View withFilter(String changed, Mode next) {
        return new View(namespace, changed, next, sort, 0, isOver);
    }

    List<PodRow> pods(ClusterSnapshot snapshot) {
        return snapshot.pods().stream()
                .filter(pod -> namespace.isEmpty() || pod.namespace().equals(namespace))
                .filter(pod -> pod.name().contains(filter) || pod.node().contains(filter))
                .sorted(sort.order)
                .toList();
    }

    /** The pod that is marked, if there is any. */
    Optional<PodRow> marked(ClusterSnapshot snapshot) {
        var pods = pods(snapshot);
        return pods.isEmpty() ? Optional.empty() : Optional.of(pods.get(Math.min(selected, pods.size() - 1)));
    }

    /** What is to be asked for when this key is pressed now; empty for most. */
    Optional<Request> request(Key key, ClusterSnapshot snapshot) {
        if (!(key instanceof Key.Enter)) return Optional.empty();
        return switch (mode) {
            case Mode.Listing _ -> marked(snapshot).map(Request.Details::new);
            case Mode.Details(var pod, var _) -> Optional.of(new Request.Details(pod));
            case Mode.Resizing(var pod, var options) ->
                options.isBlank()
                        ? Optional.empty()
                        : Optional.of(
                                new Request.Resize(pod, List.of(options.strip().split("\\s+"))));
            case Mode.Help _, Mode.Filtering _ -> Optional.empty();
        };
    }

    View on(Key key, ClusterSnapshot snapshot) {
        return switch (mode) {
            case Mode.Listing _ -> listing(key, snapshot);
            case Mode.Help _ -> with(new Mode.Listing());
            case Mode.Filtering _ -> filtering(key);
            case Mode.Details details -> details(key, details);
            case Mode.Resizing resizing -> resizing(key, resizing);
        };
    }

    private View listing(Key key, ClusterSnapshot snapshot) {
        var last = Math.max(pods(snapshot).size() - 1, 0);
        return switch (key) {
            case Key.Up _ -> at(Math.max(Math.min(selected, last) - 1, 0));
            case Key.Down _ -> at(Math.min(selected + 1, last));
            case Key.PageUp _ -> at(Math.max(Math.min(selected, last) - PAGE, 0));
            case Key.PageDown _ -> at(Math.min(selected + PAGE, last));
            case Key.Escape _ -> withFilter("", new Mode.Listing());
            case Key.Enter _ ->
                marked(snapshot).map(pod -> with(new Mode.Details(pod, 0))).orElse(this);
            case Key.Back _ -> this;
            case Key.Letter(var letter) -> listing(letter, snapshot, last);
        };
    }

    private View listing(char letter, ClusterSnapshot snapshot, int last) {
        return switch (letter) {
            case 'q' -> new View(namespace, filter, mode, sort, selected, true);
            case '?' -> with(new Mode.Help());
            case 'k' -> at(Math.max(Math.min(selected, last) - 1, 0));
            case 'j' -> at(Math.min(selected + 1, last));
            case 'g' -> at(0);
            case 'G' -> at(last);
            case 's' -> new View(namespace, filter, mode, sort.next(), 0, isOver);
            case '/' -> withFilter("", new Mode.Filtering());
            case 'n' -> withNamespace(next(snapshot));
            case 'r' ->
                marked(snapshot)
                        .map(pod -> with(new Mode.Resizing(pod, FIRST_OPTION)))
                        .orElse(this);
            default -> this;
        };
    }

    private View filtering(Key key) {
        return switch (key) {
            case Key.Enter _ -> withFilter(filter, new Mode.Listing());
            case Key.Escape _ -> withFilter("", new Mode.Listing());
            case Key.Back _ -> withFilter(shortened(filter), mode);
            case Key.Letter(var letter) -> withFilter(filter + letter, mode);
            case Key.Up _, Key.Down _, Key.PageUp _, Key.PageDown _ -> this;
        };
    }

    private View details(Key key, Mode.Details details) {
        return switch (key) {
            case Key.Up _ -> with(details.moved(-1));
            case Key.Down _ -> with(details.moved(1));
            case Key.PageUp _ -> with(details.moved(-PAGE));
            case Key.PageDown _ -> with(details.moved(PAGE));
            case Key.Escape _, Key.Back _ -> with(new Mode.Listing());
            case Key.Enter _ -> this;
            case Key.Letter(var letter) ->
                switch (letter) {
                    case 'k' -> with(details.moved(-1));
                    case 'j' -> with(details.moved(1));
                    case ' ' -> with(details.moved(PAGE));
                    case 'g' -> with(new Mode.Details(details.pod(), 0));
                    case 'r' -> with(new Mode.Resizing(details.pod(), FIRST_OPTION));
                    case '?' -> with(new Mode.Help());
                    case 'q' -> with(new Mode.Listing());
                    default -> this;
                };
        };
    }

    private View resizing(Key key, Mode.Resizing resizing) {
        var pod = resizing.pod();
        var options = resizing.options();
        return switch (key) {
            case Key.Enter _, Key.Escape _ -> with(new Mode.Listing());
            case Key.Back _ -> with(new Mode.Resizing(pod, shortened(options)));
            case Key.Letter(var letter) -> with(new Mode.Resizing(pod, options + letter));
            case Key.Up _, Key.Down _, Key.PageUp _, Key.PageDown _ -> this;
        };
    }

    private static String shortened(String text) {
        return text.isEmpty() ? "" : text.substring(0, text.length() - 1);
    }

    private View at(int row) {
        return new View(namespace, filter, mode, sort, row, isOver);
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
