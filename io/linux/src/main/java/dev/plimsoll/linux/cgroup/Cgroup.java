package dev.plimsoll.linux.cgroup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** One cgroup. What is not there to be read is empty: the controller is off, the kernel too old or the cgroup gone. */
public final class Cgroup {
    private final Path folder;
    private final boolean plain;

    Cgroup(Path folder, boolean plain) {
        this.folder = folder;
        this.plain = plain;
    }

    public Path folder() {
        return folder;
    }

    public Path file(String name) {
        return folder.resolve(name);
    }

    /** Writes values in order up to the first that fails. */
    public CgroupWriteResult write(List<CgroupSetting> settings) {
        for (var setting : settings) {
            var file = file(setting.file());
            var error = KernelFile.write(file, setting.value(), plain);
            if (error.isPresent()) return new CgroupWriteResult.Failed(file, setting.value(), error.get());
        }
        return CgroupWriteResult.DONE;
    }

    /** Asks the kernel to take this much memory back; {@code Resource temporarily unavailable} means that it got less. */
    public CgroupWriteResult reclaim(long bytes) {
        return write(List.of(new CgroupSetting("memory.reclaim", Long.toString(bytes))));
    }

    /** Moves a process into it. */
    public CgroupWriteResult add(long process) {
        return write(List.of(new CgroupSetting("cgroup.procs", Long.toString(process))));
    }

    /** Kills every process in it and below. */
    public CgroupWriteResult kill() {
        return write(List.of(new CgroupSetting("cgroup.kill", "1")));
    }

    public Optional<String> text(String file) throws IOException {
        return KernelFile.read(file(file));
    }

    /** A file with one number; empty for {@code max} too. */
    public OptionalLong number(String file) throws IOException {
        var text = text(file);
        return text.isPresent() ? parsed(text.get()) : OptionalLong.empty();
    }

    private static OptionalLong parsed(String text) {
        if (text.isEmpty() || text.length() > 18) return OptionalLong.empty();
        for (var i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') return OptionalLong.empty();
        }
        return OptionalLong.of(Long.parseLong(text));
    }

    /** A file with lines {@code name number}. */
    public Map<String, Long> table(String file) throws IOException {
        var table = new TreeMap<String, Long>();
        for (var line : text(file).orElse("").lines().toList()) {
            var space = line.indexOf(' ');
            if (space < 1) continue;
            var number = parsed(line.substring(space + 1).strip());
            if (number.isPresent()) table.put(line.substring(0, space), number.getAsLong());
        }
        return table;
    }

    public OptionalLong memoryCurrent() throws IOException {
        return number("memory.current");
    }

    /** Memory that cannot be taken back at once: without the page cache that was not used lately. */
    public OptionalLong workingSet() throws IOException {
        var current = memoryCurrent();
        if (current.isEmpty()) return current;
        var inactive = table("memory.stat").getOrDefault("inactive_file", 0L);
        return OptionalLong.of(Math.max(0, current.getAsLong() - inactive));
    }

    /** What happened in it and below. */
    public MemoryEvents memoryEvents() throws IOException {
        return MemoryEvents.of(table("memory.events"));
    }

    /** What happened because of its own limits: this tells a kill by the pod's limit from one by a container's. */
    public MemoryEvents memoryEventsLocal() throws IOException {
        return MemoryEvents.of(table("memory.events.local"));
    }

    public CpuStat cpuStat() throws IOException {
        return CpuStat.of(table("cpu.stat"));
    }

    /** Whether any process is in it or below. */
    public boolean isPopulated() throws IOException {
        return table("cgroup.events").getOrDefault("populated", 0L) != 0;
    }

    /** The processes in it, without those below. */
    public List<Long> processes() throws IOException {
        var processes = new ArrayList<Long>();
        for (var line : text("cgroup.procs").orElse("").lines().toList()) {
            parsed(line.strip()).ifPresent(processes::add);
        }
        return processes;
    }

    /**
     * How long processes waited.
     *
     * @param resource {@code cpu}, {@code memory} or {@code io}
     */
    public Optional<Pressure> pressure(String resource) throws IOException {
        return text(resource + ".pressure").flatMap(Pressure::parse);
    }

    @Override
    public String toString() {
        return folder.toString();
    }
}
