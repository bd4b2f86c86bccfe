package dev.plimsoll.core.workloads.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.IntOrString;
import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.core.workloads.PodNetwork;
import dev.plimsoll.core.workloads.PodNetwork.NamedPort;
import dev.plimsoll.core.workloads.TestPod;
import dev.plimsoll.core.workloads.endpoints.EndpointSlicePlan.Slice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: endpoints
/** spec/kinds.md 5.3. */
class EndpointSlicePlanTest {
    private static final SelectedService.Port WEB =
            new SelectedService.Port("http", "TCP", "", 80, new IntOrString.Text("web"));
    private static final SelectedService.Port METRICS =
            new SelectedService.Port("metrics", "TCP", "", 9090, new IntOrString.Int(0));
    private static final List<EndpointPort> PORTS_8080 =
            List.of(new EndpointPort("http", "TCP", "", 8080), new EndpointPort("metrics", "TCP", "", 9090));

    static SelectedService service(boolean publishesNotReady, List<String> families) {
        var meta = new ObjectMetadata(
                "ns", "svc", "u", "1", 1, Instant.EPOCH, false, Map.of(), Map.of(), List.of(), List.of());
        return new SelectedService(meta, List.of(WEB, METRICS), families, false, publishesNotReady);
    }

    static TestPod pod(String name, String address, int port) {
        return TestPod.ready(name)
                .network(new PodNetwork(List.of(address), "", "", List.of(new NamedPort("web", "TCP", port))));
    }

    private static EndpointSlicePlan plan(SelectedService service, List<ControlledPod> pods, List<Slice> existing) {
        return EndpointSlicePlan.of(service, pods, Map.of("n", "z"), existing, 3);
    }

    @Test
    @DisplayName("named ports are looked up in each pod: other numbers are another slice")
    void namedPorts() {
        var pods = List.of(
                pod("a", "10.0.0.1", 8080).build(),
                pod("b", "10.0.0.2", 8081).build(),
                TestPod.ready("c")
                        .network(new PodNetwork(List.of("10.0.0.3"), "", "", List.of()))
                        .build());
        var made = plan(service(false, List.of("IPv4")), pods, List.of()).create();
        var ports = new TreeMap<String, List<EndpointPort>>();
        for (var slice : made) ports.put(slice.endpoints().getFirst().pod().name(), slice.ports());
        assertThat(made).hasSize(3);
        assertThat(ports.get("a")).isEqualTo(PORTS_8080);
        assertThat(ports.getOrDefault("b", List.of()).getFirst().number()).isEqualTo(8081);
        assertThat(ports.get("c")).containsExactly(new EndpointPort("metrics", "TCP", "", 9090));
    }

    @Test
    @DisplayName("ready, serving and terminating; pods that ended or have no address are none")
    void conditions() {
        var pods = List.of(
                pod("a", "10.0.0.1", 8080).build(),
                pod("b", "10.0.0.2", 8080).ready(false).build(),
                pod("c", "10.0.0.3", 8080).deleting().build(),
                pod("d", "10.0.0.4", 8080).phase("Succeeded").build(),
                TestPod.ready("e").build());
        assertThat(shown(plan(service(false, List.of("IPv4")), pods, List.of())))
                .containsExactly("a true true false", "b false false false", "c false true true");
        assertThat(shown(plan(service(true, List.of("IPv4")), pods, List.of())))
                .containsExactly("a true true false", "b true false false", "c true true true");
    }

    private static List<String> shown(EndpointSlicePlan plan) {
        return plan.create().stream()
                .flatMap(slice -> slice.endpoints().stream())
                .map(each ->
                        each.pod().name() + " " + each.isReady() + " " + each.isServing() + " " + each.isTerminating())
                .toList();
    }

    @Test
    @DisplayName("a pod with a name below the service is known by it, in the zone of its node")
    void hostnameAndZone() {
        var network = new PodNetwork(List.of("10.0.0.1"), "db-0", "svc", List.of());
        var other = new PodNetwork(List.of("10.0.0.2"), "db-1", "elsewhere", List.of());
        var slice = plan(
                        service(false, List.of("IPv4")),
                        List.of(
                                TestPod.ready("a").network(network).build(),
                                TestPod.ready("b").network(other).build()),
                        List.of())
                .create()
                .getFirst();
        assertThat(slice.endpoints().get(0).hostname()).isEqualTo("db-0");
        assertThat(slice.endpoints().get(0).zone()).isEqualTo("z");
        assertThat(slice.endpoints().get(1).hostname()).isEmpty();
    }

