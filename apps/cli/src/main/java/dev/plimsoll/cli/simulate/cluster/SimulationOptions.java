package dev.plimsoll.cli.simulate.cluster;

/**
 * What is asked beside the changes themselves.
 *
 * @param seeds with how many further seeds the choice among equal nodes is tried
 * @param consolidates whether it is asked which nodes could go
 * @param podLevel pods that have their resources as a whole
 */
public record SimulationOptions(int seeds, boolean consolidates, PodLevelScope podLevel) {
    public static final SimulationOptions DEFAULT = new SimulationOptions(0, false, PodLevelScope.NONE);

    public SimulationOptions withSeeds(int changed) {
        return new SimulationOptions(changed, consolidates, podLevel);
    }

    public SimulationOptions consolidating() {
        return new SimulationOptions(seeds, true, podLevel);
    }

    public SimulationOptions withPodLevel(PodLevelScope changed) {
        return new SimulationOptions(seeds, consolidates, changed);
    }
}
