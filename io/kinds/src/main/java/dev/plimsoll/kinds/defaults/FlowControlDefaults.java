package dev.plimsoll.kinds.defaults;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Defaults of flow schemas and priority levels. */
public final class FlowControlDefaults {
    private static final int PRECEDENCE = 1000;
    private static final int SHARES = 30;
    private static final int QUEUES = 64;
    private static final int HAND_SIZE = 8;
    private static final int QUEUE_LENGTH = 50;

    private FlowControlDefaults() {}

    public static void flowSchema(ObjectNode document) {
        Defaults.inside(document, "spec", spec -> {
            if (spec.path("matchingPrecedence").asInt() == 0) spec.put("matchingPrecedence", PRECEDENCE);
        });
    }

    public static void priorityLevel(ObjectNode document) {
        Defaults.inside(document, "spec", spec -> {
            Defaults.inside(spec, "limited", FlowControlDefaults::limited);
            Defaults.inside(spec, "exempt", exempt -> {
                Defaults.number(exempt, "nominalConcurrencyShares", 0);
                Defaults.number(exempt, "lendablePercent", 0);
            });
        });
    }

    private static void limited(ObjectNode limited) {
        Defaults.number(limited, "nominalConcurrencyShares", SHARES);
        Defaults.number(limited, "lendablePercent", 0);
        Defaults.inside(
                limited,
                "limitResponse",
                response -> Defaults.inside(response, "queuing", queuing -> {
                    positive(queuing, "queues", QUEUES);
                    positive(queuing, "handSize", HAND_SIZE);
                    positive(queuing, "queueLengthLimit", QUEUE_LENGTH);
                }));
    }

    private static void positive(ObjectNode node, String name, int value) {
        if (node.path(name).asInt() == 0) node.put(name, value);
    }
}
