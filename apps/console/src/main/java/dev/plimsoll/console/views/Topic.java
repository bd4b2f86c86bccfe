package dev.plimsoll.console.views;

import dev.plimsoll.client.ObjectName;
import java.util.Optional;

/** Something that a page looks at. */
public sealed interface Topic {
    record Overview() implements Topic {}

    record Pods() implements Topic {}

    record Nodes() implements Topic {}

    record OnePod(ObjectName name) implements Topic {}

    record OneNode(String name) implements Topic {}

    record Resizes() implements Topic {}

    record Quotas() implements Topic {}

    record Unscheduled() implements Topic {}

    record Autoscalers() implements Topic {}

    record OneAutoscaler(ObjectName name) implements Topic {}

    /** As a page names it: {@code pods}, {@code pod:default/web}; empty where there is none of this name. */
    static Optional<Topic> parse(String text) {
        var colon = text.indexOf(':');
        if (colon < 0) {
            return switch (text) {
                case "overview" -> Optional.of(new Overview());
                case "pods" -> Optional.of(new Pods());
                case "nodes" -> Optional.of(new Nodes());
                case "resizes" -> Optional.of(new Resizes());
                case "quota" -> Optional.of(new Quotas());
                case "unscheduled" -> Optional.of(new Unscheduled());
                case "autoscalers" -> Optional.of(new Autoscalers());
                default -> Optional.empty();
            };
        }
        var rest = text.substring(colon + 1);
        var slash = rest.indexOf('/');
        return switch (text.substring(0, colon)) {
            case "node" -> Optional.of(new OneNode(rest));
            case "pod" -> slash < 0 ? Optional.empty() : Optional.of(new OnePod(name(rest, slash)));
            case "autoscaler" -> slash < 0 ? Optional.empty() : Optional.of(new OneAutoscaler(name(rest, slash)));
            default -> Optional.empty();
        };
    }

    private static ObjectName name(String text, int slash) {
        return new ObjectName(text.substring(0, slash), text.substring(slash + 1));
    }

    default String text() {
        return switch (this) {
            case Overview _ -> "overview";
            case Pods _ -> "pods";
            case Nodes _ -> "nodes";
            case Resizes _ -> "resizes";
            case Quotas _ -> "quota";
            case Unscheduled _ -> "unscheduled";
            case Autoscalers _ -> "autoscalers";
            case OneAutoscaler(var name) -> "autoscaler:" + name.namespace() + "/" + name.name();
            case OnePod(var name) -> "pod:" + name.namespace() + "/" + name.name();
            case OneNode(var name) -> "node:" + name;
        };
    }
}
