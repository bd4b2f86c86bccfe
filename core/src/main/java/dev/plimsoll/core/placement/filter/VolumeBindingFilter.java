package dev.plimsoll.core.placement.filter;

import dev.plimsoll.core.placement.profile.Plugin;
import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.volumes.ClaimedVolumes;

/** Whether a node can have the volumes that a pod claims. */
record VolumeBindingFilter(ClaimedVolumes claimed) implements NodeFilter {
    @Override
    public Plugin plugin() {
        return Plugin.VOLUME_BINDING;
    }

    @Override
    public boolean admits(NodeTable table, int row, FilterResults findings) {
        return switch (claimed.on(table.node(row))) {
            case ClaimedVolumes.Verdict.Usable _ -> true;
            case ClaimedVolumes.Verdict.Elsewhere() -> refused(row, Reasons.VOLUME_ELSEWHERE, findings);
            case ClaimedVolumes.Verdict.NoVolume() -> refused(row, Reasons.NO_VOLUME, findings);
            case ClaimedVolumes.Verdict.Gone() -> refused(row, Reasons.VOLUME_GONE, findings);
        };
    }

    /** No pod that goes makes a volume usable. */
    private boolean refused(int row, String reason, FilterResults findings) {
        findings.refuseForGood(row, plugin(), reason);
        return false;
    }

    /** What is remembered of a node does not hold for other claims, nor when a volume is there or gone. */
    @Override
    public boolean looksAround() {
        return true;
    }
}
