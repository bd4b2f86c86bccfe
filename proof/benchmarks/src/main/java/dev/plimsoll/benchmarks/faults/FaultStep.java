package dev.plimsoll.benchmarks.faults;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;

/** One fault of one part. */
record FaultStep(PartFault fault, String part) {
    /**
     * Every fault of every part. First comes each fault once for each kind of part, so that a short run meets all; of parts that are there
     * several times another one with each fault: where one of them leads, it is the one that took over at the last fault.
     */
    static List<FaultStep> all(List<Part> parts) {
        var first = new ArrayList<FaultStep>();
        var rest = new ArrayList<FaultStep>();
        var round = 0;
        for (var fault : PartFault.values()) {
            for (var same : alike(parts)) {
                var chosen = round % Math.min(same.size(), 2);
                for (var i = 0; i < same.size(); i++)
                    (i == chosen ? first : rest).add(new FaultStep(fault, same.get(i)));
            }
            round++;
        }
        first.addAll(rest);
        return first;
    }

    /** Names of parts that do the same. */
    private static Collection<List<String>> alike(List<Part> parts) {
        var alike = new LinkedHashMap<String, List<String>>();
        for (var part : parts)
            alike.computeIfAbsent(part.name().replaceAll("-\\d$", ""), _ -> new ArrayList<>())
                    .add(part.name());
        return alike.values();
    }

    @Override
    public String toString() {
        return fault + " " + part;
    }
}
