package dev.plimsoll.objects;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.workloads.ConditionUpdate;
import dev.plimsoll.core.workloads.OwnerReference;
import dev.plimsoll.core.workloads.StatusCondition;
import dev.plimsoll.objects.node.NodeObject;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.testing.PlainTree;
import dev.plimsoll.objects.testing.RandomDocuments;
import dev.plimsoll.objects.tree.DocumentComparison;
import dev.plimsoll.objects.workload.DeploymentObject;
import dev.plimsoll.objects.workload.ReplicaSetObject;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random documents: typed reading against a slow obvious reading of the tree; writing keeps what nobody here knows. */
class ObjectReadingTest {
    private static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");
    private static final int ROUNDS = 150;

    private interface Check {
        void check(ObjectNode document, Random random);
    }

    private static void each(long seed, Check check) {
        var random = new Random(seed);
        var documents = new RandomDocuments(random);
        for (var i = 0; i < ROUNDS; i++) {
            var document = documents.document();
            var before = document.toString();
            check.check(document, random);
            assertThat(document).describedAs("the document that was read").hasToString(before);
        }
    }

    static LongStream seeds() {
        return LongStream.range(0, 10);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    @DisplayName("metadata and conditions are what the tree says")
    void metadata(long seed) {
        each(seed, (document, _) -> {
            var object = new ApiObject(document);
            var metadata = object.metadata();
            var tree = PlainTree.of(document).at("metadata");
            assertThat(metadata.namespace()).isEqualTo(tree.at("namespace").text());
            assertThat(metadata.name()).isEqualTo(tree.at("name").text());
            assertThat(metadata.uid()).isEqualTo(tree.at("uid").text());
            assertThat(metadata.version()).isEqualTo(tree.at("resourceVersion").text());
            assertThat(metadata.generation()).isEqualTo(tree.at("generation").number(0));
            assertThat(metadata.created())
                    .isEqualTo(tree.at("creationTimestamp").time());
            assertThat(metadata.isBeingDeleted())
                    .isEqualTo(tree.at("deletionTimestamp").isGiven());
            assertThat(metadata.labels()).isEqualTo(tree.at("labels").texts());
            assertThat(metadata.annotations()).isEqualTo(tree.at("annotations").texts());
            assertThat(metadata.finalizers())
                    .isEqualTo(tree.at("finalizers").items().stream()
                            .map(PlainTree::text)
                            .toList());
            assertThat(metadata.owners())
                    .isEqualTo(tree.at("ownerReferences").items().stream()
                            .map(owner -> new OwnerReference(
                                    owner.at("apiVersion").text(),
                                    owner.at("kind").text(),
                                    owner.at("name").text(),
                                    owner.at("uid").text(),
                                    owner.at("controller").flag(),
                                    owner.at("blockOwnerDeletion").flag()))
                            .toList());
            assertThat(object.conditions().all())
                    .isEqualTo(PlainTree.of(document).at("status").at("conditions").items().stream()
                            .map(each -> new StatusCondition(
                                    each.at("type").text(),
                                    each.at("status").text(),
                                    each.at("reason").text(),
                                    each.at("message").text(),
                                    each.at("lastUpdateTime").time(),
                                    each.at("lastTransitionTime").time()))
                            .toList());
            assertThat(object.metadata()).describedAs("read once").isSameAs(metadata);
        });
    }

    @ParameterizedTest
    @MethodSource("seeds")
    @DisplayName("pods, nodes and deployments are what the tree says")
    void kinds(long seed) {
        each(seed, (document, _) -> {
            var tree = PlainTree.of(document);
            var pod = new PodObject(document).controlled();
            assertThat(pod.node()).isEqualTo(tree.at("spec").at("nodeName").text());
            assertThat(pod.phase())
                    .isEqualTo(
                            tree.at("status").at("phase").isGiven()
                                    ? tree.at("status").at("phase").text()
                                    : "Pending");
            assertThat(pod.restarts().started()).isEqualTo(restarts(tree));

            var node = new NodeObject(document);
            assertThat(node.view().isUnschedulable())
                    .isEqualTo(tree.at("spec").at("unschedulable").flag());
            assertThat(node.taints())
                    .extracting(each -> each.taint().key())
                    .isEqualTo(tree.at("spec").at("taints").items().stream()
                            .map(each -> each.at("key").text())
                            .toList());

            var deployment = new DeploymentObject(document);
            assertThat(deployment.replicas())
                    .isEqualTo((int) tree.at("spec").at("replicas").number(1));
            assertThat(deployment.spec().isPaused())
                    .isEqualTo(tree.at("spec").at("paused").flag());
            assertThat(deployment.template().labels())
                    .isEqualTo(tree.at("spec")
                            .at("template")
                            .at("metadata")
                            .at("labels")
                            .texts());
            assertThat(deployment.status().updatedReplicas())
                    .isEqualTo((int) tree.at("status").at("updatedReplicas").number(0));
            assertThat(deployment.spec()).describedAs("read once").isSameAs(deployment.spec());
        });
    }

    private static int restarts(PlainTree tree) {
        var all = 0L;
        for (var list : new String[] {"containerStatuses", "initContainerStatuses"}) {
            for (var status : tree.at("status").at(list).items())
                all += status.at("restartCount").number(0);
        }
        return (int) all;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    @DisplayName("a draft changes what it is told, keeps every other member, and leaves the document alone")
    void writing(long seed) {
        each(seed, (document, random) -> {
            var set = new ReplicaSetObject(document);
            var written = set.draft().replicas(7);
            written.metadata().annotations(Map.of("new", "x"));
            var expected = document.deepCopy();
            object(object(expected, "metadata"), "annotations").put("new", "x");
            object(expected, "spec").put("replicas", 7L);
            assertThat(written.document()).isEqualTo(expected);

            var type = random.nextBoolean() ? "Ready" : "Other";
            var status = set.statusDraft();
            status.condition(new ConditionUpdate(type, "True", "r", "m"), NOW);
            assertThat(status.conditions().is(type, "True")).isTrue();
            var result = status.document();
            assertThat(result.path("spec")).isSameAs(document.path("spec"));
            for (var member : document.path("status").properties()) {
                if (!member.getKey().equals("conditions")) {
                    assertThat(result.path("status").path(member.getKey())).isEqualTo(member.getValue());
                }
            }
            if (document.path("status").path("conditions").isArray()) {
                assertThat(result.path("status").path("conditions").size())
                        .isGreaterThanOrEqualTo(
                                document.path("status").path("conditions").size());
            }
        });
    }

    private static ObjectNode object(ObjectNode parent, String name) {
        return parent.get(name) instanceof ObjectNode known ? known : parent.putObject(name);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    @DisplayName("two statuses say the same where nothing is left of their difference without zeros and empty members")
    void meaning(long seed) {
        var random = new Random(seed);
        var documents = new RandomDocuments(random);
        for (var i = 0; i < ROUNDS * 5; i++) {
            var one = documents.any(3);
            var other = random.nextBoolean() ? documents.any(3) : one.deepCopy();
            if (!one.isObject() || !other.isObject()) continue;
            assertThat(DocumentComparison.isSameStatus(one, other))
                    .describedAs("%s and %s", one, other)
                    .isEqualTo(essence(one).equals(essence(other)));
        }
    }

    /** The slow obvious twin: a copy without what says nothing, as text. */
    private static String essence(com.fasterxml.jackson.databind.JsonNode status) {
        var trimmed = DocumentComparison.trimmed(status);
        dropZeros(trimmed);
        return DocumentComparison.trimmed(trimmed).toString();
    }

    private static void dropZeros(com.fasterxml.jackson.databind.JsonNode node) {
        if (node.isArray()) node.forEach(ObjectReadingTest::dropZeros);
        if (!(node instanceof ObjectNode object)) return;
        object.properties()
                .removeIf(
                        entry -> entry.getValue().isNumber() && entry.getValue().asLong() == 0);
        object.properties().forEach(entry -> dropZeros(entry.getValue()));
    }
}
