package dev.plimsoll.core.workloads.endpoints;

import dev.plimsoll.core.workloads.ControlledPod;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is to be written so that the slices of a service show its pods. An endpoint stays in its slice as long as the slice has its
 * ports, so that a change of one pod is the change of one slice.
 *
 * @param create slices without a name yet
 * @param update slices with what they are to hold
 * @param delete names
 */
public record EndpointSlicePlan(List<Slice> create, List<Slice> update, List<String> delete) {
    /** How many endpoints a slice holds at most. */
    public static final int MOST_ENDPOINTS = 100;

    public EndpointSlicePlan {
        create = List.copyOf(create);
        update = List.copyOf(update);
        delete = List.copyOf(delete);
    }

    /**
     * A slice, as it is or is to be.
     *
     * @param name empty for one that is to be made
     * @param isCurrent whether labels and owner are as the service has them
     */
    public record Slice(
            String name, String addressType, List<EndpointPort> ports, List<Endpoint> endpoints, boolean isCurrent) {
        public Slice {
            ports = ports.stream().sorted().toList();
            endpoints = List.copyOf(endpoints);
        }

        private Slice with(List<Endpoint> changed) {
            return new Slice(name, addressType, ports, changed, true);
        }

        private Slice named(String other) {
            return new Slice(other, addressType, ports, endpoints, true);
        }
    }

    private record Group(String addressType, List<EndpointPort> ports) {
        private static final Comparator<Group> ORDER =
                Comparator.comparing(Group::addressType).thenComparing(group -> group.ports.toString());
    }

    public boolean isEmpty() {
        return create.isEmpty() && update.isEmpty() && delete.isEmpty();
    }

    /**
     * Decides.
     *
     * @param pods those that the service selects
     * @param zones by node
     * @param existing the slices of the service that its controller manages
     */
    public static EndpointSlicePlan of(
            SelectedService service,
            Collection<ControlledPod> pods,
            Map<String, String> zones,
            List<Slice> existing,
            int most) {
        return of(wanted(service, pods, zones), service.families(), existing, most);
    }

    /**
     * Decides for endpoints that somebody else has written: the slices show them as they are.
     *
     * @param existing the slices that were made of these endpoints earlier
     */
    public static EndpointSlicePlan mirroring(List<EndpointSubsets.Subset> subsets, List<Slice> existing, int most) {
        var wanted = new TreeMap<Group, List<Endpoint>>(Group.ORDER);
        for (var subset : subsets) {
            var ports = subset.ports().stream().sorted().toList();
            for (var endpoints : List.of(subset.ready(), subset.notReady())) {
                for (var endpoint : endpoints) {
                    var family = endpoint.address().indexOf(':') < 0 ? "IPv4" : "IPv6";
                    wanted.computeIfAbsent(new Group(family, ports), _ -> new ArrayList<>())
                            .add(endpoint);
                }
            }
        }
        return of(wanted, List.of(), existing, most);
    }

    /** {@code families} have a slice even without an endpoint. */
    private static EndpointSlicePlan of(
            Map<Group, List<Endpoint>> wanted, List<String> families, List<Slice> existing, int most) {
        var byGroup = new HashMap<Group, List<Slice>>();
        var surplus = new ArrayDeque<Slice>();
        for (var slice : existing) {
            var group = new Group(slice.addressType(), slice.ports());
            if (wanted.containsKey(group))
                byGroup.computeIfAbsent(group, _ -> new ArrayList<>()).add(slice);
            else surplus.add(slice);
        }
        var create = new ArrayList<Slice>();
        var update = new ArrayList<Slice>();
        wanted.forEach((group, endpoints) -> {
            var placed = Placement.of(endpoints, byGroup.getOrDefault(group, List.of()), most);
            update.addAll(placed.changed());
            surplus.addAll(placed.empty());
            for (var part : placed.added()) create.add(new Slice("", group.addressType(), group.ports(), part, true));
        });
        for (var family : families) keepOne(family, wanted, surplus, create, update);
        return reused(create, update, surplus);
    }

