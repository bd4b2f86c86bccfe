package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.cgroups.ContainerCgroup;
import dev.plimsoll.core.cgroups.CpuScale;
import dev.plimsoll.core.resize.resources.ContainerInstance;
import dev.plimsoll.core.resize.resources.ContainerLimits;
import dev.plimsoll.core.resize.resources.MemoryUsage;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.nodeagent.runtime.ContainerProcess;
import dev.plimsoll.nodeagent.runtime.PodRuntime.ContainerUsage;
import dev.plimsoll.nodeagent.simulated.behaviour.Behaviour;
import dev.plimsoll.nodeagent.simulated.behaviour.UsageProfile;
import dev.plimsoll.nodeagent.simulated.files.FileSource;
import dev.plimsoll.nodeagent.simulated.logs.SimulatedLog;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One instance of a container that nobody runs: its limits, and what it would have used. Owned by its runtime's lock. */
final class SimulatedContainer {
    private static final double NANOS_PER_MILLI = 1e6;

    private final String name;
    private final SimulatedPod pod;
    private Behaviour.OfContainer behaviour;
    private final SimulatedLog journal = new SimulatedLog();
    private final SimulatedTerminationMessage message = new SimulatedTerminationMessage();
    private volatile ContainerInstance instance;
    private long cacheBytes;
    private double cpuNanos;
    private Instant countedUntil;
    /** What the runtime was told last; null where that was before this process began. */
    private @Nullable ContainerCgroup told;

    private int oomScoreAdj;
    private @Nullable FileSource root;
    private volatile @Nullable SimulatedProgram program;
    /** Guarded by itself. */
    private final Set<Thread> sessions = new HashSet<>();

    SimulatedContainer(String name, SimulatedPod pod, ContainerInstance instance, Behaviour.OfContainer behaviour) {
        this.name = name;
        this.pod = pod;
        this.instance = instance.withReadiness(behaviour.readinessDelay().isZero());
        this.behaviour = behaviour;
        this.cacheBytes = behaviour.cacheBytes();
        this.countedUntil = instance.startedAt();
        note(instance.startedAt(), "started " + instance.image() + told(instance.limits()));
        if (!isRunning()) journal.end();
    }

    static ContainerLimits limits(ContainerCgroup values) {
        var quota = values.cpuQuota() <= 0 ? -1 : values.cpuQuota();
        return new ContainerLimits(values.cpuShares(), quota, values.cpuPeriod(), values.memoryLimit());
    }

    /** What a program of its kind could have read of itself. */
    SimulatedLog journal() {
        return journal;
    }

    SimulatedTerminationMessage message() {
        return message;
    }

    void tell(@Nullable ContainerCgroup values) {
        told = values;
        if (values != null) oomScoreAdj = values.oomScoreAdj();
    }

    /** With which it was started: a resize does not change it. */
    int oomScoreAdj() {
        return oomScoreAdj;
    }

    Optional<ContainerCgroup> values() {
        return Optional.ofNullable(told);
    }

    /** How it is told to end. */
    String stopSignal() {
        return pod.stopSignal(name);
    }

    /** Without what says whose it is. */
    String shortId() {
        return instance.id().substring(instance.id().lastIndexOf('/') + 1);
    }

    /** The files that it begins with and writes itself. */
    synchronized FileSource root(Supplier<FileSource> fresh) {
        if (root == null) root = fresh.get();
        return root;
    }

    /** Something that a client does in it. */
    interface Session {
        ContainerProcess.Result run() throws IOException, InterruptedException;
    }

    /** Lets a client do something, until the container ends. */
    ContainerProcess.Result during(Session session, ContainerProcess.Result killed)
            throws IOException, InterruptedException {
        enter();
        try {
            if (!isRunning()) return killed;
            return session.run();
        } catch (InterruptedException e) {
            if (isRunning()) throw e;
            return killed;
        } finally {
            leave();
        }
    }

    private static String told(@Nullable ContainerLimits limits) {
        if (limits == null) return "";
        var cpu = limits.cpuQuota() <= 0 ? "max" : String.valueOf(limits.cpuQuota());
        var memory = limits.memoryLimit() <= 0 ? "max" : String.valueOf(limits.memoryLimit());
        return " cpu.max=\"" + cpu + " " + limits.cpuPeriod() + "\" memory.max=" + memory;
    }

    String name() {
        return name;
    }

    /** Whether it is ready now and was not before. */
    boolean becomeReady(Instant now) {
        if (!isRunning() || instance.isReady()) return false;
        if (now.isBefore(instance.startedAt().plus(behaviour.readinessDelay()))) return false;
        instance = instance.withReadiness(true);
        return true;
    }

    ContainerInstance instance() {
        return instance;
    }

    Behaviour.OfContainer behaviour() {
        return behaviour;
    }

    boolean isRunning() {
        return instance.isRunning();
    }

    void resize(ContainerCgroup values, Instant now) {
        pod.countCpu(now);
        instance = instance.withLimits(limits(values));
        told = values;
        note(now, "resized" + told(instance.limits()));
    }

    void moveTo(CpuSet cpus) {
        var own = instance.ownOrNull();
        if (own != null) instance = instance.withOwn(own.movedTo(cpus));
    }

    void exit(int code, String reason, Instant now) {
        if (!isRunning()) return;
        pod.countCpu(now);
        instance = instance.exited(code, reason, now)
                .withMessage(message.read(pod.terminationMessagePolicy(name), code, journal));
        note(now, "exited with code " + code + " (" + reason + ")");
        journal.end();
        synchronized (sessions) {
            for (var session : sessions) if (!session.equals(Thread.currentThread())) session.interrupt();
        }
    }

