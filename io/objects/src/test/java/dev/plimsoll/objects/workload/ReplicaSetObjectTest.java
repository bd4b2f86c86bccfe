package dev.plimsoll.objects.workload;

import static dev.plimsoll.objects.testing.Docs.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.workloads.replicaset.ReplicaSetStatus;
import dev.plimsoll.core.workloads.replicaset.ReplicaSetStatus.Failure;
import dev.plimsoll.objects.testing.Docs;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ReplicaSetObjectTest {
    @Test
    @DisplayName(
            "the status counts active, ready, available and terminating pods and reports failures; other fields stay")
    void status() {
        var set = new ReplicaSetObject(Docs.json("""
                {'metadata':{'namespace':'ns','name':'s','generation':4},
                 'spec':{'replicas':3,'minReadySeconds':7200,'template':{'metadata':{'labels':{'a':'b'}}}},
                 'status':{'other':1,'observedGeneration':3,'conditions':[{'type':'Other','status':'True','mine':1}]}}"""));
        var pods = List.of(
                Docs.ready("a", ",'labels':{'a':'b'}"),
                Docs.pod("b", "", "Running", "False", "n"),
                Docs.ready("c", ",'deletionTimestamp':'2026-01-01T12:00:00Z'"));
        var status = ReplicaSetStatus.of(
                pods,
                set.minReadySeconds(),
                set.template().labels(),
                set.conditions(),
                new Failure("FailedCreate", "exceeded quota"),
                NOW);
        assertThat(Docs.status(set.statusDraft().write(status, true))).isEqualTo(Docs.json("""
                {'other':1,'observedGeneration':4,'replicas':2,'fullyLabeledReplicas':1,'readyReplicas':1,'terminatingReplicas':1,
                 'conditions':[{'type':'Other','status':'True','mine':1},
                  {'type':'ReplicaFailure','status':'True','reason':'FailedCreate','message':'exceeded quota',
                   'lastTransitionTime':'2026-01-01T12:00:00Z'}]}"""));
        assertThat(Docs.status(set.statusDraft().write(status, false))
                        .path("observedGeneration")
                        .asInt())
                .isEqualTo(3);
    }

    @Test
    @DisplayName(
            "a replication controller is a replica set with a plain map as its selector and no count of pods on their way out")
    void replicationController() {
        var controller = ReplicaSetObject.REPLICATION_CONTROLLER.of(Docs.json("""
                {'metadata':{'namespace':'ns','name':'s','generation':4},'spec':{'replicas':3,'selector':{'a':'b'}}}"""));
        assertThat(controller.replicas()).isEqualTo(3);
        assertThat(controller.selects(Map.of("a", "b", "c", "d"))).isTrue();
        assertThat(controller.selects(Map.of("a", "c"))).isFalse();
        assertThat(ReplicaSetObject.REPLICATION_CONTROLLER
                        .of(Docs.json("{'spec':{'selector':{}}}"))
                        .selector())
                .isEmpty();
        var pods = List.of(Docs.ready("a", ""), Docs.ready("c", ",'deletionTimestamp':'2026-01-01T12:00:00Z'"));
        var status = ReplicaSetStatus.of(pods, 0, Map.of(), controller.conditions(), Failure.NONE, NOW);
        assertThat(Docs.status(controller.statusDraft().write(status, true))).isEqualTo(Docs.json("""
                {'observedGeneration':4,'replicas':1,'fullyLabeledReplicas':1,'readyReplicas':1,'availableReplicas':1}"""));
    }
}