    private static Map<Group, List<Endpoint>> wanted(
            SelectedService service, Collection<ControlledPod> pods, Map<String, String> zones) {
        var wanted = new TreeMap<Group, List<Endpoint>>(Group.ORDER);
        for (var pod : pods) {
            if (!SelectedService.isEndpoint(pod)) continue;
            var ports = service.portsOf(pod.network());
            for (var family : service.families()) {
                var address = pod.network().address(family.equals("IPv6"));
                if (address.isEmpty()) continue;
                wanted.computeIfAbsent(new Group(family, ports), _ -> new ArrayList<>())
                        .add(service.endpoint(pod, address, zones));
            }
        }
        wanted.values().forEach(each -> each.sort(Endpoint.BY_POD));
        return wanted;
    }

    /** A family without endpoints has one slice that says so. */
    private static void keepOne(
            String family,
            Map<Group, List<Endpoint>> wanted,
            Deque<Slice> surplus,
            List<Slice> create,
            List<Slice> update) {
        if (wanted.keySet().stream().anyMatch(group -> group.addressType().equals(family))) return;
        var blank = new Slice("", family, List.of(), List.of(), true);
        var known = surplus.stream()
                .filter(each -> each.addressType().equals(family))
                .findFirst();
        if (known.isEmpty()) {
            create.add(blank);
            return;
        }
        surplus.remove(known.get());
        var named = blank.named(known.get().name());
        if (!named.equals(known.get())) update.add(named);
    }

    /** What would be deleted is changed into what would be made: one write instead of two. */
    private static EndpointSlicePlan reused(List<Slice> create, List<Slice> update, Deque<Slice> surplus) {
        var made = new ArrayList<Slice>();
        for (var slice : create) {
            var same = surplus.stream()
                    .filter(each -> each.addressType().equals(slice.addressType()))
                    .findFirst();
            if (same.isEmpty()) {
                made.add(slice);
                continue;
            }
            surplus.remove(same.get());
            update.add(slice.named(same.get().name()));
        }
        return new EndpointSlicePlan(
                made, update, surplus.stream().map(Slice::name).toList());
    }

    /** Endpoints with the same ports in slices. */
    private record Placement(List<Slice> changed, List<Slice> empty, List<List<Endpoint>> added) {
        static Placement of(List<Endpoint> endpoints, List<Slice> slices, int most) {
            var left = new LinkedHashMap<Endpoint.Identity, Endpoint>();
            for (var endpoint : endpoints) left.put(endpoint.identity(), endpoint);
            var next = new ArrayList<List<Endpoint>>();
            for (var slice : slices) {
                var kept = new ArrayList<Endpoint>();
                for (var before : slice.endpoints()) {
                    var now = kept.size() == most ? null : left.remove(before.identity());
                    if (now != null) kept.add(now);
                }
                next.add(kept);
            }
            var open = new ArrayList<>(left.values());
            fill(slices, next, open, most);
            var changed = new ArrayList<Slice>();
            var empty = new ArrayList<Slice>();
            for (var i = 0; i < slices.size(); i++) {
                var slice = slices.get(i);
                if (next.get(i).isEmpty()) empty.add(slice);
                else if (!slice.equals(slice.with(next.get(i)))) changed.add(slice.with(next.get(i)));
            }
            var added = new ArrayList<List<Endpoint>>();
            for (var from = 0; from < open.size(); from += most) {
                added.add(List.copyOf(open.subList(from, Math.min(open.size(), from + most))));
            }
            return new Placement(changed, empty, added);
        }

        /** Slices that are written anyway first; then, for what would not fill a slice of its own, one that has room for all of it. */
        private static void fill(List<Slice> slices, List<List<Endpoint>> next, List<Endpoint> open, int most) {
            for (var i = 0; i < slices.size() && !open.isEmpty(); i++) {
                var isWritten = !slices.get(i).equals(slices.get(i).with(next.get(i)));
                if (isWritten) move(open, next.get(i), most - next.get(i).size());
            }
            var rest = open.size() % most;
            if (rest == 0) return;
            List<Endpoint> fullest = null;
            for (var each : next) {
                var fits = each.size() + rest <= most;
                if (fits && (fullest == null || each.size() > fullest.size())) fullest = each;
            }
            if (fullest != null) move(open, fullest, rest);
        }

        private static void move(List<Endpoint> from, List<Endpoint> to, int count) {
            var moved = from.subList(0, Math.min(count, from.size()));
            to.addAll(moved);
            moved.clear();
        }
    }
}
