package dev.plimsoll.benchmarks.snapshot;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Nodes of several shapes in three zones, and what is free on them while pods are placed. */
final class GeneratedNodes {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int CPU_KEPT = 200;
    private static final int PODS_EACH = 110;

    /** Cores and GiB, and how many of a hundred nodes have them. */
    private record Shape(String name, int cores, int gibibytes, int share) {}

    private static final List<Shape> SHAPES = List.of(
            new Shape("small", 4, 16, 25),
            new Shape("medium", 8, 32, 40),
            new Shape("large", 16, 64, 25),
            new Shape("memory", 16, 128, 6),
            new Shape("huge", 64, 256, 4));

    /** What is left of a node. */
    private static final class Node {
        private final String name;
        private final Shape shape;
        private final String zone;
        private final boolean isReserved;
        private long milliCores;
        private long mebibytes;
        private int pods = PODS_EACH;

        Node(String name, Shape shape, String zone, boolean isReserved) {
            this.name = name;
            this.shape = shape;
            this.zone = zone;
            this.isReserved = isReserved;
            milliCores = shape.cores() * 1000L - CPU_KEPT;
            mebibytes = shape.gibibytes() * 1024L - 1024;
        }
    }

    private final List<Node> nodes = new ArrayList<>();
    private int next;

    GeneratedNodes(Random random, int count) {
        for (var i = 0; i < count; i++) {
            nodes.add(new Node("node-%05d".formatted(i), shape(random), "zone-" + "abc".charAt(i % 3), i % 40 == 39));
        }
    }

    private static Shape shape(Random random) {
        var left = random.nextInt(100);
        for (var shape : SHAPES) {
            left -= shape.share();
            if (left < 0) return shape;
        }
        return SHAPES.getFirst();
    }

    int size() {
        return nodes.size();
    }

    /** Takes room on the next node that has it; empty where none of those that are tried has. */
    String place(long milliCores, long mebibytes) {
        for (var tries = 0; tries < 200; tries++) {
            var node = nodes.get(next);
            next = (next + 1) % nodes.size();
            if (!node.isReserved && take(node, milliCores, mebibytes)) return node.name;
        }
        return "";
    }

    /** Takes room on a certain node, as a daemon does; empty where there is none. */
    String placeOn(int index, long milliCores, long mebibytes) {
        var node = nodes.get(index);
        return take(node, milliCores, mebibytes) ? node.name : "";
    }

    private static boolean take(Node node, long milliCores, long mebibytes) {
        if (node.pods == 0 || node.milliCores < milliCores || node.mebibytes < mebibytes) return false;
        node.pods--;
        node.milliCores -= milliCores;
        node.mebibytes -= mebibytes;
        return true;
    }

    ObjectNode document(int index) {
        var node = nodes.get(index);
        var document = GeneratedDocument.of("v1", "Node", "", node.name);
        var labels = document.withObject("/metadata/labels");
        labels.put("kubernetes.io/hostname", node.name)
                .put("kubernetes.io/os", "linux")
                .put("kubernetes.io/arch", "amd64")
                .put("topology.kubernetes.io/zone", node.zone)
                .put("topology.kubernetes.io/region", "region-1")
                .put("node.kubernetes.io/instance-type", node.shape.name())
                .put("shop.example/pool", node.isReserved ? "reserved" : "general");
        var spec = document.putObject("spec");
        spec.put("providerID", "machine:///" + node.name);
        if (node.isReserved) {
            spec.putArray("taints")
                    .addObject()
                    .put("key", "shop.example/reserved")
                    .put("value", "true")
                    .put("effect", "NoSchedule");
        }
        var status = document.putObject("status");
        amounts(status.putObject("capacity"), node, 0, 0);
        amounts(status.putObject("allocatable"), node, CPU_KEPT, 1024);
        var conditions = status.putArray("conditions");
        for (var type : List.of("MemoryPressure", "DiskPressure", "PIDPressure", "Ready")) {
            conditions
                    .addObject()
                    .put("type", type)
                    .put("status", type.equals("Ready") ? "True" : "False")
                    .put("lastHeartbeatTime", GeneratedDocument.time(900_000 + index))
                    .put("lastTransitionTime", GeneratedDocument.time(index))
                    .put("reason", "Kubelet" + type)
                    .put("message", "kubelet says so of " + type);
        }
        status.putObject("nodeInfo")
                .put("kubeletVersion", "v1.37.0")
                .put("operatingSystem", "linux")
                .put("architecture", "amd64")
                .put("machineID", "%032x".formatted(index));
        var images = status.putArray("images");
        for (var i = 0; i < 40; i++) {
            var image = images.addObject();
            image.putArray("names").add("registry.example/team/app-" + (index * 7 + i * 13) % 300 + ":v1");
            image.put("sizeBytes", 20_000_000L + i * 3_000_000L);
        }
        return document;
    }

    private static void amounts(ObjectNode amounts, Node node, int lessCpu, int lessMemory) {
        amounts.put("cpu", node.shape.cores() * 1000 - lessCpu + "m")
                .put("memory", node.shape.gibibytes() * 1024 - lessMemory + "Mi")
                .put("ephemeral-storage", "200Gi")
                .put("pods", Integer.toString(PODS_EACH));
    }

    static ObjectNode amounts(long milliCores, long mebibytes) {
        return JSON.objectNode().put("cpu", milliCores + "m").put("memory", mebibytes + "Mi");
    }
}
