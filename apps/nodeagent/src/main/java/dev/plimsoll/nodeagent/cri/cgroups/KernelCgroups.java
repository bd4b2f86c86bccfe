package dev.plimsoll.nodeagent.cri.cgroups;

import dev.plimsoll.core.cgroups.CpuScale;
import dev.plimsoll.core.cgroups.HugePageSize;
import dev.plimsoll.core.cgroups.PodCgroup;
import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.resize.resources.MemoryUsage;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.Done;
import dev.plimsoll.linux.cgroup.Cgroup;
import dev.plimsoll.linux.cgroup.CgroupKeeper;
import dev.plimsoll.linux.cgroup.CgroupNames;
import dev.plimsoll.linux.cgroup.CgroupSetting;
import dev.plimsoll.linux.cgroup.CgroupTree;
import dev.plimsoll.linux.cgroup.CgroupWriteResult;
import dev.plimsoll.linux.cgroup.Removal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Pod cgroups in the kernel's tree of version 2, or in a folder that looks like it. */
public final class KernelCgroups implements PodCgroups {
    private static final String MEMORY_HIGH = "memory.high";

    private final CgroupTree tree;
    private final CgroupNames names;
    private final Set<HugePageSize> pageSizes;
    private final CgroupTree.Pause pause;
    private final CgroupKeeper keeper;
    private final Object burstable = new Object();

    /** Cgroups that nobody else writes to. */
    public KernelCgroups(CgroupTree tree, CgroupNames names, Set<HugePageSize> pageSizes, CgroupTree.Pause pause) {
        this(tree, names, pageSizes, pause, CgroupKeeper.NONE);
    }

    /**
     * Cgroups below a root.
     *
     * @param pageSizes that the machine knows: those that a pod does not ask for are closed to it
     * @param pause between two tries to remove one
     * @param keeper is told each value before it is written
     */
    public KernelCgroups(
            CgroupTree tree,
            CgroupNames names,
            Set<HugePageSize> pageSizes,
            CgroupTree.Pause pause,
            CgroupKeeper keeper) {
        this.keeper = keeper;
        this.tree = tree;
        this.names = names;
        this.pageSizes = Set.copyOf(pageSizes);
        this.pause = pause;
    }

    @Override
    public String parent(QosClass qos, String uid) {
        try {
            // One that is there stays the pod's, whatever its class would be by gates that were switched since.
            return find(uid).orElseGet(() -> names.pod(qos, uid));
        } catch (IOException _) {
            return names.pod(qos, uid); // it went while it was looked for
        }
    }

    private Optional<String> find(String uid) throws IOException {
        for (var qos : QosClass.values()) {
            var name = names.pod(qos, uid);
            if (isThere(name)) return Optional.of(name);
        }
        return Optional.empty();
    }

    private boolean isThere(String name) throws IOException {
        return keeper.switchesControllers() ? tree.isThere(name) : tree.exists(name);
    }

    /** The file that tells of memory that ran out in the pod and below; empty where there is none. */
    public Optional<Path> memoryEvents(String uid) throws IOException {
        return find(uid).map(name -> tree.cgroup(name).file("memory.events"));
    }

    @Override
    public Map<String, Long> processes(Set<String> uids) {
        var processes = new HashMap<String, Long>();
        for (var uid : uids) {
            try {
                var name = find(uid);
                if (name.isEmpty()) continue;
                tree.cgroup(name.get()).number("pids.current").ifPresent(count -> processes.put(uid, count));
            } catch (IOException _) {
                // The pod has just gone.
            }
        }
        return processes;
    }

    @Override
    public CriReply<Done> create(QosClass qos, String uid, PodCgroup values) {
        return trying(() -> {
            var name = names.pod(qos, uid);
            var settings = settings(values);
            keeper.set(name, settings);
            var made = tree.create(name);
            if (made instanceof CgroupWriteResult.Failed) return answer(made);
            if (qos == QosClass.BEST_EFFORT) writeIfDifferent(names.qos(qos), CgroupSetting.cpuWeight(1));
            var written = tree.cgroup(name).write(settings);
            weighBurstable();
            return answer(written);
        });
    }

    private List<CgroupSetting> settings(PodCgroup values) throws IOException {
        var hasPages = tree.controllers().contains("hugetlb");
        var pages = new TreeMap<HugePageSize, Long>();
        if (hasPages) {
            for (var size : pageSizes) pages.put(size, 0L);
            pages.putAll(values.hugePageLimits());
        }
        return CgroupSetting.of(
                new PodCgroup(values.cpuShares(), values.cpuQuotaOrNull(), values.memoryLimitOrNull(), pages));
    }

