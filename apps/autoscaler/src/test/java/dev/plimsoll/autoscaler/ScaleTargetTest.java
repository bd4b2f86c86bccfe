package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.autoscaler.cluster.ControllerCache.Target;
import dev.plimsoll.autoscaler.cluster.FoundController;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.CrossVersionObjectReference;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Targets of kinds that nobody knows but their {@code /scale}, and chains of owners: vpa.md §2.2. */
class ScaleTargetTest {
    private static final CrossVersionObjectReference FLEET =
            new CrossVersionObjectReference("example.dev/v1", "Fleet", "web");

    private final Queue<String> asked = new ConcurrentLinkedQueue<>();
    private final TestCluster cluster = new TestCluster(FeatureGates.DEFAULT, WithFleets::new);

    @AfterEach
    void close() {
        cluster.close();
    }

    /** An API server that has one more kind. */
    private final class WithFleets implements Transport {
        private final Transport rest;

        WithFleets(Transport rest) {
            this.rest = rest;
        }

        @Override
        public Reply send(ClientRequest request) throws IOException {
            if (!request.target().startsWith("/apis/example.dev/")) return rest.send(request);
            asked.add(request.target());
            return switch (request.target()) {
                case "/apis/example.dev/v1" -> ok("""
                            {"resources":[{"name":"fleets","kind":"Fleet","namespaced":true},
                             {"name":"fleets/scale","kind":"Scale","namespaced":true},
                             {"name":"rigids","kind":"Rigid","namespaced":true}]}""");
                case "/apis/example.dev/v1/namespaces/default/fleets/web/scale" -> ok("""
                            {"kind":"Scale","metadata":{"name":"web"},"spec":{"replicas":3},
                             "status":{"selector":"app=web"}}""");
                default -> new Reply(404, Map.of(), "{\"code\":404}".getBytes(StandardCharsets.UTF_8));
            };
        }

        private static Reply ok(String body) {
            return new Reply(200, Map.of(), body.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public Streamed open(ClientRequest request) throws IOException {
            return rest.open(request);
        }

        @Override
        public void close() {
            rest.close();
        }
    }

    private Target target(CrossVersionObjectReference reference) {
        return cluster.cluster.controllers().target("default", reference);
    }

    @Test
    void aKindThatCanBeScaledSelectsWhatItsScaleSays() throws InterruptedException {
        cluster.started();
        assertThat(target(FLEET))
                .isInstanceOfSatisfying(
                        Target.Selects.class,
                        selects -> assertThat(selects.selector().matches(Map.of("app", "web")))
                                .isTrue());
        assertThat(cluster.cluster.controllers().find("default", FLEET))
                .isInstanceOfSatisfying(
                        FoundController.Controller.class,
                        found -> assertThat(found.replicas()).isEqualTo(3));
    }

    @Test
    void itIsReadOnceAndRememberedForManyQuestions() throws InterruptedException {
        cluster.started();
        for (var i = 0; i < 20; i++) target(FLEET);
        assertThat(asked).hasSize(2);
    }

    @Test
    void aKindWithoutAScaleCannotBeATarget() throws InterruptedException {
        cluster.started();
        assertThat(target(new CrossVersionObjectReference("example.dev/v1", "Rigid", "web")))
                .isEqualTo(new Target.Unsupported(
                        "Cannot read targetRef. Reason: Unhandled targetRef example.dev/v1 / Rigid / web"));
        assertThat(target(new CrossVersionObjectReference("example.dev/v1", "Fleet", "other")))
                .isEqualTo(new Target.Unsupported("Cannot read targetRef. Reason: Fleet default/other does not exist"));
    }

    @Test
    void theTopmostControllerThatCanBeScaledIsTheTarget() throws InterruptedException {
        owned("Fleet", "web");
        cluster.started();
        var deployment = new CrossVersionObjectReference("apps/v1", "Deployment", "web");
        assertThat(cluster.cluster
                        .controllers()
                        .topmost("default", new CrossVersionObjectReference("apps/v1", "ReplicaSet", "web-1")))
                .contains(FLEET);
        assertThat(target(deployment))
                .isEqualTo(new Target.Unsupported("The targetRef controller has a parent controller but it should "
                        + "point to a topmost well-known or scalable controller"));
    }

    @Test
    void anOwnerThatNobodyCanScaleEndsTheChain() throws InterruptedException {
        owned("Rigid", "web");
        cluster.started();
        assertThat(target(new CrossVersionObjectReference("apps/v1", "Deployment", "web")))
                .isInstanceOf(Target.Selects.class);
    }

    /** A Deployment with a ReplicaSet, under somebody. */
    private void owned(String kind, String name) {
        cluster.create(AutoscalerResources.controller("Deployment").orElseThrow(), TestCluster.json("""
                {"metadata":{"namespace":"default","name":"web","ownerReferences":[
                 {"apiVersion":"example.dev/v1","kind":"%s","name":"%s","uid":"f","controller":true}]},"spec":{"replicas":1,
                 "selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{"labels":{"app":"web"}},
                 "spec":{"containers":[{"name":"main","image":"i"}]}}}}""", kind, name));
        cluster.create(AutoscalerResources.controller("ReplicaSet").orElseThrow(), TestCluster.json("""
                {"metadata":{"namespace":"default","name":"web-1","ownerReferences":[
                 {"apiVersion":"apps/v1","kind":"Deployment","name":"web","uid":"d","controller":true}]},
                 "spec":{"replicas":1,"selector":{"matchLabels":{"app":"web"}},
                 "template":{"metadata":{"labels":{"app":"web"}},"spec":{"containers":[{"name":"main","image":"i"}]}}}}"""));
    }
}
