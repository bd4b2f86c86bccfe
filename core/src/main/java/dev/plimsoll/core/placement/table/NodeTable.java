package dev.plimsoll.core.placement.table;

import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.placement.terms.PodTerm;
import dev.plimsoll.core.placement.view.PlacementNode;
import dev.plimsoll.core.placement.view.PlacementPod;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All nodes with their pods, in columns: a decision reads a few arrays from one end to the other.
 *
 * <p>One thread owns it and takes over changes between decisions; a decision changes nothing. Rows stay where they are as long as
 * their node or a pod on it is known: pods may be heard of before their node. What-ifs are played through on {@link #single}.
 */
public final class NodeTable {
    private static final int FIRST_ROWS = 16;

    private final ResourceColumns columns;
    private final OtherColumns others;
    private @Nullable PlacementNode[] nodes;
    private @Nullable List<PlacementPod>[] pods;
    private long[] versions;
    private final Map<String, Integer> rows = new HashMap<>();
    private final List<Integer> free = new ArrayList<>();
    private final List<Integer> arrival = new ArrayList<>();
    private final PodGroups groups = new PodGroups();
    private final Map<String, int[]> imageNodes = new HashMap<>();
    private final Nominations nominations = new Nominations();
    private int @Nullable [] order;
    private int unschedulable;
    private int tainted;
    private int softlyTainted;
    private int zoned;
    private int podCount;
    private long clock;

    public NodeTable() {
        this(FIRST_ROWS, new ResourceColumns(FIRST_ROWS), new OtherColumns(FIRST_ROWS));
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type cannot be made otherwise
    private NodeTable(int size, ResourceColumns columns, OtherColumns others) {
        this.columns = columns;
        this.others = others;
        this.nodes = new PlacementNode[size];
        this.pods = (@Nullable List<PlacementPod>[]) new List[size];
        this.versions = new long[size];
    }

    /** Takes over a node, new or changed. */
    public void set(PlacementNode node) {
        var row = rowMade(node.name());
        var before = nodes[row];
        if (before == null) {
            arrival.add(row);
            order = null;
        } else {
            count(before, -1);
            if (!before.zoneKey().equals(node.zoneKey())) order = null;
        }
        nodes[row] = node;
        count(node, 1);
        columns.cpu[row] = node.allocatable().milliCpu();
        columns.memory[row] = node.allocatable().memory();
        columns.storage[row] = node.allocatable().ephemeralStorage();
        columns.mostPods[row] = node.mostPods();
        others.setAllocatable(row, node.allocatable());
        versions[row] = ++clock;
    }

    private void count(PlacementNode node, int change) {
        if (node.isUnschedulable()) unschedulable += change;
        if (!node.taints().isEmpty()) tainted += change;
        for (var taint : node.taints()) if (!taint.isHard()) softlyTainted += change;
        if (node.zones().isPublished()) zoned += change;
        for (var image : node.images().keySet()) {
            var count = imageNodes.computeIfAbsent(image, _ -> new int[1]);
            count[0] += change;
            if (count[0] == 0) imageNodes.remove(image);
        }
    }

    /** Forgets a node; pods that are still on it keep their row. */
    public void removeNode(String name) {
        var row = row(name);
        if (row < 0) return;
        var before = nodes[row];
        if (before == null) return;
        count(before, -1);
        nodes[row] = null;
        arrival.remove(/* element */ (Integer) row);
        order = null;
        columns.cpu[row] = 0;
        columns.memory[row] = 0;
        columns.storage[row] = 0;
        columns.mostPods[row] = 0;
        others.setAllocatable(row, Amounts.NONE);
        versions[row] = ++clock;
        release(name, row);
    }

    /** Counts a pod on the node that it names. */
    public void add(PlacementPod pod) {
        var row = rowMade(pod.nodeName());
        var list = pods[row];
        if (list == null) {
            list = new ArrayList<>(4);
            pods[row] = list;
        }
        list.add(pod);
        count(row, pod, 1);
        groups.add(pod, row);
    }

    /** Counts a pod no longer; false if it was not there. */
    public boolean remove(PlacementPod pod) {
        var row = row(pod.nodeName());
        if (row < 0) return false;
        var list = pods[row];
        if (list == null) return false;
        for (var i = 0; i < list.size(); i++) {
            var held = list.get(i);
            if (!held.key().uid().equals(pod.key().uid())) continue;
            list.remove(i);
            count(row, held, -1);
            groups.remove(held, row);
            release(pod.nodeName(), row);
            return true;
        }
        return false;
    }

    private void count(int row, PlacementPod pod, int sign) {
        var exact = pod.holds().exact();
        var scored = pod.holds().scored();
        columns.usedCpu[row] += sign * exact.milliCpu();
        columns.usedMemory[row] += sign * exact.memory();
        columns.usedStorage[row] += sign * exact.ephemeralStorage();
        columns.scoredCpu[row] += sign * scored.milliCpu();
        columns.scoredMemory[row] += sign * scored.memory();
        columns.pods[row] += sign;
        if (!exact.others().isEmpty()) others.use(row, exact, sign);
        podCount += sign;
        versions[row] = ++clock;
    }

    private int rowMade(String name) {
        var known = rows.get(name);
        if (known != null) return known;
        int row = free.isEmpty() ? rows.size() : free.removeLast();
        if (row >= nodes.length) grow(2 * nodes.length);
        rows.put(name, row);
        return row;
    }

    private void grow(int size) {
        columns.grow(size);
        others.grow(size);
        nodes = Arrays.copyOf(nodes, size);
        pods = Arrays.copyOf(pods, size);
        versions = Arrays.copyOf(versions, size);
    }

    private void release(String name, int row) {
        var list = pods[row];
        if (nodes[row] != null || (list != null && !list.isEmpty())) return;
        pods[row] = null;
        rows.remove(name);
        free.add(row);
    }

    /** A table of one row, number 0, that is a copy of a row of this one; pods can be taken off it and put on it. */
    public NodeTable single(int row) {
        var one = new NodeTable(1, columns.single(row), others.single(row));
        var node = node(row);
        one.nodes[0] = node;
        one.pods[0] = new ArrayList<>(pods(row));
        one.rows.put(node.name(), 0);
        one.arrival.add(0);
        one.count(node, 1);
        return one;
    }

    /** The row of a node, or -1. */
    public int row(String node) {
        return rows.getOrDefault(node, -1);
    }

    /** Rows of all nodes that are known, in the order in which they are looked at. Not to be changed. */
    public int[] order() {
        var known = order;
        if (known == null) {
            known = RowOrder.of(nodes, arrival);
            order = known;
        }
        return known;
    }

    public boolean isNode(int row) {
        return nodes[row] != null;
    }

    public PlacementNode node(int row) {
        var node = nodes[row];
        if (node == null) throw new IllegalArgumentException("row " + row + " has no node");
        return node;
    }

    public List<PlacementPod> pods(int row) {
        var list = pods[row];
        return list == null ? List.of() : list;
    }

    public Collection<PodGroup> groups() {
        return groups.all();
    }

    public Collection<PodGroup> groupsIn(String namespace) {
        return groups.in(namespace);
    }

    /**
     * All groups that some terms of a pod mean, and all with a term that means the pod; there may be others among them.
     *
     * @param namespaceLabels of the pod's namespace
     */
    public Collection<PodGroup> groupsAround(
            PlacementPod pod, Collection<PodTerm> terms, Map<String, String> namespaceLabels) {
        return groups.around(pod, terms, namespaceLabels);
    }

    /** The groups whose pods have terms about other pods. */
    public Collection<PodGroup> particularGroups() {
        return groups.particular();
    }

    /**
     * The groups with a term that means a pod.
     *
     * @param namespaceLabels of the pod's namespace
     */
    public List<PodGroup> groupsMeaning(PlacementPod pod, Map<String, String> namespaceLabels) {
        return groups.meaning(pod, namespaceLabels);
    }

    public Nominations nominations() {
        return nominations;
    }

    /** Moves with every change of a row, and never comes back. */
    public long version(int row) {
        return versions[row];
    }

    /** One more than the largest row. */
    public int capacity() {
        return nodes.length;
    }

    public int nodeCount() {
        return arrival.size();
    }

    public int podCount() {
        return podCount;
    }

    public boolean hasUnschedulable() {
        return unschedulable > 0;
    }

    public boolean hasTaints() {
        return tainted > 0;
    }

    /** Whether any node asks pods to stay away without keeping them away. */
    public boolean hasSoftTaints() {
        return softlyTainted > 0;
    }

    public boolean hasZones() {
        return zoned > 0;
    }

    /** How many nodes have an image. */
    public int nodesWithImage(String image) {
        var count = imageNodes.get(image);
        return count == null ? 0 : count[0];
    }

    public long cpu(int row) {
        return columns.cpu[row];
    }

    public long memory(int row) {
        return columns.memory[row];
    }

    public long storage(int row) {
        return columns.storage[row];
    }

    public long mostPods(int row) {
        return columns.mostPods[row];
    }

    public int podsOn(int row) {
        return columns.pods[row];
    }

    public long usedCpu(int row) {
        return columns.usedCpu[row];
    }

    public long usedMemory(int row) {
        return columns.usedMemory[row];
    }

    public long usedStorage(int row) {
        return columns.usedStorage[row];
    }

    public long scoredCpu(int row) {
        return columns.scoredCpu[row];
    }

    public long scoredMemory(int row) {
        return columns.scoredMemory[row];
    }

    /** The column of a resource beside cpu, memory and ephemeral storage; -1 where nobody has named it. */
    public int column(ResourceName name) {
        return others.column(name);
    }

    public long other(int column, int row) {
        return others.allocatable(column, row);
    }

    public long usedOther(int column, int row) {
        return others.used(column, row);
    }
}
