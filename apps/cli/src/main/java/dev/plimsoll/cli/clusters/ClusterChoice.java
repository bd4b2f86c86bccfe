package dev.plimsoll.cli.clusters;

import dev.plimsoll.cli.clusters.records.ClusterRecord;
import java.util.List;
import java.util.stream.Collectors;

/** Which cluster a command is about. */
sealed interface ClusterChoice {
    record Chosen(ClusterRecord cluster) implements ClusterChoice {}

    /** None, or not clear which. */
    record Unclear(String why) implements ClusterChoice {}

    /**
     * The one of this name; without a name the only one.
     *
     * @param name empty if none was given
     */
    static ClusterChoice of(String name, List<ClusterRecord> candidates, String command) {
        if (!name.isEmpty()) {
            return candidates.stream()
                    .filter(record -> record.name().equals(name))
                    .findFirst()
                    .<ClusterChoice>map(Chosen::new)
                    .orElseGet(() -> new Unclear("there is no cluster " + name + " on this machine; "
                            + (candidates.isEmpty()
                                    ? "start one with: plimsoll up -d --name " + name
                                    : known(candidates) + "; choose one, as in: plimsoll " + command + " "
                                            + candidates.getFirst().name())));
        }
        if (candidates.size() == 1) return new Chosen(candidates.getFirst());
        if (candidates.isEmpty())
            return new Unclear("there is no cluster on this machine; start one with: plimsoll up -d");
        return new Unclear("which cluster? " + known(candidates) + "; choose one, as in: plimsoll " + command + " "
                + candidates.getFirst().name());
    }

    private static String known(List<ClusterRecord> candidates) {
        return "there " + (candidates.size() == 1 ? "is " : "are ")
                + candidates.stream().map(ClusterRecord::name).collect(Collectors.joining(", "));
    }
}
