package dev.plimsoll.nodeagent.cri.cgroups;

import dev.plimsoll.core.cgroups.PodCgroup;
import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.resize.resources.MemoryUsage;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.Done;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** For machines whose cgroups are not of version 2: nothing bounds a pod as a whole, and what was asked for is only kept in mind. */
public final class NoCgroups implements PodCgroups {
    private static final CriReply<Done> DONE = new CriReply.Ok<>(Done.DONE);

    private final Map<String, PodLimits> limits = new ConcurrentHashMap<>();

    @Override
    public String parent(QosClass qos, String uid) {
        return "";
    }

    @Override
    public CriReply<Done> create(QosClass qos, String uid, PodCgroup values) {
        limits.put(uid, PodLimits.of(values));
        return DONE;
    }

    @Override
    public CriReply<Done> write(String uid, PodLimits before, PodLimits after) {
        limits.put(uid, after);
        return DONE;
    }

    /** Never null: a pod that ran before must not look as if it had lost its cgroup. */
    @Override
    public @Nullable PodLimits read(String uid) {
        return limits.getOrDefault(uid, PodLimits.read(1, 0, 0));
    }

    @Override
    public CriReply<Done> remove(String uid) {
        limits.remove(uid);
        return DONE;
    }

    @Override
    public Set<String> pods() {
        return Set.of();
    }

    @Override
    public MemoryUsage memory(String uid, Map<String, String> containers) {
        return new MemoryUsage(null, Map.of());
    }

    @Override
    public Optional<Used> used(String uid, String containerId) {
        return Optional.empty();
    }

    @Override
    public CriReply<Done> reclaim(String uid, String containerId, long bytes, long high) {
        return new CriReply.Failed<>(CriReply.Code.UNIMPLEMENTED, "this machine has no cgroup v2");
    }

    @Override
    public OptionalLong podOutOfMemory(String uid) {
        return OptionalLong.empty();
    }
}
