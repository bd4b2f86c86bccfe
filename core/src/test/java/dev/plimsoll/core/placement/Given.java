package dev.plimsoll.core.placement;

import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.model.HostPort;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodDetails.Toleration;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.Taint;
import dev.plimsoll.core.model.scheduling.NodeAffinity;
import dev.plimsoll.core.placement.filter.PlacementContext;
import dev.plimsoll.core.placement.profile.Profile;
import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.terms.PodAffinity;
import dev.plimsoll.core.placement.terms.SpreadConstraint;
import dev.plimsoll.core.placement.terms.Terms;
import dev.plimsoll.core.placement.view.NumaZones;
import dev.plimsoll.core.placement.view.PinnedPod;
import dev.plimsoll.core.placement.view.PlacementNode;
import dev.plimsoll.core.placement.view.PlacementPod;
import dev.plimsoll.core.placement.view.PlacementPod.Scheduled;
import dev.plimsoll.core.placement.view.PlacementPod.SchedulingStatus;
import dev.plimsoll.core.placement.view.PlacementPod.Sized;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Pods and nodes for tests, as short as they can be written. */
public final class Given {
    private Given() {}

    public static Placement placement(Profile profile) {
        return new Placement(new PlacementContext(profile, Map.of(), true));
    }

    public static Amounts amounts(String text) {
        return Amounts.of(ResourceAmounts.parse(text));
    }

    public static NodeTable table(PlacementNode... nodes) {
        var table = new NodeTable();
        for (var node : nodes) table.set(node);
        return table;
    }

    public static NodeBuilder node(String name, String allocatable) {
        return new NodeBuilder(name, allocatable);
    }

    public static PodBuilder pod(String name, String requests) {
        return new PodBuilder(name, requests);
    }

    /** A node with 110 pods unless it says otherwise. */
    public static final class NodeBuilder {
        private final String name;
        private final ResourceAmounts allocatable;
        private Map<String, String> labels = Map.of();
        private boolean unschedulable;
        private List<Taint> taints = List.of();
        private Set<String> features = Set.of();
        private Map<String, Long> images = Map.of();
        private boolean refusesResizePreemption;
        private NumaZones zones = NumaZones.NONE;

        private NodeBuilder(String name, String allocatable) {
            this.name = name;
            this.allocatable = ResourceAmounts.parse(allocatable);
        }

        public NodeBuilder labels(String... pairs) {
            labels = map(pairs);
            return this;
        }

        public NodeBuilder unschedulable() {
            unschedulable = true;
            return this;
        }

        public NodeBuilder taint(String key, String value, String effect) {
            taints = List.of(new Taint(key, value, effect));
            return this;
        }

        public NodeBuilder features(String... names) {
            features = Set.of(names);
            return this;
        }

        public NodeBuilder image(String image, long bytes) {
            images = Map.of(image, bytes);
            return this;
        }

        public NodeBuilder refusesResizePreemption() {
            refusesResizePreemption = true;
            return this;
        }

        public NodeBuilder zones(NumaZones changed) {
            zones = changed;
            return this;
        }

        public PlacementNode build() {
            var pods = allocatable.find(ResourceName.PODS);
            return new PlacementNode(
                    name,
                    labels,
                    unschedulable,
                    taints,
                    Amounts.of(allocatable),
                    pods.isPresent() ? pods.get().value() : 110,
                    features,
                    images,
                    Map.of("Ready", "True"),
                    refusesResizePreemption,
                    zones);
        }
    }

    /** A pod of namespace {@code default} whose uid is its name. */
    public static final class PodBuilder {
        private final String name;
        private final Amounts asks;
        private @Nullable Amounts holds;
        private Map<String, String> labels = Map.of();
        private String node = "";
        private String nominated = "";
        private int priority;
        private boolean neverPreempts;
        private List<Toleration> tolerations = List.of();
        private Map<String, String> selector = Map.of();
        private NodeAffinity nodeAffinity = NodeAffinity.NONE;
        private PodAffinity podAffinity = PodAffinity.NONE;
        private List<SpreadConstraint> spread = List.of();
        private List<HostPort> ports = List.of();
        private List<String> images = List.of();
        private Set<String> features = Set.of();
        private List<String> claims = List.of();
        private List<String> gates = List.of();
        private long started = SchedulingStatus.NOT_STARTED;
        private boolean deleting;
        private boolean victim;
        private boolean deferred;
        private @Nullable PinnedPod pinned;

        private PodBuilder(String name, String requests) {
            this.name = name;
            this.asks = amounts(requests);
        }

        public PodBuilder holds(String requests) {
            holds = amounts(requests);
            return this;
        }

        public PodBuilder labels(String... pairs) {
            labels = map(pairs);
            return this;
        }

        public PodBuilder on(String name) {
            node = name;
            return this;
        }

        public PodBuilder nominated(String name) {
            nominated = name;
            return this;
        }

        public PodBuilder priority(int value) {
            priority = value;
            return this;
        }

        public PodBuilder neverPreempts() {
            neverPreempts = true;
            return this;
        }

        public PodBuilder tolerates(String key, String operator, String value, String effect) {
            tolerations = List.of(new Toleration(key, operator, value, effect, 0));
            return this;
        }

        public PodBuilder selector(String... pairs) {
            selector = map(pairs);
            return this;
        }

        public PodBuilder nodeAffinity(NodeAffinity affinity) {
            nodeAffinity = affinity;
            return this;
        }

        public PodBuilder podAffinity(PodAffinity affinity) {
            podAffinity = affinity;
            return this;
        }

        public PodBuilder spread(SpreadConstraint... constraints) {
            spread = List.of(constraints);
            return this;
        }

        public PodBuilder port(String address, String protocol, int port) {
            ports = List.of(new HostPort(address, protocol, port));
            return this;
        }

        public PodBuilder image(String image) {
            images = List.of(image);
            return this;
        }

        public PodBuilder needs(String... names) {
            features = Set.of(names);
            return this;
        }

        public PodBuilder claims(String... names) {
            claims = List.of(names);
            return this;
        }

        public PodBuilder gated(String... names) {
            gates = List.of(names);
            return this;
        }

        public PodBuilder started(long seconds) {
            started = seconds;
            return this;
        }

        public PodBuilder deleting(boolean asVictim) {
            deleting = true;
            victim = asVictim;
            return this;
        }

        public PodBuilder deferred() {
            deferred = true;
            return this;
        }

        /** With one container that asks for this much, and no more. */
        public PodBuilder pinned(String amounts) {
            return pinned(PodSpec.builder().container("c", amounts, amounts).build());
        }

        public PodBuilder pinned(PodSpec spec) {
            pinned = PinnedPod.of(Pod.of(name, spec));
            return this;
        }

        public PlacementPod build() {
            var held = holds == null ? asks : holds;
            return new PlacementPod(
                    new PlacementPod.Key("default", name, name),
                    labels,
                    node,
                    Profile.DEFAULT_NAME,
                    priority,
                    neverPreempts,
                    new Sized(asks, asks),
                    new Sized(held, held),
                    new Terms(
                            tolerations,
                            selector,
                            nodeAffinity,
                            podAffinity,
                            spread,
                            ports,
                            images,
                            1,
                            features,
                            claims),
                    gates,
                    new SchedulingStatus(nominated, 1, started, deleting, victim, deferred, Scheduled.UNKNOWN),
                    pinned);
        }
    }

    private static Map<String, String> map(String... pairs) {
        var map = new java.util.HashMap<String, String>();
        for (var i = 0; i < pairs.length; i += 2) map.put(pairs[i], pairs[i + 1]);
        return Map.copyOf(map);
    }
}