    @Override
    public CriReply<Done> write(String uid, PodLimits before, PodLimits after) {
        return trying(() -> {
            var name = find(uid);
            if (name.isEmpty()) return failed("the pod has no cgroup");
            var settings = new ArrayList<CgroupSetting>();
            if (before.memoryLimit() != after.memoryLimit())
                settings.add(CgroupSetting.memoryMax(bytes(after.memoryLimit())));
            if (before.cpuQuota() != after.cpuQuota()) settings.add(CgroupSetting.cpuMax(cpuMax(after.cpuQuota())));
            if (before.cpuWeight() != after.cpuWeight()) settings.add(CgroupSetting.cpuWeight(after.cpuWeight()));
            keeper.set(name.get(), settings);
            var written = tree.cgroup(name.get()).write(settings);
            if (before.cpuWeight() != after.cpuWeight()) weighBurstable();
            return answer(written);
        });
    }

    private static String bytes(long limit) {
        return limit == PodLimits.UNLIMITED ? "max" : Long.toString(limit);
    }

    private static String cpuMax(long quota) {
        return CpuScale.cpuMax(quota == PodLimits.UNLIMITED ? CpuScale.NO_QUOTA : quota, CpuScale.PERIOD);
    }

    /** Burstable pods together weigh what they weigh one by one. */
    private void weighBurstable() throws IOException {
        synchronized (burstable) {
            var parent = names.qos(QosClass.BURSTABLE);
            // Weights are shares on a line that begins at 1, so that their sum needs no way back to shares, which would
            // lose some.
            var weight = 1L;
            for (var pod : tree.children(parent)) {
                weight += tree.cgroup(pod).number("cpu.weight").orElse(1) - 1;
            }
            weight = Math.min(weight, CpuScale.linearWeight(CpuScale.MAX_SHARES));
            if (isThere(parent)) writeIfDifferent(parent, CgroupSetting.cpuWeight(weight));
        }
    }

    private void writeIfDifferent(String name, CgroupSetting setting) throws IOException {
        var cgroup = tree.cgroup(name);
        if (cgroup.text(setting.file()).equals(Optional.of(setting.value()))) return;
        keeper.set(name, List.of(setting));
        if (cgroup.write(List.of(setting)) instanceof CgroupWriteResult.Failed failed)
            throw new IOException(failed.toString());
    }

    /** Bounds all pods together. */
    public CriReply<Done> bound(long cpuMilli, long memoryBytes) {
        return trying(() -> {
            var weight = CpuScale.linearWeight(CpuScale.shares(cpuMilli));
            var settings =
                    List.of(CgroupSetting.cpuWeight(weight), CgroupSetting.memoryMax(Long.toString(memoryBytes)));
            keeper.set(names.node(), settings);
            var made = tree.create(names.node());
            if (made instanceof CgroupWriteResult.Failed) return answer(made);
            return answer(tree.cgroup(names.node()).write(settings));
        });
    }

    @Override
    public @Nullable PodLimits read(String uid) {
        try {
            var name = find(uid);
            if (name.isEmpty()) return null;
            var cgroup = tree.cgroup(name.get());
            return PodLimits.read(
                    cgroup.number("cpu.weight").orElse(1),
                    quota(cgroup.text("cpu.max").orElse("")),
                    cgroup.number("memory.max").orElse(0));
        } catch (IOException _) {
            return null; // it went while it was read
        }
    }

    /** Per {@link CpuScale#PERIOD}; 0 where there is no limit. */
    private static long quota(String cpuMax) {
        var parts = cpuMax.split(" ", -1);
        if (parts.length != 2 || parts[0].equals("max")) return 0;
        try {
            return Long.parseLong(parts[0]) * CpuScale.PERIOD / Math.max(1, Long.parseLong(parts[1]));
        } catch (NumberFormatException _) {
            return 0; // not a text of the kernel's
        }
    }

    @Override
    public CriReply<Done> remove(String uid) {
        return trying(() -> {
            var name = find(uid);
            if (name.isEmpty()) return new CriReply.Ok<>(Done.DONE);
            // First: as long as the folder is there, the next attempt finds what is left to do.
            keeper.remove(name.get());
            return switch (tree.destroy(name.get(), pause)) {
                case Removal.Gone _ -> {
                    weighBurstable();
                    yield new CriReply.Ok<>(Done.DONE);
                }
                case Removal.Populated(var processes) -> failed("processes " + processes + " of the pod did not end");
                case Removal.Failed(var error) -> failed(name.get() + ": " + error);
            };
        });
    }

