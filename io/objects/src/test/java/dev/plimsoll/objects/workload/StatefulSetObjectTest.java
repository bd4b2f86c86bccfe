package dev.plimsoll.objects.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.workloads.IntOrString;
import dev.plimsoll.core.workloads.statefulset.StatefulSetSpec;
import dev.plimsoll.core.workloads.statefulset.StatefulSetStatus;
import dev.plimsoll.objects.testing.Docs;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StatefulSetObjectTest {
    @Test
    @DisplayName("the spec is read, and the status written with its counts")
    void documents() {
        var set = new StatefulSetObject(Docs.json("""
                {'metadata':{'namespace':'ns','name':'s','generation':2},'spec':{'replicas':4,'minReadySeconds':9,'ordinals':{'start':5},
                 'podManagementPolicy':'Parallel','updateStrategy':{'rollingUpdate':{'partition':1,'maxUnavailable':'50%'}},
                 'template':{'spec':{'y':1}},'volumeClaimTemplates':[{'metadata':{'name':'data'},'spec':{'x':1}}]}}"""));
        assertThat(set.spec())
                .isEqualTo(new StatefulSetSpec("s", false, 5, 4, 9, true, false, 1, new IntOrString.Text("50%")));
        var status = set.statusDraft().write(new StatefulSetStatus(3, 2, 1, 0, 3, "r1", "r2"), 0);
        assertThat(Docs.status(status)).isEqualTo(Docs.json("""
                {'observedGeneration':2,'replicas':3,'readyReplicas':2,'availableReplicas':1,'updatedReplicas':3,
                 'currentRevision':'r1','updateRevision':'r2','collisionCount':0}"""));
        var pod = set.pod(set.template(), "r2", 5).document();
        assertThat(pod.at("/metadata/name").asText()).isEqualTo("s-5");
        assertThat(pod.at("/spec/volumes/0/persistentVolumeClaim/claimName").asText())
                .isEqualTo("data-s-5");
        assertThat(set.claims(5))
                .singleElement()
                .satisfies(
                        claim -> assertThat(claim.at("/metadata/name").asText()).isEqualTo("data-s-5"));
    }
}