    /** What happens to it is in its log where no program prints anything. */
    void note(Instant at, String text) {
        if (!behaviour.isQuiet()) journal.add(at, text);
    }

    /** The program that it runs; null where nothing has to be run. */
    @Nullable
    SimulatedProgram program() {
        return program;
    }

    /** Gives it its program, once; empty where it has none or it runs already. */
    Optional<SimulatedProgram> begin(Time time) {
        if (behaviour.program().isEmpty() || program != null || !isRunning()) return Optional.empty();
        program = new SimulatedProgram(time, instance.startedAt());
        return Optional.of(program);
    }

    /** Waits until it has ended, at most until then. */
    void awaitEnd(Time time, Instant latest) throws InterruptedException {
        enter();
        try {
            for (var left = Duration.between(time.instant(), latest);
                    isRunning() && left.isPositive();
                    left = Duration.between(time.instant(), latest)) time.sleep(left);
        } catch (InterruptedException e) {
            if (isRunning()) throw e;
        } finally {
            leave();
        }
    }

    private void enter() {
        synchronized (sessions) {
            sessions.add(Thread.currentThread());
        }
    }

    /** Nobody is interrupted because of the container's end who has left it. */
    @SuppressWarnings("ResultOfMethodCallIgnored")
    private void leave() {
        synchronized (sessions) {
            sessions.remove(Thread.currentThread());
        }
        if (!isRunning()) Thread.interrupted();
    }

    /** When it ends by itself; never, for most. */
    Instant endsAt() {
        return behaviour.exitAfterOrNone().map(instance.startedAt()::plus).orElse(Instant.MAX);
    }

    /** Bytes that it cannot do without. */
    long workingSet(Instant now) {
        return isRunning() ? bytes(behaviour.memory(), age(now)) : 0;
    }

    /** Bytes that it has written to its own file system and its log; they stay when it ends. */
    long storage(Instant now) {
        var finished = instance.finishedAtOrNull();
        return bytes(behaviour.storage(), age(finished == null ? now : finished));
    }

    static long bytes(UsageProfile profile, double age) {
        return Math.max(0, (long) (profile.at(age) / 1000));
    }

    /** All that is charged: page cache shrinks to what the limit leaves room for, as the kernel would have it. */
    MemoryUsage.Reading memory(Instant now) {
        var needed = workingSet(now);
        var limit = memoryLimit();
        var cache = !isRunning() ? 0 : limit == Long.MAX_VALUE ? cacheBytes : Math.clamp(limit - needed, 0, cacheBytes);
        return new MemoryUsage.Reading(needed + cache, cache);
    }

    long memoryLimit() {
        var limits = instance.limits();
        return limits == null || limits.memoryLimit() <= 0 ? Long.MAX_VALUE : limits.memoryLimit();
    }

    void reclaim(long bytes) {
        cacheBytes = Math.max(0, cacheBytes - bytes);
    }

    /** From now on it uses this much. */
    void use(UnaryOperator<Behaviour.OfContainer> changed, Instant now) {
        pod.countCpu(now); // what it has used until now was used as before
        behaviour = changed.apply(behaviour);
    }

    ContainerUsage usage(Instant now) {
        pod.countCpu(now);
        var memory = memory(now);
        return new ContainerUsage(
                (long) cpuNanos,
                (long) (pod.cpuRate(this, now) * NANOS_PER_MILLI),
                memory.total(),
                memory.total() - memory.reclaimable());
    }

    /** What it would use at this moment if it were alone in its pod, in thousandths of a CPU. */
    double wantedCpu(Instant now) {
        return isRunning() ? Math.max(0, Math.min(behaviour.cpu().at(age(now)), cpuLimit())) : 0;
    }

    /** What it would have used since the last count, in thousandths of a CPU times seconds. */
    double wantedCpuSinceCount(Instant now) {
        if (!isRunning() || !now.isAfter(countedUntil)) return 0;
        var wanted = behaviour.cpu().until(age(now)) - behaviour.cpu().until(age(countedUntil));
        var allowed = cpuLimit() * Duration.between(countedUntil, now).toNanos() / 1e9;
        return Math.max(0, Math.min(wanted, allowed));
    }

    /** It has used so much since the last count. */
    void addCpu(double milliSeconds, Instant now) {
        cpuNanos += milliSeconds * NANOS_PER_MILLI;
        if (isRunning() && now.isAfter(countedUntil)) countedUntil = now;
    }

    double cpuWeight() {
        var limits = instance.limits();
        return limits == null ? CpuScale.MIN_SHARES : Math.max(CpuScale.MIN_SHARES, limits.cpuShares());
    }

    /** How much the kernel would like to kill it where that much memory has run out: what it uses, corrected by its score. */
    double badness(Instant now, long memory) {
        return workingSet(now) + oomScoreAdj * (memory / 1000.0);
    }

    /** Thousandths of a CPU. */
    private double cpuLimit() {
        var limits = instance.limits();
        if (limits == null || limits.cpuQuota() <= 0) return Double.MAX_VALUE;
        var period = limits.cpuPeriod() > 0 ? limits.cpuPeriod() : CpuScale.PERIOD;
        return limits.cpuQuota() * 1000.0 / period;
    }

    double age(Instant now) {
        return Duration.between(instance.startedAt(), now).toNanos() / 1e9;
    }
}
