package dev.plimsoll.integration;

import dev.plimsoll.core.cgroups.PodCgroup;
import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.resize.resources.MemoryUsage;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.Done;
import dev.plimsoll.fakes.cri.CriFaults;
import dev.plimsoll.nodeagent.cri.cgroups.PodCgroups;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Notes what is written to pods' cgroups, between the calls that a runtime got for the same resize; and can refuse. */
final class JournaledCgroups implements PodCgroups {
    private final PodCgroups cgroups;
    private final CriFaults runtime;
    private final List<String> journal = new ArrayList<>();
    private int callsTaken;
    private String refusal = "";

    JournaledCgroups(PodCgroups cgroups, CriFaults runtime) {
        this.cgroups = cgroups;
        this.runtime = runtime;
    }

    /** The next write fails with this text. */
    synchronized void refuseNext(String error) {
        refusal = error;
    }

    /** What was changed since the last time that somebody asked. */
    synchronized List<String> taken() {
        takeCalls();
        var taken = List.copyOf(journal);
        journal.clear();
        return taken;
    }

    private void takeCalls() {
        var calls = runtime.calls();
        for (var call : calls.subList(callsTaken, calls.size())) {
            if (call.startsWith("Update") || call.equals("StopContainer") || call.equals("StartContainer"))
                journal.add(call);
        }
        callsTaken = calls.size();
    }

    @Override
    public synchronized CriReply<Done> write(String uid, PodLimits before, PodLimits after) {
        takeCalls();
        if (before.memoryLimit() != after.memoryLimit()) journal.add("memory.max " + after.memoryLimit());
        if (before.cpuQuota() != after.cpuQuota()) journal.add("cpu.max " + after.cpuQuota());
        if (before.cpuWeight() != after.cpuWeight()) journal.add("cpu.weight " + after.cpuWeight());
        if (refusal.isEmpty()) return cgroups.write(uid, before, after);
        var error = refusal;
        refusal = "";
        return new CriReply.Failed<>(CriReply.Code.INTERNAL, error);
    }

    @Override
    public String parent(QosClass qos, String uid) {
        return cgroups.parent(qos, uid);
    }

    @Override
    public CriReply<Done> create(QosClass qos, String uid, PodCgroup values) {
        return cgroups.create(qos, uid, values);
    }

    @Override
    public @Nullable PodLimits read(String uid) {
        return cgroups.read(uid);
    }

    @Override
    public CriReply<Done> remove(String uid) {
        return cgroups.remove(uid);
    }

    @Override
    public Set<String> pods() {
        return cgroups.pods();
    }

    @Override
    public MemoryUsage memory(String uid, Map<String, String> containers) {
        return cgroups.memory(uid, containers);
    }

    @Override
    public Optional<Used> used(String uid, String containerId) {
        return cgroups.used(uid, containerId);
    }

    @Override
    public CriReply<Done> reclaim(String uid, String containerId, long bytes, long high) {
        return cgroups.reclaim(uid, containerId, bytes, high);
    }

    @Override
    public OptionalLong podOutOfMemory(String uid) {
        return cgroups.podOutOfMemory(uid);
    }
}
