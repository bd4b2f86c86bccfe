package dev.plimsoll.core.workloads.horizontal;

import java.time.Duration;
import java.util.List;

/** {@code spec.behavior}: how fast replicas may come and go. */
public record Behavior(Rules scaleUp, Rules scaleDown) {
    /** Which of several policies counts. */
    public enum Select {
        /** The one that allows the largest change. */
        MAX("Max"),
        MIN("Min"),
        /** None: no change in this direction. */
        DISABLED("Disabled");

        private final String text;

        Select(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /**
     * One direction.
     *
     * @param stabilization what was recommended within it counts: the least when going up, the most when going down
     */
    public record Rules(Duration stabilization, Select select, List<Policy> policies) {
        public Rules {
            policies = List.copyOf(policies);
        }
    }

    /** How much may change within a period. */
    public record Policy(Unit unit, int value, Duration period) {
        public enum Unit {
            PODS,
            PERCENT
        }

        /** The most that there may be when there were so many at the beginning of the period. */
        int most(int atFirst) {
            return switch (unit) {
                case PODS -> atFirst + value;
                case PERCENT -> (int) Math.ceil(atFirst * (1 + value / 100.0));
            };
        }

        int least(int atFirst) {
            return switch (unit) {
                case PODS -> atFirst - value;
                case PERCENT -> (int) (atFirst * (1 - value / 100.0));
            };
        }
    }

    /** For how long changes have to be remembered. */
    public Duration longestPeriod() {
        var longest = Duration.ZERO;
        for (var rules : List.of(scaleUp, scaleDown)) {
            for (var policy : rules.policies()) {
                if (policy.period().compareTo(longest) > 0) longest = policy.period();
            }
        }
        return longest;
    }
}
