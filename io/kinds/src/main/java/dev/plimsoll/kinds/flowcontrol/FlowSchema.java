package dev.plimsoll.kinds.flowcontrol;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What a FlowSchema object says: to which level the requests belong that it matches, and which of them are one flow.
 *
 * @param precedence the lowest that matches counts
 */
public record FlowSchema(
        String name, String uid, int precedence, String level, Distinguisher distinguisher, List<FlowRule> rules) {
    /** In the order in which they are asked. */
    public static final Comparator<FlowSchema> ORDER =
            Comparator.comparingInt(FlowSchema::precedence).thenComparing(FlowSchema::name);

    public FlowSchema {
        rules = List.copyOf(rules);
    }

    /** What tells the flows of a schema apart. */
    public enum Distinguisher {
        NONE,
        USER,
        NAMESPACE
    }

    public static FlowSchema read(JsonNode document) {
        var spec = document.path("spec");
        var rules = new ArrayList<FlowRule>();
        for (var rule : spec.path("rules")) rules.add(FlowRule.read(rule));
        return new FlowSchema(
                document.path("metadata").path("name").asText(),
                document.path("metadata").path("uid").asText(),
                spec.path("matchingPrecedence").asInt(),
                spec.path("priorityLevelConfiguration").path("name").asText(),
                switch (spec.path("distinguisherMethod").path("type").asText()) {
                    case "ByUser" -> Distinguisher.USER;
                    case "ByNamespace" -> Distinguisher.NAMESPACE;
                    default -> Distinguisher.NONE;
                },
                rules);
    }

    public boolean matches(FlowRequest request) {
        for (var i = 0; i < rules.size(); i++) if (rules.get(i).matches(request)) return true;
        return false;
    }

    /** The flow of a request: a number that only this server makes, so that nobody can choose whom to share queues with. */
    public long flow(FlowRequest request, long seed) {
        var hash = mixed(seed, name);
        return switch (distinguisher) {
            case NONE -> hash;
            case USER -> mixed(hash, request.user().name());
            case NAMESPACE -> mixed(hash, request.namespace());
        };
    }

    private static long mixed(long seed, String text) {
        var hash = seed;
        for (var i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 29;
        }
        return hash;
    }
}
