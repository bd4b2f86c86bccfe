package dev.plimsoll.objects.policy;

import static dev.plimsoll.objects.testing.Docs.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.workloads.disruption.AllowedDisruptions;
import dev.plimsoll.objects.testing.Docs;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DisruptionBudgetObjectTest {
    @Test
    @DisplayName("evictions that are awaited stay in the status as they were written")
    void disrupted() {
        var budget = new DisruptionBudgetObject(Docs.json("""
                {'metadata':{'name':'b','generation':2},'spec':{'minAvailable':'50%'},
                 'status':{'disruptedPods':{'a':'2026-01-01T11:59:00Z','b':'2026-01-01T11:00:00Z'}}}"""));
        var pods = List.of(Docs.ready("a", ""), Docs.ready("b", ""), Docs.ready("c", ""));
        var allowed = AllowedDisruptions.decide(budget.view(), pods, 3, NOW);
        assertThat(Docs.status(budget.statusDraft().write(allowed, NOW))).isEqualTo(Docs.json("""
                        {'disruptedPods':{'a':'2026-01-01T11:59:00Z'},'currentHealthy':2,'desiredHealthy':2,
                         'expectedPods':3,'disruptionsAllowed':0,'observedGeneration':2,
                         'conditions':[{'type':'DisruptionAllowed','status':'False','reason':'InsufficientPods','message':'',
                          'lastTransitionTime':'2026-01-01T12:00:00Z','observedGeneration':2}]}"""));
    }

    @Test
    @DisplayName("nothing is allowed while it is not known how many pods there should be")
    void failed() {
        var budget = new DisruptionBudgetObject(
                Docs.json("{'metadata':{'name':'b'},'spec':{'maxUnavailable':1},'status':{'disruptionsAllowed':3}}"));
        var status = budget.statusDraft().write(new AllowedDisruptions.Failed("why"), NOW);
        assertThat(Docs.status(status).path("disruptionsAllowed").asInt()).isZero();
        assertThat(status.conditions().reason("DisruptionAllowed")).isEqualTo("SyncFailed");
    }
}