    @Test
    @DisplayName("each family has slices of its own, and one without endpoints where there are none")
    void families() {
        var both = new PodNetwork(List.of("10.0.0.1", "2001:db8::1"), "", "", List.of());
        var one = new PodNetwork(List.of("10.0.0.1"), "", "", List.of());
        var service = service(false, List.of("IPv4", "IPv6"));
        assertThat(plan(service, List.of(TestPod.ready("a").network(both).build()), List.of())
                        .create())
                .extracting(slice ->
                        slice.addressType() + slice.endpoints().getFirst().address())
                .containsExactly("IPv410.0.0.1", "IPv62001:db8::1");
        assertThat(plan(service, List.of(TestPod.ready("a").network(one).build()), List.of())
                        .create())
                .extracting(slice -> slice.addressType() + slice.endpoints().size())
                .containsExactly("IPv41", "IPv60");
    }

    @Test
    @DisplayName("the blank slice becomes the first one, and the last one becomes blank: one write each")
    void blank() {
        var service = service(false, List.of("IPv4"));
        var blank = new Slice("s", "IPv4", List.of(), List.of(), true);
        assertThat(plan(service, List.of(), List.of(blank)).isEmpty()).isTrue();
        var first = plan(service, List.of(pod("a", "10.0.0.1", 8080).build()), List.of(blank));
        assertThat(first.create()).isEmpty();
        assertThat(first.delete()).isEmpty();
        assertThat(first.update()).singleElement().satisfies(slice -> {
            assertThat(slice.name()).isEqualTo("s");
            assertThat(slice.ports()).isEqualTo(PORTS_8080);
        });
        assertThat(plan(service, List.of(), first.update()).update()).containsExactly(blank);
        assertThat(plan(service, List.of(), List.of(new Slice("s", "IPv4", List.of(), List.of(), false)))
                        .update())
                .containsExactly(blank);
    }

    @RepeatedTest(200)
    @DisplayName(
            "through any history: every endpoint once, no slice too large, nothing written twice, others left alone")
    void histories(RepetitionInfo repetition) {
        var random = new Random(repetition.getCurrentRepetition());
        var service = service(random.nextBoolean(), List.of("IPv4"));
        var slices = new TreeMap<String, Slice>();
        var names = 0;
        for (var step = 0; step < 12; step++) {
            var pods = new ArrayList<ControlledPod>();
            for (var i = 0; i < 14; i++) {
                if (random.nextInt(3) == 0) continue;
                pods.add(pod("p" + i, "10.0.0." + i, random.nextInt(8) == 0 ? 8081 : 8080)
                        .ready(random.nextInt(4) > 0)
                        .build());
            }
            var plan = plan(service, pods, List.copyOf(slices.values()));
            for (var slice : plan.update()) {
                var before = slices.put(slice.name(), slice);
                assertThat(before).isNotNull().isNotEqualTo(slice);
            }
            for (var name : plan.delete()) assertThat(slices.remove(name)).isNotNull();
            for (var slice : plan.create()) {
                var name = "s" + names++;
                slices.put(name, new Slice(name, slice.addressType(), slice.ports(), slice.endpoints(), true));
            }
            assertThat(contents(slices.values())).isEqualTo(wanted(service, pods));
            assertThat(slices.values())
                    .allSatisfy(slice -> assertThat(slice.endpoints()).hasSizeLessThanOrEqualTo(3));
            assertThat(plan(service, pods, List.copyOf(slices.values())).isEmpty())
                    .isTrue();
        }
    }

    private static Set<String> contents(Iterable<Slice> slices) {
        var contents = new HashSet<String>();
        for (var slice : slices) {
            for (var endpoint : slice.endpoints())
                assertThat(contents.add(slice.ports() + " " + endpoint)).isTrue();
        }
        return contents;
    }

    /** The slow twin: what each pod is, without any slices. */
    private static Set<String> wanted(SelectedService service, List<ControlledPod> pods) {
        var wanted = new HashSet<String>();
        for (var pod : pods) {
            var endpoint = service.endpoint(pod, pod.network().addresses().getFirst(), Map.of("n", "z"));
            wanted.add(service.portsOf(pod.network()) + " " + endpoint);
        }
        return wanted;
    }
}
