package dev.plimsoll.autoscaler;

import dev.plimsoll.autoscaler.admission.AdmissionSettings;
import dev.plimsoll.autoscaler.cluster.ExtraWatches;
import dev.plimsoll.autoscaler.cluster.NamespaceFilter;
import dev.plimsoll.autoscaler.gates.AutoscalerGate;
import dev.plimsoll.autoscaler.gates.AutoscalerGates;
import dev.plimsoll.autoscaler.recommender.RecommenderSettings;
import dev.plimsoll.autoscaler.updater.UpdaterSettings;
import dev.plimsoll.client.lease.LeaseTimes;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which parts run, and how. A part without settings does not run.
 *
 * @param endpointOrNull where metrics and health are told
 * @param electionOrNull how the one that acts is found among several processes; without it this one acts at once
 */
public record AutoscalerSettings(
        @Nullable RecommenderSettings recommenderOrNull,
        @Nullable UpdaterSettings updaterOrNull,
        @Nullable AdmissionSettings admissionOrNull,
        NamespaceFilter namespaces,
        @Nullable InetSocketAddress endpointOrNull,
        @Nullable Election electionOrNull) {
    /**
     * An election.
     *
     * @param identity the name under which this process stands
     * @param namespace of the leases
     * @param recommender the name of the recommender's lease
     * @param updater the name of the updater's lease
     */
    public record Election(String identity, LeaseTimes times, String namespace, String recommender, String updater) {
        public static final String RECOMMENDER = "vpa-recommender-lease";
        public static final String UPDATER = "vpa-updater";

        public static Election usual(String identity) {
            return new Election(identity, LeaseTimes.DEFAULT, "kube-system", RECOMMENDER, UPDATER);
        }
    }

    /** The gates under which everything runs that is new. */
    public static final AutoscalerGates NEW = AutoscalerGates.of(
            AutoscalerGate.IN_PLACE,
            AutoscalerGate.POD_LEVEL_RESOURCES,
            AutoscalerGate.CPU_STARTUP_BOOST,
            AutoscalerGate.PER_VPA_CONFIG);

    /** All of it, with the pod level, in one process. */
    public static AutoscalerSettings together(AdmissionSettings admission) {
        return new AutoscalerSettings(
                RecommenderSettings.DEFAULT.withGates(NEW),
                UpdaterSettings.DEFAULT.withGates(NEW),
                admission,
                NamespaceFilter.ALL,
                null,
                null);
    }

    public Optional<RecommenderSettings> recommender() {
        return Optional.ofNullable(recommenderOrNull);
    }

    public Optional<UpdaterSettings> updater() {
        return Optional.ofNullable(updaterOrNull);
    }

    public Optional<InetSocketAddress> endpoint() {
        return Optional.ofNullable(endpointOrNull);
    }

    public Optional<Election> election() {
        return Optional.ofNullable(electionOrNull);
    }

    public Optional<AdmissionSettings> admission() {
        return Optional.ofNullable(admissionOrNull);
    }

    /** Whether any part looks after pods as a whole. */
    boolean isPodLevel() {
        return Stream.of(
                        recommender().map(RecommenderSettings::gates),
                        updater().map(UpdaterSettings::gates),
                        admission().map(AdmissionSettings::gates))
                .flatMap(Optional::stream)
                .anyMatch(gates -> gates.isOn(AutoscalerGate.POD_LEVEL_RESOURCES));
    }

    /** Nodes count for their size and for what they can do. */
    ExtraWatches interest() {
        var largest = recommender()
                .filter(own -> own.gates().isOn(AutoscalerGate.LARGEST_NODE_CAP))
                .isPresent();
        var resizes = updater()
                .filter(own -> own.gates().isOn(AutoscalerGate.POD_LEVEL_RESOURCES))
                .isPresent();
        var recommends = recommender().isPresent();
        return new ExtraWatches(namespaces, largest || resizes, recommends, recommends);
    }
}
