package dev.plimsoll.core.placement.filter;

import dev.plimsoll.core.placement.profile.Plugin;
import dev.plimsoll.core.placement.profile.Profile;
import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.view.Amounts;

/**
 * Whether a node has what a pod asks for. A resource that the pod does not ask for is never looked at, even if the node has
 * promised more of it than it has.
 */
public final class ResourceFit implements NodeFilter {
    private final long cpu;
    private final long memory;
    private final long storage;
    private final Amounts.Other[] others;
    private final int slots;

    private ResourceFit(Amounts asked, Profile profile, int slots) {
        this.cpu = asked.milliCpu();
        this.memory = asked.memory();
        this.storage = asked.ephemeralStorage();
        this.others = asked.others().stream()
                .filter(other -> other.amount() > 0 && !isIgnored(other, profile))
                .toArray(Amounts.Other[]::new);
        this.slots = slots;
    }

    /** For a pod that is to come. */
    public static ResourceFit of(Amounts asked, Profile profile) {
        return new ResourceFit(asked, profile, 1);
    }

    /** For a pod that is there already and counted, slot included. */
    public static ResourceFit ofResident(Amounts missing, Profile profile) {
        return new ResourceFit(missing, profile, 0);
    }

    private static boolean isIgnored(Amounts.Other other, Profile profile) {
        if (!other.name().isExtended()) return false;
        var name = other.name().text();
        return profile.ignoredResources().contains(name)
                || profile.ignoredGroups().contains(name.substring(0, Math.max(0, name.indexOf('/'))));
    }

    @Override
    public Plugin plugin() {
        return Plugin.NODE_RESOURCES_FIT;
    }

    @Override
    public boolean admits(NodeTable table, int row, FilterResults findings) {
        if (fits(table, row)) return true;
        if (table.podsOn(row) + slots > table.mostPods(row)) {
            findings.refuse(row, plugin(), Reasons.TOO_MANY_PODS);
        }
        check(cpu, table.cpu(row), table.usedCpu(row), Reasons.CPU, row, findings);
        check(memory, table.memory(row), table.usedMemory(row), Reasons.MEMORY, row, findings);
        check(storage, table.storage(row), table.usedStorage(row), Reasons.STORAGE, row, findings);
        for (var other : others) {
            var column = table.column(other.name());
            check(
                    other.amount(),
                    table.other(column, row),
                    table.usedOther(column, row),
                    Reasons.insufficient(other.name().text()),
                    row,
                    findings);
        }
        return false;
    }

    /** The same question without reasons. */
    public boolean fits(NodeTable table, int row) {
        if (table.podsOn(row) + slots > table.mostPods(row)) return false;
        if (cpu > 0 && cpu > table.cpu(row) - table.usedCpu(row)) return false;
        if (memory > 0 && memory > table.memory(row) - table.usedMemory(row)) return false;
        if (storage > 0 && storage > table.storage(row) - table.usedStorage(row)) return false;
        for (var other : others) {
            var column = table.column(other.name());
            if (other.amount() > table.other(column, row) - table.usedOther(column, row)) return false;
        }
        return true;
    }

    private void check(long asked, long has, long used, String reason, int row, FilterResults findings) {
        if (asked == 0 || asked <= has - used) return;
        if (asked > has) findings.refuseForGood(row, plugin(), reason);
        else findings.refuse(row, plugin(), reason);
    }
}
