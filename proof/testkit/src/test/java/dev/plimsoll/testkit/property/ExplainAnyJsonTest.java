package dev.plimsoll.testkit.property;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.codec.view.PolicyReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.cgroups.HugePageSize;
import dev.plimsoll.core.explain.ExplainContext;
import dev.plimsoll.core.explain.Explanation;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceQuota;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the JSON, reading it as a pod gives a view or problems, and a view can be explained. */
class ExplainAnyJsonTest {
    private static final int DOCUMENTS = 3_000;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    /** Names that mean something, so that random trees reach the readers. */
    private static final List<String> NAMES = List.of(
            "metadata",
            "spec",
            "status",
            "name",
            "containers",
            "initContainers",
            "ephemeralContainers",
            "resources",
            "requests",
            "limits",
            "claims",
            "cpu",
            "memory",
            "hugepages-2Mi",
            "hugepages-",
            "example.com/gpu",
            "overhead",
            "restartPolicy",
            "resizePolicy",
            "resourceName",
            "os",
            "ports",
            "containerPort",
            "env",
            "valueFrom",
            "volumes",
            "volumeMounts",
            "tolerations",
            "conditions",
            "type",
            "reason",
            "containerStatuses",
            "allocatedResources",
            "annotations",
            "labels",
            "deletionTimestamp",
            "priority",
            "affinity",
            "podAffinity",
            "hard",
            "scopes",
            "max",
            "min",
            "default",
            "");

    private static final List<String> TEXTS = List.of(
            "",
            "a",
            "web",
            "Always",
            "Never",
            "windows",
            "1",
            "500m",
            "-1",
            "1Gi",
            "0.5Gi",
            "1e30",
            "1e4096",
            "5K",
            "99999999999E",
            "NotRequired",
            "RestartContainer",
            "PodResizePending",
            "Infeasible",
            "Container",
            "Pod",
            "2026-01-01T00:00:00Z",
            "\u0000\ud800");

    private static JsonNode tree(RandomGenerator random, int depth) {
        return switch (random.nextInt(depth > 6 ? 5 : 9)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.booleanNode(random.nextBoolean());
            case 2 -> NODES.numberNode(random.nextLong());
            case 3 -> NODES.numberNode(BigDecimal.valueOf(random.nextInt(), random.nextInt(-20, 20)));
            case 4 -> NODES.textNode(TEXTS.get(random.nextInt(TEXTS.size())));
            case 5, 6 -> {
                var list = NODES.arrayNode();
                for (var i = random.nextInt(4); i > 0; i--) list.add(tree(random, depth + 1));
                yield list;
            }
            default -> object(random, depth);
        };
    }

    private static JsonNode object(RandomGenerator random, int depth) {
        var object = NODES.objectNode();
        for (var i = random.nextInt(7); i > 0; i--) {
            object.set(NAMES.get(random.nextInt(NAMES.size())), tree(random, depth + 1));
        }
        return object;
    }

    /** A pod whose shape is right often enough to reach the decisions. */
    private static JsonNode pod(RandomGenerator random) {
        var pod = NODES.objectNode();
        pod.putObject("metadata").put("name", TEXTS.get(random.nextInt(TEXTS.size())));
        var spec = pod.putObject("spec");
        for (var list : List.of("containers", "initContainers")) {
            var containers = spec.putArray(list);
            for (var i = random.nextInt(3); i > 0; i--) {
                var container = containers.addObject().put("name", TEXTS.get(random.nextInt(TEXTS.size())));
                container.set("resources", resources(random));
                if (random.nextInt(4) == 0) container.put("restartPolicy", "Always");
            }
        }
        if (random.nextBoolean()) spec.set("resources", resources(random));
        if (random.nextInt(4) == 0) spec.set("overhead", amounts(random));
        if (random.nextInt(3) == 0) spec.set(NAMES.get(random.nextInt(NAMES.size())), tree(random, 2));
        if (random.nextInt(3) == 0) pod.set("status", object(random, 1));
        return pod;
    }

    private static JsonNode resources(RandomGenerator random) {
        if (random.nextInt(10) == 0) return tree(random, 4);
        var resources = NODES.objectNode();
        if (random.nextBoolean()) resources.set("requests", amounts(random));
        if (random.nextBoolean()) resources.set("limits", amounts(random));
        return resources;
    }

    private static JsonNode amounts(RandomGenerator random) {
        var amounts = NODES.objectNode();
        var quantities = List.of("0", "1", "500m", "-1", "1Gi", "0.5Gi", "2Mi", "1e30", "1n", "9Ei", "1e4096");
        for (var name : List.of("cpu", "memory", "hugepages-2Mi", "hugepages-x", "example.com/gpu")) {
            if (random.nextInt(3) == 0) amounts.put(name, quantities.get(random.nextInt(quantities.size())));
        }
        return amounts;
    }

    private static ExplainContext context(RandomGenerator random) {
        var range = PolicyReader.limitRange(object(random, 1)) instanceof Read.Ok<LimitRange>(var value)
                ? List.of(value)
                : List.<LimitRange>of();
        var quota = PolicyReader.resourceQuota(object(random, 1)) instanceof Read.Ok<ResourceQuota>(var value)
                ? List.of(value)
                : List.<ResourceQuota>of();
        return new ExplainContext(
                1 + random.nextLong(1L << 50), Set.of(HugePageSize.OF_2_MIB), range, quota, Instant.EPOCH);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2})
    void neverThrows(long seed) {
        var random = new Random(seed);
        var explanation = Explanation.under(FeatureGates.DEFAULT);
        var explained = 0;
        for (var i = 0; i < DOCUMENTS; i++) {
            var document = i % 3 == 0 ? tree(random, 0) : pod(random);
            if (!(PodReader.read(document) instanceof Read.Ok<Pod>(var pod))) continue;
            var place = context(random);
            assertThatCode(() -> explanation.of(pod, place))
                    .as("seed %d: %s", seed, document)
                    .doesNotThrowAnyException();
            explained++;
        }
        assertThat(explained).as("enough documents are pods").isGreaterThan(DOCUMENTS / 5);
    }
}
