package dev.plimsoll.core.placement.filter;

import dev.plimsoll.core.model.HostPort;
import dev.plimsoll.core.model.PodDetails.Toleration;
import dev.plimsoll.core.model.Taint;
import dev.plimsoll.core.model.scheduling.NodeAffinity;
import dev.plimsoll.core.placement.profile.Plugin;
import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.terms.Terms;
import java.util.List;
import java.util.Set;

/** Rules that look at one node and its own pods only. */
final class NodeFilters {
    private NodeFilters() {}

    record Named(String name) implements NodeFilter {
        @Override
        public Plugin plugin() {
            return Plugin.NODE_NAME;
        }

        @Override
        public boolean admits(NodeTable table, int row, FilterResults findings) {
            if (table.node(row).name().equals(name)) return true;
            findings.refuseForGood(row, plugin(), Reasons.NODE_NAME);
            return false;
        }
    }

    record Schedulable() implements NodeFilter {
        @Override
        public Plugin plugin() {
            return Plugin.NODE_UNSCHEDULABLE;
        }

        @Override
        public boolean admits(NodeTable table, int row, FilterResults findings) {
            if (!table.node(row).isUnschedulable()) return true;
            findings.refuseForGood(row, plugin(), Reasons.UNSCHEDULABLE);
            return false;
        }
    }

    record Tolerated(List<Toleration> tolerations) implements NodeFilter {
        @Override
        public Plugin plugin() {
            return Plugin.TAINT_TOLERATION;
        }

        @Override
        public boolean admits(NodeTable table, int row, FilterResults findings) {
            if (Taint.areTolerated(table.node(row).taints(), tolerations)) return true;
            findings.refuseForGood(row, plugin(), Reasons.TAINT);
            return false;
        }
    }

    record Chosen(Terms terms) implements NodeFilter {
        @Override
        public Plugin plugin() {
            return Plugin.NODE_AFFINITY;
        }

        @Override
        public boolean admits(NodeTable table, int row, FilterResults findings) {
            var node = table.node(row);
            if (terms.admits(node.name(), node.labels())) return true;
            findings.refuseForGood(row, plugin(), Reasons.AFFINITY);
            return false;
        }
    }

    record Enforced(NodeAffinity added) implements NodeFilter {
        @Override
        public Plugin plugin() {
            return Plugin.NODE_AFFINITY;
        }

        @Override
        public boolean admits(NodeTable table, int row, FilterResults findings) {
            var node = table.node(row);
            if (added.admits(node.name(), node.labels())) return true;
            findings.refuseForGood(row, plugin(), Reasons.ADDED_AFFINITY);
            return false;
        }
    }

    record FreePorts(List<HostPort> ports) implements NodeFilter {
        @Override
        public Plugin plugin() {
            return Plugin.NODE_PORTS;
        }

        @Override
        public boolean admits(NodeTable table, int row, FilterResults findings) {
            for (var pod : table.pods(row)) {
                for (var taken : pod.terms().ports()) {
                    for (var port : ports) {
                        if (!port.clashesWith(taken)) continue;
                        findings.refuse(row, plugin(), Reasons.PORTS);
                        return false;
                    }
                }
            }
            return true;
        }
    }

    record Declared(Set<String> features) implements NodeFilter {
        @Override
        public Plugin plugin() {
            return Plugin.NODE_DECLARED_FEATURES;
        }

        @Override
        public boolean admits(NodeTable table, int row, FilterResults findings) {
            if (table.node(row).features().containsAll(features)) return true;
            findings.refuseForGood(row, plugin(), Reasons.FEATURES);
            return false;
        }
    }

    /** Whether pods may be sent away on the pod's own node for its resize. */
    record MayMakeRoom(String nodeName) implements NodeFilter {
        @Override
        public Plugin plugin() {
            return Plugin.DEFERRED_POD_SCHEDULING;
        }

        @Override
        public boolean admits(NodeTable table, int row, FilterResults findings) {
            var node = table.node(row);
            if (!node.name().equals(nodeName)) {
                findings.refuseForGood(row, plugin(), Reasons.OTHER_NODE);
                return false;
            }
            if (!node.refusesResizePreemption()) return true;
            findings.refuseForGood(row, plugin(), Reasons.RESIZE_PREEMPTION_OFF);
            return false;
        }
    }
}
