package dev.plimsoll.codec.view;

import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.placement.view.PinnedNeed;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tells what a pod would want for itself alone on a node that pins: whole CPUs of Guaranteed pods, and their memory. */
final class PinnedNeeds {
    private static final long WHOLE = 1000;

    private final PodQos qos;
    private final PodDemand demand;

    private PinnedNeeds(PodQos qos, PodDemand demand) {
        this.qos = qos;
        this.demand = demand;
    }

    static PinnedNeeds under(FeatureGates gates) {
        return new PinnedNeeds(PodQos.under(gates), PodDemand.under(gates));
    }

    /** Null where the pod wants nothing for itself. */
    @Nullable
    PinnedNeed of(PodSpec spec) {
        if (qos.of(spec) != QosClass.GUARANTEED) return null;
        var pieces = Stream.concat(
                        spec.initContainers().stream().filter(Container::restartsAlways), spec.containers().stream())
                .map(container -> piece(container.resources().requests()))
                .filter(piece -> piece.cpus() > 0)
                .toList();
        if (pieces.isEmpty()) return null;
        var whole = piece(demand.requestsWithoutOverhead(spec));
        var cpus = pieces.stream().mapToLong(PinnedNeed.Piece::cpus).sum();
        return new PinnedNeed(new PinnedNeed.Piece(Math.max(cpus, whole.cpus()), whole.memory()), pieces);
    }

    private static PinnedNeed.Piece piece(ResourceAmounts requests) {
        var cpu = requests.cpuOrNull();
        var memory = requests.memoryOrNull();
        var milli = cpu == null ? 0 : cpu.milliValue();
        return new PinnedNeed.Piece(milli % WHOLE == 0 ? milli / WHOLE : 0, memory == null ? 0 : memory.value());
    }
}
