package dev.plimsoll.core.placement.filter;

import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.fit.NodeCapacity;
import dev.plimsoll.core.fit.NodeFit;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.placement.profile.Plugin;
import dev.plimsoll.core.placement.profile.Profile;
import dev.plimsoll.core.placement.table.NodeTable;

/**
 * Whether a node has what a pod asks for, by {@link NodeFit}.
 */
public final class ResourceFit implements NodeFilter {
    private final Amounts counted;
    private final Amounts.Other[] others;
    private final int residents;

    private ResourceFit(Amounts asked, Profile profile, int residents) {
        var counted = asked.others().stream()
                .filter(other -> other.amount() > 0 && !isIgnored(other, profile))
                .toList();
        this.counted = new Amounts(asked.milliCpu(), asked.memory(), asked.ephemeralStorage(), counted);
        this.others = counted.toArray(Amounts.Other[]::new);
        this.residents = residents;
    }

    /** For a pod that is to come. */
    public static ResourceFit of(Amounts asked, Profile profile) {
        return new ResourceFit(asked, profile, 0);
    }

    /** For a pod that is there already and counted, slot included. */
    public static ResourceFit ofResident(Amounts missing, Profile profile) {
        return new ResourceFit(missing, profile, 1);
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
        for (var missing : NodeFit.insufficient(counted, new RowCapacity(table, row, residents))) {
            var isPods = missing.resource().equals(ResourceName.PODS);
            if (missing.isBeyondNode() && !isPods) findings.refuseForGood(row, plugin(), missing.schedulerReason());
            else findings.refuse(row, plugin(), missing.schedulerReason());
        }
        return false;
    }

    /** The same question without reasons, straight from the columns: it is asked of every node for every pod. */
    public boolean fits(NodeTable table, int row) {
        if (!NodeFit.hasRoom(1, (long) table.podsOn(row) - residents, table.mostPods(row))) return false;
        if (!NodeFit.hasRoom(counted.milliCpu(), table.usedCpu(row), table.cpu(row))) return false;
        if (!NodeFit.hasRoom(counted.memory(), table.usedMemory(row), table.memory(row))) return false;
        if (!NodeFit.hasRoom(counted.ephemeralStorage(), table.usedStorage(row), table.storage(row))) return false;
        for (var other : others) {
            var column = table.column(other.name());
            if (!NodeFit.hasRoom(other.amount(), table.usedOther(column, row), table.other(column, row))) return false;
        }
        return true;
    }

    /**
     * A row of the table.
     *
     * @param residents how many of the pods in it are the one that asks
     */
    private record RowCapacity(NodeTable table, int row, int residents) implements NodeCapacity {
        @Override
        public long capacity(ResourceName name) {
            if (name.equals(ResourceName.CPU)) return table.cpu(row);
            if (name.equals(ResourceName.MEMORY)) return table.memory(row);
            if (name.equals(ResourceName.EPHEMERAL_STORAGE)) return table.storage(row);
            if (name.equals(ResourceName.PODS)) return table.mostPods(row);
            return table.other(table.column(name), row);
        }

        @Override
        public long used(ResourceName name) {
            if (name.equals(ResourceName.CPU)) return table.usedCpu(row);
            if (name.equals(ResourceName.MEMORY)) return table.usedMemory(row);
            if (name.equals(ResourceName.EPHEMERAL_STORAGE)) return table.usedStorage(row);
            if (name.equals(ResourceName.PODS)) return (long) table.podsOn(row) - residents;
            return table.usedOther(table.column(name), row);
        }
    }
}
