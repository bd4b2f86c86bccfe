package dev.plimsoll.objects.workload;

import static dev.plimsoll.objects.testing.Docs.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.workloads.deployment.Action;
import dev.plimsoll.core.workloads.deployment.DeploymentDecision;
import dev.plimsoll.core.workloads.deployment.InPlace;
import dev.plimsoll.core.workloads.deployment.ObservedDeployment;
import dev.plimsoll.core.workloads.deployment.Plan;
import dev.plimsoll.objects.pod.PodResizeChange;
import dev.plimsoll.objects.pod.PodTemplateObject;
import dev.plimsoll.objects.testing.Docs;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DeploymentObjectTest {
    private static final DeploymentObject DEPLOYMENT = new DeploymentObject(Docs.json("""
            {'apiVersion':'apps/v1','kind':'Deployment','metadata':{'namespace':'ns','name':'d','uid':'d','generation':3,
             'annotations':{'mine':'1'}},
             'spec':{'replicas':4,'progressDeadlineSeconds':600,'selector':{'matchLabels':{'app':'d'}},
              'strategy':{'type':'RollingUpdate','rollingUpdate':{'maxSurge':'50%','maxUnavailable':0}},
              'template':{'metadata':{'labels':{'app':'d'}},'spec':{'containers':[{'name':'c','resources':{'requests':{'cpu':'1'}}}]}}},
             'status':{'conditions':[{'type':'Mine','status':'True','more':1}]}}"""));

    private static Plan decide(ReplicaSetObject... sets) {
        var views = List.of(sets).stream().map(ReplicaSetObject::view).toList();
        var observed = new ObservedDeployment(DEPLOYMENT.spec(), DEPLOYMENT.status(), views, Set.of(), List.of(), NOW);
        return DeploymentDecision.decide(observed, InPlace.under(FeatureGates.DEFAULT));
    }

    @Test
    @DisplayName("a new set gets the template, labels and annotations, and is recognized as the current one")
    void newSet() {
        var plan = decide();
        assertThat(plan.actions().getFirst()).isInstanceOfSatisfying(Action.CreateSet.class, create -> {
            var draft = ReplicaSetDraft.of(DEPLOYMENT, create.name()).replicas(create.replicas());
            draft.metadata().annotations(create.annotations());
            var document = draft.document();
            var hash = document.at("/metadata/labels/pod-template-hash").asText();
            assertThat(document.at("/metadata/name").asText()).isEqualTo("d-" + hash);
            assertThat(document.at("/spec/replicas").asInt()).isEqualTo(4);
            assertThat(document.at("/spec/selector/matchLabels")).hasSize(2);
            assertThat(Docs.stored(
                            (com.fasterxml.jackson.databind.node.ObjectNode) document.at("/metadata/annotations")))
                    .isEqualTo(Docs.json("""
                            {'mine':'1','deployment.kubernetes.io/revision':'1',
                             'deployment.kubernetes.io/desired-replicas':'4','deployment.kubernetes.io/max-replicas':'6'}"""));
            assertThat(decide(new ReplicaSetObject(document)).actions()).noneMatch(Action.CreateSet.class::isInstance);
        });
        assertThat(Docs.status(DEPLOYMENT.statusDraft().write(plan.status())))
                .isEqualTo(Docs.json("""
                        {'observedGeneration':3,'terminatingReplicas':0,'conditions':[{'type':'Mine','status':'True','more':1},
                         {'type':'Available','status':'False','reason':'MinimumReplicasUnavailable',
                          'message':'Deployment does not have minimum availability.',
                          'lastTransitionTime':'2026-01-01T12:00:00Z','lastUpdateTime':'2026-01-01T12:00:00Z'},
                         {'type':'Progressing','status':'True','reason':'NewReplicaSetCreated',
                          'message':'Created new replica set \\"%s\\"',
                          'lastTransitionTime':'2026-01-01T12:00:00Z','lastUpdateTime':'2026-01-01T12:00:00Z'}]}""".formatted(DEPLOYMENT.spec().newSetName())));
    }

    @Test
    @DisplayName("templates are the same but for their hash; resources can be all that differs")
    void templates() {
        var template = DEPLOYMENT.template();
        var labelled = new PodTemplateObject(template.withLabel(PodTemplateObject.HASH_LABEL, "x"));
        assertThat(labelled.isSame(template)).isTrue();
        assertThat(labelled.saysSame(template)).isFalse();
        var resized =
                new PodTemplateObject(Docs.json(template.node().toString().replace("\"cpu\":\"1\"", "\"cpu\":\"2\"")));
        assertThat(resized.view().differsInResourcesOnly(template.view())).isTrue();
        assertThat(new PodTemplateObject(labelled.withResourcesOf(resized)).isSame(resized))
                .isTrue();
        assertThat(new PodResizeChange("u", resized).document())
                .isEqualTo(
                        Docs.json(
                                "{'metadata':{'uid':'u'},'spec':{'containers':[{'name':'c','resources':{'requests':{'cpu':'2'}}}]}}"));
    }
}
