package dev.plimsoll.nodeagent.runtime;

import dev.plimsoll.core.allocatable.EvictionSignal;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.resize.eviction.NodePressure.Availability;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.resources.StorageUsage;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.nodeagent.logs.ContainerLog;
import dev.plimsoll.objects.pod.PodObject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** A runtime in front of another one, to which it leaves everything. What is different is overridden. */
public abstract class ForwardingRuntime implements PodRuntime {
    private final PodRuntime runtime;

    protected ForwardingRuntime(PodRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public NodeEvent.Outcome perform(Act act) {
        return runtime.perform(act);
    }

    @Override
    public void answered(Act act) {
        runtime.answered(act);
    }

    @Override
    public Map<String, PodObservation> running() {
        return runtime.running();
    }

    @Override
    public String podName(String uid) {
        return runtime.podName(uid);
    }

    @Override
    public void follow(Consumer<NodeEvent> listener) {
        runtime.follow(listener);
    }

    @Override
    public Map<String, PodUsage> usage() {
        return runtime.usage();
    }

    @Override
    public Map<EvictionSignal, Availability> availability() {
        return runtime.availability();
    }

    @Override
    public Map<String, Long> processes(Set<String> uids) {
        return runtime.processes(uids);
    }

    @Override
    public Collected collectImages() {
        return runtime.collectImages();
    }

    @Override
    public List<String> rotateLogs() {
        return runtime.rotateLogs();
    }

    @Override
    public List<String> removeLogsBut(Set<String> uids) {
        return runtime.removeLogsBut(uids);
    }

    @Override
    public List<String> removeReleasedVolumes() {
        return runtime.removeReleasedVolumes();
    }

    @Override
    public Collected reclaimDisk() {
        return runtime.reclaimDisk();
    }

    @Override
    public Optional<PodObject> document(String uid) {
        return runtime.document(uid);
    }

    @Override
    public Map<String, StorageUsage> storage(Set<String> uids) {
        return runtime.storage(uids);
    }

    @Override
    public void refreshVolumes(Pod pod, String ip) {
        runtime.refreshVolumes(pod, ip);
    }

    @Override
    public NodeUsage nodeUsage(Map<String, PodUsage> pods) {
        return runtime.nodeUsage(pods);
    }

    @Override
    public Optional<ContainerLog> log(String uid, String container, boolean previous) throws IOException {
        return runtime.log(uid, container, previous);
    }

    @Override
    public StreamTarget exec(String uid, String container, SessionRequest request) throws IOException {
        return runtime.exec(uid, container, request);
    }

    @Override
    public StreamTarget attach(String uid, String container, SessionRequest request) throws IOException {
        return runtime.attach(uid, container, request);
    }

    @Override
    public StreamTarget ports(String uid) throws IOException {
        return runtime.ports(uid);
    }

    @Override
    public CommandOutcome run(String uid, String container, List<String> command, Duration timeout) {
        return runtime.run(uid, container, command, timeout);
    }

    @Override
    public boolean hasNetwork() {
        return runtime.hasNetwork();
    }

    @Override
    public Optional<PrivatePodNetwork> network() {
        return runtime.network();
    }

    @Override
    public boolean canFail() {
        return runtime.canFail();
    }

    @Override
    public String unready() {
        return runtime.unready();
    }

    @Override
    public boolean isImmediate(Act act) {
        return runtime.isImmediate(act);
    }

    @Override
    public void close() {
        runtime.close();
    }
}
