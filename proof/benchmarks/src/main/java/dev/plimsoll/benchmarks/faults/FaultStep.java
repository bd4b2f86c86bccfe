package dev.plimsoll.benchmarks.faults;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** One fault of one part. */
record FaultStep(PartFault fault, String part) {
    /** Every fault of every part. The first of each kind of part comes first, so that a short run meets all kinds. */
    static List<FaultStep> all(List<Part> parts) {
        var steps = new ArrayList<FaultStep>();
        for (var fault : PartFault.values()) {
            for (var part : parts) steps.add(new FaultStep(fault, part.name()));
        }
        steps.sort(Comparator.comparing(
                step -> step.part().endsWith("-2") || step.part().endsWith("-3")));
        return steps;
    }

    @Override
    public String toString() {
        return fault + " " + part;
    }
}
