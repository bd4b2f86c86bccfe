package dev.plimsoll.simulation;

import java.util.TreeMap;

/** Files that survive the process. A write replaces a file as a whole, as writing aside, fsync and rename do. */
public final class SimulatedDisk {
    private final TreeMap<String, String> files = new TreeMap<>();
    private int failures;

    /** False where the disk is full or broken; then the file is as it was. */
    public boolean write(String name, String content) {
        if (failures > 0) {
            failures--;
            return false;
        }
        files.put(name, content);
        return true;
    }

    public String read(String name) {
        return files.getOrDefault(name, "");
    }

    /** The checkpoints of CPUs and memory as they stand. */
    String pinned() {
        return read(PinnedFiles.CPUS) + read(PinnedFiles.MEMORY);
    }

    public boolean has(String name) {
        return files.containsKey(name);
    }

    /** As on a machine on which no process of ours ever ran. */
    void clear() {
        files.clear();
    }

    /** Changes bytes behind everybody's back. */
    public void damage(String name) {
        files.computeIfPresent(name, (key, content) -> content.replace("cpu", "gpu"));
    }

    public void failNext(int writes) {
        failures = writes;
    }
}
