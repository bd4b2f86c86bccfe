package dev.plimsoll.core.workloads;

import dev.plimsoll.core.model.Taint;
import java.util.List;
import java.util.Map;

/**
 * What controllers ask of a node.
 *
 * @param conditions their statuses, by type
 * @param lastHeartbeat of its condition Ready, as the node wrote it; it is only compared with others
 */
public record ControlledNode(
        ObjectMetadata meta,
        boolean isUnschedulable,
        List<NodeTaint> nodeTaints,
        Map<String, String> conditions,
        String lastHeartbeat) {
    public ControlledNode {
        nodeTaints = List.copyOf(nodeTaints);
        conditions = Map.copyOf(conditions);
    }

    public String name() {
        return meta.name();
    }

    public List<Taint> taints() {
        return nodeTaints.stream().map(NodeTaint::taint).toList();
    }

    /** True, False or Unknown; empty where the node has never reported. */
    public String ready() {
        return conditions.getOrDefault("Ready", "");
    }

    public boolean isReady() {
        return ready().equals("True");
    }

    public boolean has(String condition) {
        return conditions.getOrDefault(condition, "").equals("True");
    }
}
