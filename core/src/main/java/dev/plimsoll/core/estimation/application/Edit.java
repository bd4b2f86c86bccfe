package dev.plimsoll.core.estimation.application;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.quantity.Quantity;

/** One changed value of a pod. */
public sealed interface Edit {
    ValueLocation place();

    Side side();

    Compute compute();

    /** Which of the two lists. */
    enum Side {
        REQUEST("requests"),
        LIMIT("limits");

        private final String field;

        Side(String field) {
            this.field = field;
        }

        String field() {
            return field;
        }

        /** As annotations name it. */
        String text() {
            return this == REQUEST ? "request" : "limit";
        }
    }

    record Write(ValueLocation place, Side side, Compute compute, Quantity quantity) implements Edit {}

    record Remove(ValueLocation place, Side side, Compute compute) implements Edit {}

    static Edit request(ValueLocation place, Compute compute, long units) {
        return new Write(place, Side.REQUEST, compute, compute.quantity(units));
    }

    static Edit limit(ValueLocation place, Compute compute, long units) {
        return new Write(place, Side.LIMIT, compute, compute.quantity(units));
    }
}
