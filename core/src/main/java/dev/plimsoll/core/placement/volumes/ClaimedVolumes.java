package dev.plimsoll.core.placement.volumes;

import dev.plimsoll.core.placement.view.PlacementNode;
import dev.plimsoll.core.placement.view.PlacementPod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the claims of one pod mean for the nodes that it may run on. */
public final class ClaimedVolumes {
    /** How a node does with the claims. */
    public sealed interface Verdict {
        /** It can have all; the steps are to be done first. */
        record Usable(List<VolumeStep> steps) implements Verdict {}

        /** A volume of the pod cannot be used there. */
        record Elsewhere() implements Verdict {}

        /** There is no volume for a claim there, and none can be made. */
        record NoVolume() implements Verdict {}

        /** A claim is bound to a volume that is gone. */
        record Gone() implements Verdict {}
    }

    private final VolumeTable table;
    private final List<VolumeClaim> bound = new ArrayList<>();
    private final List<VolumeClaim> unbound = new ArrayList<>();
    private String problem = "";

    private ClaimedVolumes(VolumeTable table) {
        this.table = table;
    }

    /** Of a pod, which has claims. */
    public static ClaimedVolumes of(PlacementPod pod, VolumeTable table) {
        return of(pod.key().namespace(), pod.terms().claims(), table);
    }

    static ClaimedVolumes of(String namespace, List<String> names, VolumeTable table) {
        var claimed = new ClaimedVolumes(table);
        if (!table.isComplete()) {
            claimed.problem = "the volumes of the cluster are not known yet";
            return claimed;
        }
        for (var name : names) {
            claimed.problem = claimed.added(new VolumeClaim.Key(namespace, name));
            if (!claimed.problem.isEmpty()) return claimed;
        }
        // A claim for much is served before one for little, which more volumes will do for.
        claimed.unbound.sort(Comparator.comparingLong(VolumeClaim::bytes)
                .reversed()
                .thenComparing(each -> each.key().name()));
        return claimed;
    }

    /** Why no node will do; empty if some may. */
    public String problem() {
        return problem;
    }

    private String added(VolumeClaim.Key key) {
        var claim = table.claim(key);
        var what = "persistentvolumeclaim \"" + key.name() + "\"";
        if (claim == null) return what + " not found";
        if (claim.phase() == VolumeClaim.Phase.LOST)
            return what + " bound to non-existent persistentvolume \"" + claim.volumeName() + "\"";
        if (claim.isBeingDeleted()) return what + " is being deleted";
        if (claim.isBound()) {
            bound.add(claim);
            return "";
        }
        var storageClass = table.storageClass(claim.className());
        var waits = storageClass != null
                && storageClass.waitsForPod()
                && claim.volumeName().isEmpty();
        if (!waits) return "pod has unbound immediate PersistentVolumeClaims";
        unbound.add(claim);
        return "";
    }

    public Verdict on(PlacementNode node) {
        return on(node.name(), node.labels());
    }

    Verdict on(String nodeName, Map<String, String> labels) {
        for (var claim : bound) {
            var volume = table.volume(claim.volumeName());
            if (volume == null) return new Verdict.Gone();
            if (!volume.nodeAffinity().admits(nodeName, labels)) return new Verdict.Elsewhere();
        }
        var steps = new ArrayList<VolumeStep>();
        var taken = new HashSet<String>();
        for (var claim : unbound) {
            var step = step(claim, nodeName, labels, taken);
            if (step.isEmpty()) return new Verdict.NoVolume();
            if (step.get() instanceof VolumeStep.Bind(var _, var volume)) taken.add(volume.name());
            steps.add(step.get());
        }
        return new Verdict.Usable(steps);
    }

    private Optional<VolumeStep> step(
            VolumeClaim claim, String nodeName, Map<String, String> labels, Set<String> taken) {
        // Once a node was chosen for it, its volume is being made there.
        if (!claim.selectedNode().isEmpty() && !claim.selectedNode().equals(nodeName)) return Optional.empty();
        var there = VolumeMatch.best(
                claim,
                table.volumes(),
                volume -> !taken.contains(volume.name())
                        && !table.isPromisedToOther(volume, claim)
                        && volume.nodeAffinity().admits(nodeName, labels));
        if (there.isPresent()) return Optional.of(new VolumeStep.Bind(claim, there.get()));
        var storageClass = table.storageClass(claim.className());
        if (storageClass == null || !storageClass.makesVolumes()) return Optional.empty();
        if (!storageClass.topologies().admits(nodeName, labels)) return Optional.empty();
        return Optional.of(new VolumeStep.Provision(claim, nodeName));
    }
}
