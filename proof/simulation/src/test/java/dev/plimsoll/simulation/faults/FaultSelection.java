package dev.plimsoll.simulation.faults;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which of the faults of a seed happen: what a failing run is made smaller by.
 *
 * @param most how many of them, from the first
 * @param without kinds that never happen
 * @param actions how much people do
 */
record FaultSelection(int most, Set<FaultKind> without, int actions) {
    static final FaultSelection ALL = new FaultSelection(Integer.MAX_VALUE, Set.of(), Integer.MAX_VALUE);

    FaultSelection {
        without = Set.copyOf(without);
    }

    FaultSelection most(int changed) {
        return new FaultSelection(changed, without, actions);
    }

    FaultSelection actions(int changed) {
        return new FaultSelection(most, without, changed);
    }

    FaultSelection without(FaultKind kind) {
        var more = EnumSet.of(kind);
        more.addAll(without);
        return new FaultSelection(most, more, actions);
    }

    /** As the script that plays a seed again takes it. */
    String arguments() {
        var text = new StringBuilder();
        if (most < Integer.MAX_VALUE) text.append(" --faults ").append(most);
        if (actions < Integer.MAX_VALUE) text.append(" --actions ").append(actions);
        if (!without.isEmpty())
            text.append(" --without ")
                    .append(without.stream().sorted().map(FaultKind::name).collect(Collectors.joining(",")));
        return text.toString();
    }
}
