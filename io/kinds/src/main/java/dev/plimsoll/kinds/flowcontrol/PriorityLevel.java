package dev.plimsoll.kinds.flowcontrol;

import com.fasterxml.jackson.databind.JsonNode;

/** What a PriorityLevelConfiguration object says. */
public record PriorityLevel(String name, String uid, Limit limit) {
    private static final int WHOLE = 100;

    /** How much of the server the level may have. */
    public sealed interface Limit {
        /** All it wants. */
        record Exempt() implements Limit {}

        /**
         * A share.
         *
         * @param shares in proportion to those of all levels
         * @param lendablePercent of its seats that others may use
         * @param borrowingPercent of its seats that it may have of others beside its own; negative for no bound
         */
        record Limited(int shares, int lendablePercent, int borrowingPercent, QueuingConfiguration queuing)
                implements Limit {}
    }

    public static PriorityLevel read(JsonNode document) {
        var spec = document.path("spec");
        var metadata = document.path("metadata");
        return new PriorityLevel(
                metadata.path("name").asText(), metadata.path("uid").asText(), limit(spec));
    }

    private static Limit limit(JsonNode spec) {
        if (spec.path("type").asText().equals("Exempt")) return new Limit.Exempt();
        var limited = spec.path("limited");
        var queuing = limited.path("limitResponse").path("queuing");
        return new Limit.Limited(
                limited.path("nominalConcurrencyShares").asInt(),
                Math.clamp(limited.path("lendablePercent").asInt(), 0, WHOLE),
                limited.path("borrowingLimitPercent").asInt(-1),
                queuing.isObject()
                        ? new QueuingConfiguration(
                                queuing.path("queues").asInt(),
                                queuing.path("handSize").asInt(),
                                queuing.path("queueLengthLimit").asInt())
                        : QueuingConfiguration.NONE);
    }
}
