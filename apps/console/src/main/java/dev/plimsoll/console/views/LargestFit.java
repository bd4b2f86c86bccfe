package dev.plimsoll.console.views;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.console.cluster.NodeFigures;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.Taint;
import dev.plimsoll.core.workloads.NodeTaint;
import dev.plimsoll.objects.node.NodeObject;

/** The largest pod that a node still takes, and why it takes none. */
final class LargestFit {
    private LargestFit() {}

    static void put(ObjectNode document, NodeObject node, NodeFigures facts) {
        var target = document.putObject("largest");
        var why = obstacle(node, facts);
        if (!why.isEmpty()) {
            target.put("none", why);
            return;
        }
        target.put("cpu", Math.max(0, facts.cpu().whole() - facts.cpu().held()))
                .put(
                        "memory",
                        Math.max(0, facts.memory().whole() - facts.memory().held()));
        var taints = target.putArray("taints");
        node.taints().stream()
                .map(NodeTaint::taint)
                .filter(Taint::isHard)
                .forEach(taint -> taints.add(taint.key() + ":" + taint.effect()));
        own(target, node);
    }

    private static String obstacle(NodeObject node, NodeFigures facts) {
        if (!facts.isReady()) return "the node is not ready";
        if (facts.isCordoned()) return "the node is cordoned";
        var most = node.allocatable().find(ResourceName.PODS);
        if (most.isPresent() && facts.pods() >= most.get().value())
            return "the node has as many pods as it may have, " + facts.pods();
        return "";
    }

    /** CPUs that containers can still have for themselves: in all, and on one NUMA node. */
    private static void own(ObjectNode target, NodeObject node) {
        var published = node.resourceManagers();
        if (published.isEmpty()) return;
        var managers = published.get().resourceManagers();
        if (!managers.cpuPolicyName().equals("static")) return;
        var free = published.get().state().cpus().shared().minus(managers.reservedCpus());
        var onOne = managers.machine().cpusByNode().values().stream()
                .mapToInt(free::countIn)
                .max()
                .orElse(0);
        target.put("ownCpus", free.size()).put("ownCpusOnOneNode", onOne);
    }
}
