package dev.plimsoll.podresources;

import java.util.List;

/** CPUs by number, and blocks of memory. */
public record Assigned(List<Integer> cpus, List<Block> memory) {
    public static final Assigned NOTHING = new Assigned(List.of(), List.of());

    public Assigned {
        cpus = List.copyOf(cpus);
        memory = List.copyOf(memory);
    }

    /**
     * Memory of some NUMA nodes.
     *
     * @param type {@code memory}, {@code hugepages-2Mi} and the like
     */
    public record Block(String type, long bytes, List<Integer> nodes) {
        public Block {
            nodes = List.copyOf(nodes);
        }
    }

    /**
     * What a pod has.
     *
     * @param whole of a pod that was placed as one; what its containers have is part of it
     */
    public record OfPod(String namespace, String name, List<OfContainer> containers, Assigned whole) {
        public OfPod {
            containers = List.copyOf(containers);
        }
    }

    /** What a container has. */
    public record OfContainer(String name, Assigned assigned) {}
}
