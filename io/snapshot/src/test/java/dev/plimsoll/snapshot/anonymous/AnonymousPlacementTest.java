package dev.plimsoll.snapshot.anonymous;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.view.PlacementNodeReader;
import dev.plimsoll.codec.view.PlacementReader;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.placement.Decision;
import dev.plimsoll.core.placement.Placement;
import dev.plimsoll.core.placement.filter.PlacementContext;
import dev.plimsoll.core.placement.profile.Profile;
import dev.plimsoll.core.placement.table.NodeTable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Whoever decides over an anonymised cluster decides as over the cluster itself. */
// Acceptance of simulate: snapshot-anonymous
class AnonymousPlacementTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final List<String> TEAMS = List.of("payments", "orders", "search", "Billing_2");

    private final Anonymizer anonymizer = new Anonymizer(new Pseudonyms("a key".getBytes(StandardCharsets.UTF_8)));

    private static ObjectNode read(String text) {
        try {
            return (ObjectNode) JSON.readTree(text);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    private static String team(Random random) {
        return TEAMS.get(random.nextInt(TEAMS.size()));
    }

    private static ObjectNode node(Random random, int number) {
        var taint = random.nextInt(4) == 0
                ? "{\"key\":\"corp.example/reserved\",\"value\":\"%s\",\"effect\":\"NoSchedule\"}"
                        .formatted(team(random))
                : "";
        return read("""
                {"apiVersion":"v1","kind":"Node","metadata":{"name":"ip-10-0-0-%1$d.corp.internal","labels":{
                "kubernetes.io/hostname":"ip-10-0-0-%1$d.corp.internal","kubernetes.io/os":"linux","kubernetes.io/arch":"%2$s",
                "topology.kubernetes.io/zone":"eu-%3$d","corp.example/rack":"rack-%4$d","corp.example/size":"%4$d"}},
                "spec":{"taints":[%5$s],"unschedulable":%6$b},
                "status":{"allocatable":{"cpu":"%7$d","memory":"%8$dGi","pods":"%9$d","corp.example/chip":"2"},
                "conditions":[{"type":"Ready","status":"True"}],
                "images":[{"names":["registry.corp.internal/shop/app-%4$d:latest","registry.corp.internal/shop/app-9:v2"],"sizeBytes":%10$d}]}}""".formatted(
                        number,
                        random.nextBoolean() ? "amd64" : "arm64",
                        random.nextInt(3),
                        random.nextInt(4),
                        taint,
                        random.nextInt(10) == 0,
                        2 + random.nextInt(6),
                        4 + random.nextInt(12),
                        3 + random.nextInt(10),
                        100_000_000L * (1 + random.nextInt(9))));
    }

    private static ObjectNode pod(Random random, int number, int nodes) {
        var team = team(random);
        var spec = new ArrayList<String>();
        spec.add(
                "\"containers\":[{\"name\":\"app\",\"image\":\"registry.corp.internal/shop/app-%d\",\"resources\":{\"requests\":{\"cpu\":\"%dm\",\"memory\":\"%dMi\"%s}}}]"
                        .formatted(
                                random.nextInt(4),
                                100 * (1 + random.nextInt(15)),
                                128 * (1 + random.nextInt(10)),
                                random.nextInt(8) == 0 ? ",\"corp.example/chip\":\"1\"" : ""));
        switch (random.nextInt(7)) {
            case 0 ->
                spec.add("\"nodeSelector\":{\"corp.example/rack\":\"rack-%d\",\"kubernetes.io/arch\":\"amd64\"}"
                        .formatted(random.nextInt(4)));
            case 1 ->
                spec.add(
                        "\"affinity\":{\"podAntiAffinity\":{\"requiredDuringSchedulingIgnoredDuringExecution\":[{\"topologyKey\":\"corp.example/rack\",\"labelSelector\":{\"matchLabels\":{\"team\":\"%s\"}}}]}}"
                                .formatted(team));
            case 2 ->
                spec.add(
                        "\"affinity\":{\"podAffinity\":{\"preferredDuringSchedulingIgnoredDuringExecution\":[{\"weight\":50,\"podAffinityTerm\":{\"topologyKey\":\"kubernetes.io/hostname\",\"labelSelector\":{\"matchExpressions\":[{\"key\":\"team\",\"operator\":\"In\",\"values\":[\"%s\",\"orders\"]}]}}}]}}"
                                .formatted(team(random)));
            case 3 ->
                spec.add(
                        "\"topologySpreadConstraints\":[{\"maxSkew\":1,\"topologyKey\":\"topology.kubernetes.io/zone\",\"whenUnsatisfiable\":\"DoNotSchedule\",\"labelSelector\":{\"matchLabels\":{\"team\":\"%s\"}}}]"
                                .formatted(team));
            case 4 ->
                spec.add(
                        "\"affinity\":{\"nodeAffinity\":{\"requiredDuringSchedulingIgnoredDuringExecution\":{\"nodeSelectorTerms\":[{\"matchExpressions\":[{\"key\":\"corp.example/size\",\"operator\":\"Gt\",\"values\":[\"%d\"]},{\"key\":\"corp.example/none\",\"operator\":\"DoesNotExist\"}]}]}}}"
                                .formatted(random.nextInt(3)));
            case 5 ->
                spec.add(
                        "\"affinity\":{\"nodeAffinity\":{\"requiredDuringSchedulingIgnoredDuringExecution\":{\"nodeSelectorTerms\":[{\"matchFields\":[{\"key\":\"metadata.name\",\"operator\":\"In\",\"values\":[\"ip-10-0-0-%d.corp.internal\"]}]}]}}}"
                                .formatted(random.nextInt(nodes)));
            default -> {}
        }
        if (random.nextBoolean()) {
            spec.add(
                    "\"tolerations\":[{\"key\":\"corp.example/reserved\",\"operator\":\"Equal\",\"value\":\"%s\",\"effect\":\"NoSchedule\"}]"
                            .formatted(team(random)));
        }
        return read("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"%1$s-prod","name":"web-7d9f-%2$d","uid":"uid-%2$d",
                "labels":{"team":"%1$s","pod-template-hash":"7d9f"},"ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"web-7d9f","uid":"r1","controller":true}]},
                "spec":{%3$s,"schedulerName":"default-scheduler"},"status":{"phase":"Pending","message":"waits for a node of payments"}}""".formatted(
                        team.toLowerCase(java.util.Locale.ROOT).replace('_', '-'), number, String.join(",", spec)));
    }

    /** Where pods go, one after the other, by the numbers of nodes; -1 for nowhere. */
    private static List<Integer> places(List<ObjectNode> nodes, List<ObjectNode> pods) {
        var table = new NodeTable();
        var numbers = new TreeMap<String, Integer>();
        var nodeReader = new PlacementNodeReader(false);
        for (var node : nodes) {
            numbers.put(node.at("/metadata/name").asText(), numbers.size());
            table.set(nodeReader.node(node).orThrow());
        }
        var reader = PlacementReader.under(FeatureGates.DEFAULT, false);
        var placement = new Placement(new PlacementContext(Profile.DEFAULT, Map.of(), false));
        var places = new ArrayList<Integer>();
        var next = 0;
        for (var document : pods) {
            var reading = reader.pod(document);
            assertThat(reading.problems()).isEmpty();
            switch (placement.decide(reading.pod(), table, next)) {
                case Decision.Placed placed -> {
                    places.add(numbers.get(placed.nodeName()));
                    table.add(reading.pod().on(placed.nodeName()));
                    next = placed.next();
                }
                case Decision.Refused refused -> {
                    places.add(-1);
                    next = refused.next();
                }
            }
        }
        return places;
    }

    @Test
    @DisplayName("in 300 clusters by chance each pod goes to the same node as before")
    void samePlaces() {
        var placed = 0;
        var refused = 0;
        for (var seed = 0; seed < 300; seed++) {
            var random = new Random(seed);
            var nodes = new ArrayList<ObjectNode>();
            for (var i = 0; i < 12; i++) nodes.add(node(random, i));
            var pods = new ArrayList<ObjectNode>();
            for (var i = 0; i < 40; i++) pods.add(pod(random, i, nodes.size()));
            var places = places(nodes, pods);
            assertThat(places(anonymous(nodes), anonymous(pods)))
                    .as("seed %d", seed)
                    .isEqualTo(places);
            placed += (int) places.stream().filter(place -> place >= 0).count();
            refused += (int) places.stream().filter(place -> place < 0).count();
        }
        assertThat(placed).isGreaterThan(3_000);
        assertThat(refused).isGreaterThan(1_000);
    }

    private List<ObjectNode> anonymous(List<ObjectNode> documents) {
        return documents.stream().map(anonymizer::anonymous).collect(Collectors.toList());
    }

    @Test
    @DisplayName("no word of the cluster is left, and the same members and numbers are")
    void nothingIsLeft() {
        var random = new Random(5);
        for (var i = 0; i < 200; i++) {
            for (var document : List.of(node(random, i), pod(random, i, 10))) {
                var anonymous = anonymizer.anonymous(document);
                assertThat(anonymous.toString())
                        .doesNotContain(
                                "corp.internal",
                                "payments",
                                "orders",
                                "search",
                                "Billing",
                                "rack",
                                "registry",
                                "web-",
                                "7d9f",
                                "eu-",
                                "prod");
                assertThat(anonymous.at("/spec").size())
                        .isEqualTo(document.at("/spec").size());
                assertThat(numbers(anonymous)).isEqualTo(numbers(document));
            }
        }
    }

    private static String numbers(JsonNode tree) {
        var numbers = new StringBuilder();
        collect(tree, numbers);
        return numbers.toString();
    }

    private static void collect(JsonNode tree, StringBuilder numbers) {
        if (tree.isNumber() || tree.isBoolean()) numbers.append(tree).append(' ');
        tree.forEach(child -> collect(child, numbers));
    }

    @Test
    @DisplayName("names that are made of others stay so; another key gives other names")
    void derivedNames() {
        var pseudonyms = new Pseudonyms("one".getBytes(StandardCharsets.UTF_8));
        var set = pseudonyms.text("shop-db");
        assertThat(pseudonyms.text("shop-db-0")).isEqualTo(set + "-0");
        assertThat(pseudonyms.text("data-shop-db-12")).isEqualTo(pseudonyms.text("data") + "-" + set + "-12");
        assertThat(pseudonyms.text("kube-system")).isEqualTo("kube-system");
        assertThat(pseudonyms.text("shop")).isNotEqualTo("shop").matches("[a-z][a-z2-7]{3}");
        assertThat(new Pseudonyms("one".getBytes(StandardCharsets.UTF_8)).text("shop-db"))
                .isEqualTo(set);
        assertThat(new Pseudonyms("two".getBytes(StandardCharsets.UTF_8)).text("shop-db"))
                .isNotEqualTo(set);
        assertThat(pseudonyms.uid("a"))
                .matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
                .isNotEqualTo(pseudonyms.uid("b"));
    }

    @Test
    @DisplayName("50,000 words get 50,000 other words")
    void different() {
        var pseudonyms = new Pseudonyms("one".getBytes(StandardCharsets.UTF_8));
        var random = new Random(3);
        var words = new java.util.HashSet<String>();
        while (words.size() < 50_000) words.add("w" + Integer.toString(random.nextInt(1 << 26), 36));
        assertThat(words.stream().map(pseudonyms::text).distinct()).hasSize(50_000);
    }
}