    @Override
    public Set<String> pods() {
        var pods = new TreeSet<String>();
        try {
            for (var qos : QosClass.values()) {
                for (var child : tree.children(names.qos(qos))) names.uid(child).ifPresent(pods::add);
            }
        } catch (IOException _) {
            return pods; // what goes away meanwhile has no pod
        }
        return pods;
    }

    @Override
    public MemoryUsage memory(String uid, Map<String, String> containers) {
        try {
            var name = find(uid);
            if (name.isEmpty()) return new MemoryUsage(null, Map.of());
            var readings = new HashMap<String, MemoryUsage.Reading>();
            for (var container : containers.entrySet()) {
                var cgroup = container(name.get(), container.getValue());
                if (cgroup.isEmpty()) continue;
                var reading = reading(cgroup.get());
                if (reading != null) readings.put(container.getKey(), reading);
            }
            return new MemoryUsage(reading(tree.cgroup(name.get())), readings);
        } catch (IOException _) {
            return new MemoryUsage(null, Map.of()); // it went while it was read
        }
    }

    /** Page cache that is written already can be given up; memory of tmpfs is not among it. */
    private static MemoryUsage.@Nullable Reading reading(Cgroup cgroup) throws IOException {
        var total = cgroup.memoryCurrent();
        if (total.isEmpty()) return null;
        var stat = cgroup.table("memory.stat");
        var cache = stat.getOrDefault("inactive_file", 0L) + stat.getOrDefault("active_file", 0L);
        var unwritten = stat.getOrDefault("file_dirty", 0L) + stat.getOrDefault("file_writeback", 0L);
        return new MemoryUsage.Reading(total.getAsLong(), Math.max(0, cache - unwritten));
    }

    /** Each runtime has its own way to name it, but all of them use the id. */
    private Optional<Cgroup> container(String pod, String id) throws IOException {
        if (id.isEmpty()) return Optional.empty();
        return tree.children(pod).stream()
                .filter(name -> name.substring(name.lastIndexOf('/') + 1).contains(id))
                .findFirst()
                .map(tree::cgroup);
    }

    @Override
    public Optional<Used> used(String uid, String containerId) {
        try {
            var name = find(uid);
            var cgroup = name.isEmpty() ? Optional.<Cgroup>empty() : container(name.get(), containerId);
            if (cgroup.isEmpty() || cgroup.get().memoryCurrent().isEmpty()) return Optional.empty();
            return Optional.of(new Used(
                    cgroup.get().cpuStat().usage() * 1000,
                    cgroup.get().memoryCurrent().orElse(0),
                    cgroup.get().workingSet().orElse(0)));
        } catch (IOException _) {
            return Optional.empty(); // it went while it was read
        }
    }

    @Override
    public CriReply<Done> reclaim(String uid, String containerId, long bytes, long high) {
        return trying(() -> {
            var pod = find(uid);
            if (pod.isEmpty()) return failed("the pod has no cgroup");
            var cgroup =
                    containerId.isEmpty() ? Optional.of(tree.cgroup(pod.get())) : container(pod.get(), containerId);
            if (cgroup.isEmpty()) return failed("container " + containerId + " has no cgroup");
            var before = cgroup.get().text(MEMORY_HIGH).orElse("max");
            var held = cgroup.get().write(List.of(CgroupSetting.memoryHigh(Long.toString(high))));
            try {
                // That the kernel got less than was asked for, or has no such file, is seen by the usage afterwards.
                var _ = cgroup.get().reclaim(bytes);
            } finally {
                var _ = cgroup.get().write(List.of(CgroupSetting.memoryHigh(before)));
            }
            return answer(held);
        });
    }

    @Override
    public OptionalLong podOutOfMemory(String uid) {
        try {
            var name = find(uid);
            return name.isEmpty()
                    ? OptionalLong.empty()
                    : OptionalLong.of(
                            tree.cgroup(name.get()).memoryEventsLocal().oom());
        } catch (IOException _) {
            return OptionalLong.empty(); // it went while it was read
        }
    }

    private interface Step {
        CriReply<Done> run() throws IOException, InterruptedException;
    }

    private static CriReply<Done> trying(Step step) {
        try {
            return step.run();
        } catch (IOException e) {
            return failed(String.valueOf(e.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new CriReply.Failed<>(CriReply.Code.CANCELLED, "the node is stopping");
        }
    }

    private static CriReply<Done> answer(CgroupWriteResult writing) {
        return switch (writing) {
            case CgroupWriteResult.Done _ -> new CriReply.Ok<>(Done.DONE);
            case CgroupWriteResult.Failed failed -> failed(failed.toString());
        };
    }

    private static CriReply<Done> failed(String why) {
        return new CriReply.Failed<>(CriReply.Code.INTERNAL, why);
    }
}
