package dev.plimsoll.nodeagent.shape;

import dev.plimsoll.core.model.Node;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.Taint;
import dev.plimsoll.core.resize.state.NodeAbilities;
import dev.plimsoll.core.resize.state.NodeFacts;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a node is: its name, what it has, and what it can do.
 *
 * @param labels beside the well-known ones
 * @param taints with which it registers
 * @param declaredFeatures that it tells the API of
 * @param abilities of the system below
 * @param kubeletPort where it serves at its address; 0 if it serves nothing
 */
public record NodeShape(
        String name,
        String address,
        ResourceAmounts capacity,
        ResourceAmounts allocatable,
        Map<String, String> labels,
        List<Taint> taints,
        Set<String> declaredFeatures,
        NodeAbilities abilities,
        int kubeletPort) {
    public NodeShape {
        labels = Map.copyOf(labels);
        taints = List.copyOf(taints);
        declaredFeatures = Set.copyOf(declaredFeatures);
    }

    /** A Linux of today that serves nothing. */
    public NodeShape(
            String name,
            String address,
            ResourceAmounts capacity,
            ResourceAmounts allocatable,
            Map<String, String> labels,
            List<Taint> taints,
            Set<String> declaredFeatures) {
        this(name, address, capacity, allocatable, labels, taints, declaredFeatures, NodeAbilities.LINUX, 0);
    }

    public NodeShape servedAt(String changed, int port) {
        return new NodeShape(name, changed, capacity, allocatable, labels, taints, declaredFeatures, abilities, port);
    }

    public NodeShape withAbilities(NodeAbilities changed) {
        return new NodeShape(
                name, address, capacity, allocatable, labels, taints, declaredFeatures, changed, kubeletPort);
    }

    public NodeShape withLabels(Map<String, String> changed) {
        return new NodeShape(
                name, address, capacity, allocatable, changed, taints, declaredFeatures, abilities, kubeletPort);
    }

    /** As the machine sees it at the beginning: healthy. */
    public NodeFacts facts() {
        var metadata = new ObjectMeta(name, "", "", "", 0, allLabels(), Map.of(), null);
        var node = new Node(metadata, capacity, allocatable, declaredFeatures);
        return new NodeFacts(node, Set.of(), taints, abilities, false);
    }

    /** With the labels that every node has. */
    public Map<String, String> allLabels() {
        var all = new java.util.TreeMap<>(labels);
        all.putIfAbsent("kubernetes.io/hostname", name);
        all.putIfAbsent("kubernetes.io/os", "linux");
        all.putIfAbsent("kubernetes.io/arch", "amd64");
        return all;
    }
}
