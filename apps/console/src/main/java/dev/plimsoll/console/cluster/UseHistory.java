package dev.plimsoll.console.cluster;

import dev.plimsoll.client.ObjectName;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * What pods and nodes asked for and used in the last hour: a ring for each, with a place for each minute. A ring takes 1 KB; there are at most 20,000, and
 * pods that come later have none.
 */
public final class UseHistory {
    static final int MINUTES = 60;
    static final int MOST_SERIES = 20_000;
    private static final int VERSION = 1;
    private static final int SAMPLES_IN_MINUTE = 4;
    private static final int SECONDS_IN_MINUTE = 60;
    /** Requests and use of CPU, then of memory. */
    private static final int VALUES = 4;

    private static final class Ring {
        private final float[] values = new float[MINUTES * VALUES];
        private long last = Long.MIN_VALUE;

        /** Places between the last minute and this one are emptied. */
        private void advance(long minute) {
            if (minute <= last) return;
            var from = Math.max(last + 1, minute - MINUTES + 1);
            for (var each = from; each <= minute; each++) {
                var place = place(each);
                Arrays.fill(values, place, place + VALUES, Float.NaN);
            }
            last = minute;
        }

        private static int place(long minute) {
            return Math.floorMod(minute, MINUTES) * VALUES;
        }
    }

    /**
     * A minute of a series.
     *
     * @param used {@link ResourceStates#UNKNOWN} where nobody told
     */
    public record Point(Instant when, long requested, long used) {}

    private final Map<ObjectName, Ring> rings = new HashMap<>();
    private long nextSample = Long.MIN_VALUE;

    /** What has been listed in full: until then what is lacking is not gone, and its history stays. */
    record Listed(boolean pods, boolean nodes) {
        static final Listed NOTHING = new Listed(false, false);

        private boolean has(ObjectName name) {
            return name.namespace().isEmpty() ? nodes : pods;
        }
    }

    /** Takes the present use of all, four times a minute; whether it did. */
    boolean sample(Collection<PodFacts> pods, Collection<NodeFigures> nodes, Listed listed, Instant now) {
        var quarter = now.getEpochSecond() * SAMPLES_IN_MINUTE / SECONDS_IN_MINUTE;
        if (quarter < nextSample) return false;
        nextSample = quarter + 1;
        var minute = now.getEpochSecond() / SECONDS_IN_MINUTE;
        var seen = new HashSet<ObjectName>();
        for (var node : nodes) {
            var name = ObjectName.ofCluster(node.name());
            seen.add(name);
            put(
                    name,
                    minute,
                    node.cpu().held(),
                    node.cpu().used(),
                    node.memory().held(),
                    node.memory().used());
        }
        for (var pod : pods) {
            if (pod.isEnded()) continue;
            seen.add(pod.name());
            put(
                    pod.name(),
                    minute,
                    pod.cpu().desired(),
                    pod.cpu().used(),
                    pod.memory().desired(),
                    pod.memory().used());
        }
        rings.keySet().removeIf(name -> listed.has(name) && !seen.contains(name));
        return true;
    }

    private void put(ObjectName name, long minute, long cpu, long usedCpu, long memory, long usedMemory) {
        if (usedCpu == ResourceStates.UNKNOWN && usedMemory == ResourceStates.UNKNOWN) return;
        var ring = rings.get(name);
        if (ring == null) {
            if (rings.size() >= MOST_SERIES) return;
            ring = new Ring();
            rings.put(name, ring);
        }
        ring.advance(minute);
        if (minute != ring.last) return; // a clock that was put back
        var place = Ring.place(minute);
        ring.values[place] = cpu;
        ring.values[place + 1] = usedCpu;
        ring.values[place + 2] = memory;
        ring.values[place + 3] = usedMemory;
    }

    /** CPU of a pod, or of a node where the namespace is empty; the oldest minute first. */
    public List<Point> cpu(ObjectName name) {
        return points(name, 0);
    }

    /** Memory of the same. */
    public List<Point> memory(ObjectName name) {
        return points(name, 2);
    }

    private List<Point> points(ObjectName name, int offset) {
        var ring = rings.get(name);
        if (ring == null) return List.of();
        var points = new ArrayList<Point>();
        for (var minute = ring.last - MINUTES + 1; minute <= ring.last; minute++) {
            var place = Ring.place(minute) + offset;
            if (!Float.isNaN(ring.values[place]))
                points.add(
                        new Point(Instant.ofEpochSecond(minute * SECONDS_IN_MINUTE), (long) ring.values[place], (long)
                                ring.values[place + 1]));
        }
        return points;
    }

    void write(DataOutputStream out) throws IOException {
        out.writeInt(VERSION);
        out.writeInt(rings.size());
        for (var entry : rings.entrySet()) {
            out.writeUTF(entry.getKey().namespace());
            out.writeUTF(entry.getKey().name());
            out.writeLong(entry.getValue().last);
            for (var value : entry.getValue().values) out.writeFloat(value);
        }
    }

    void read(DataInputStream in) throws IOException {
        var version = in.readInt();
        if (version != VERSION) throw new IOException("it is of version " + version + ", not " + VERSION);
        for (var left = Math.min(in.readInt(), MOST_SERIES); left > 0; left--) {
            var name = new ObjectName(in.readUTF(), in.readUTF());
            var ring = new Ring();
            ring.last = in.readLong();
            for (var i = 0; i < ring.values.length; i++) ring.values[i] = in.readFloat();
            rings.put(name, ring);
        }
    }
}
