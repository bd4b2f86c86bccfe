package dev.plimsoll.core.resize.admission;

import dev.plimsoll.core.fit.InsufficientResource;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.resize.state.NodeState;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a resize waits for, in words, and read back from them by those who have nothing but the words. */
public final class MissingText {
    private static final Pattern COUNTED =
            Pattern.compile("([a-z0-9./-]+) (\\S+) \\(held by (\\d{1,9}) other pods?\\)");
    private static final Pattern KUBERNETES = Pattern.compile(
            "Node didn't have enough resource: ([a-z0-9./-]+), requested: (\\d{1,18}), used: (\\d{1,18}), capacity: (\\d{1,18})");

    private MissingText() {}

    /**
     * A resource that is missing.
     *
     * @param amount as people write it
     * @param holders how many other pods hold any of it; -1 where the node does not say
     */
    public record Missing(ResourceName resource, String amount, int holders) {}

    /** For the pod's owner. */
    static String counted(NodeState state, String uid, List<InsufficientResource> shortages) {
        return shortages.stream()
                .map(each -> missing(each) + " (held by "
                        + pods(Holders.of(state, uid, each.resource()).count()) + ")")
                .collect(Collectors.joining(", ", ". Missing: ", "."));
    }

    private static String pods(int count) {
        return count == 1 ? "1 other pod" : count + " other pods";
    }

    /** For readers of the node; empty where nobody holds anything. */
    static String named(NodeState state, String uid, List<InsufficientResource> shortages) {
        var holders = shortages.stream()
                .map(each -> named(Holders.of(state, uid, each.resource())))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
        if (holders.isEmpty()) return "";
        var missing = shortages.stream().map(MissingText::missing).collect(Collectors.joining(", "));
        return "Missing: " + missing + ". Held by: " + holders + ".";
    }

    private static String named(Holders holders) {
        return holders.largest().stream()
                .map(each -> each.qualifiedName() + " " + holders.resource() + " " + holders.amount(each))
                .collect(Collectors.joining(", "));
    }

    private static String missing(InsufficientResource shortage) {
        return shortage.resource() + " " + InsufficientResource.amount(shortage.resource(), shortage.missing());
    }

    /** What the message of a condition says; a kubelet names only the first resource, and nobody who holds it. */
    public static List<Missing> read(String message) {
        var found = new ArrayList<Missing>();
        var counted = COUNTED.matcher(message);
        while (counted.find()) {
            found.add(new Missing(
                    ResourceName.of(counted.group(1)), counted.group(2), Integer.parseInt(counted.group(3))));
        }
        if (!found.isEmpty()) return found;
        var shortage = KUBERNETES.matcher(message);
        while (shortage.find()) {
            var read = new InsufficientResource(
                    ResourceName.of(shortage.group(1)),
                    Long.parseLong(shortage.group(2)),
                    Long.parseLong(shortage.group(3)),
                    Long.parseLong(shortage.group(4)));
            found.add(new Missing(read.resource(), InsufficientResource.amount(read.resource(), read.missing()), -1));
        }
        return found;
    }
}
