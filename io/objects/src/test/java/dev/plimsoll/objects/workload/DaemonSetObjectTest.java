package dev.plimsoll.objects.workload;

import static dev.plimsoll.objects.testing.Docs.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.workloads.daemonset.DaemonSetDecision;
import dev.plimsoll.core.workloads.daemonset.DaemonSetDecision.Observed;
import dev.plimsoll.core.workloads.daemonset.DaemonSetStatus;
import dev.plimsoll.objects.node.NodeObject;
import dev.plimsoll.objects.testing.Docs;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DaemonSetObjectTest {
    @Test
    @DisplayName("node selector, affinity, tolerations and strategy of the template count")
    void spec() {
        var set = new DaemonSetObject(Docs.json("""
                {'metadata':{'namespace':'ns','name':'d','generation':3},'spec':{'updateStrategy':{'rollingUpdate':{'maxUnavailable':'50%'}},
                 'template':{'spec':{'nodeSelector':{'disk':'ssd'},'tolerations':[{'key':'x','operator':'Exists'}],
                  'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':[
                   {'matchExpressions':[{'key':'zone','operator':'NotIn','values':['a']}]}]}}}}}}}"""));
        var node =
                "{'metadata':{'name':'%s','labels':{'disk':'%s','zone':'%s'}},'spec':{'taints':[{'key':'%s','effect':'NoSchedule'}]}}";
        var nodes = List.of(
                        Docs.json(node.formatted("other-disk", "hdd", "b", "x")),
                        Docs.json(node.formatted("other-zone", "ssd", "a", "x")),
                        Docs.json(node.formatted("tainted", "ssd", "b", "y")),
                        Docs.json(node.formatted("right", "ssd", "b", "x")))
                .stream()
                .map(NodeObject::new)
                .map(NodeObject::view)
                .toList();
        var observed = new Observed(set.spec(), List.of(), nodes, "h", Set.of(), NOW);
        assertThat(DaemonSetDecision.decide(observed).createOn()).containsExactly("right");
        assertThat(Docs.status(set.statusDraft().write(DaemonSetStatus.of(observed), 0)))
                .isEqualTo(Docs.json("""
                        {'observedGeneration':3,'desiredNumberScheduled':1,'currentNumberScheduled':0,
                         'numberMisscheduled':0,'numberReady':0,'numberUnavailable':1}"""));
    }

    @Test
    @DisplayName("an affinity that cannot be read allows no node")
    void malformed() {
        var set = new DaemonSetObject(Docs.json("""
                {'metadata':{'name':'d'},'spec':{'template':{'spec':{'affinity':{'nodeAffinity':{
                 'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':[
                  {'matchExpressions':[{'key':'zone','operator':'Near','values':['a']}]}]}}}}}}}"""));
        var nodes = List.of(new NodeObject(Docs.json("{'metadata':{'name':'n'}}")).view());
        var observed = new Observed(set.spec(), List.of(), nodes, "h", Set.of(), NOW);
        assertThat(DaemonSetDecision.decide(observed).createOn()).isEmpty();
    }

    @Test
    @DisplayName("a pod is made for its node and gets the tolerations that its template lacks")
    void pod() {
        var set = new DaemonSetObject(Docs.json("""
                {'metadata':{'namespace':'ns','name':'d'},'spec':{'template':{'spec':{'hostNetwork':true,'tolerations':[
                 {'key':'node.kubernetes.io/not-ready','operator':'Exists','effect':'NoExecute'}]}}}}"""));
        var pod = set.pod("n", "h", "d-x").document();
        assertThat(pod.at("/spec/tolerations")).hasSize(7);
        assertThat(pod.at("/metadata/labels/controller-revision-hash").asText()).isEqualTo("h");
        assertThat(pod.toString())
                .contains("\"matchFields\":[{\"key\":\"metadata.name\",\"operator\":\"In\",\"values\":[\"n\"]}]");
    }

    @Test
    @DisplayName(
            "a revision has the members of the template in the order of their names, as clients write their own to compare")
    void revision() {
        var set = new DaemonSetObject(Docs.json("""
                {'kind':'DaemonSet','apiVersion':'apps/v1','metadata':{'namespace':'ns','name':'d','uid':'u'},'spec':{'template':{
                 'spec':{'restartPolicy':'Always','containers':[{'name':'c','image':'i'}]},'metadata':{'labels':{'b':'1','a':'2'}}}}}"""));
        assertThat(ControllerRevisionObject.of(set, 1, 0).path("data").toString())
                .isEqualTo(Docs.json("""
                        {'spec':{'template':{'$patch':'replace','metadata':{'labels':{'a':'2','b':'1'}},
                         'spec':{'containers':[{'image':'i','name':'c'}],'restartPolicy':'Always'}}}}""").toString());
    }
}
