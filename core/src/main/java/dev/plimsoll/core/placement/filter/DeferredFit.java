package dev.plimsoll.core.placement.filter;

import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.fit.InsufficientResource;
import dev.plimsoll.core.fit.NodeFit;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.placement.profile.Plugin;
import dev.plimsoll.core.placement.profile.Profile;
import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.view.PlacementPod;

/**
 * Whether a node can grant a resize that it put off. The node counts the pod with what it wants already, so the question is
 * whether it has promised more than it has, of a resource that the pod asks for.
 */
final class DeferredFit implements NodeFilter {
    private final Amounts asked;
    private final Amounts held;
    private final ResourceFit slot;

    DeferredFit(PlacementPod pod, Profile profile) {
        this.asked = pod.asks().exact();
        this.held = pod.holds().exact();
        this.slot = ResourceFit.ofResident(Amounts.NONE, profile);
    }

    @Override
    public Plugin plugin() {
        return Plugin.NODE_RESOURCES_FIT;
    }

    @Override
    public boolean admits(NodeTable table, int row, FilterResults findings) {
        var admitted = slot.admits(table, row, findings);
        admitted &= check(
                asked.milliCpu(), held.milliCpu(), table.cpu(row), table.usedCpu(row), ResourceName.CPU, row, findings);
        admitted &= check(
                asked.memory(),
                held.memory(),
                table.memory(row),
                table.usedMemory(row),
                ResourceName.MEMORY,
                row,
                findings);
        admitted &= check(
                asked.ephemeralStorage(),
                held.ephemeralStorage(),
                table.storage(row),
                table.usedStorage(row),
                ResourceName.EPHEMERAL_STORAGE,
                row,
                findings);
        for (var other : asked.others()) {
            var column = table.column(other.name());
            admitted &= check(
                    other.amount(),
                    held.of(other.name()),
                    table.other(column, row),
                    table.usedOther(column, row),
                    other.name(),
                    row,
                    findings);
        }
        return admitted;
    }

    private boolean check(
            long wanted, long counted, long has, long used, ResourceName name, int row, FilterResults findings) {
        if (wanted == 0 || NodeFit.hasRoom(Math.max(wanted, counted), used - counted, has)) return true;
        var reason = InsufficientResource.schedulerReason(name);
        if (wanted > has) findings.refuseForGood(row, plugin(), reason);
        else findings.refuse(row, plugin(), reason);
        return false;
    }
}
