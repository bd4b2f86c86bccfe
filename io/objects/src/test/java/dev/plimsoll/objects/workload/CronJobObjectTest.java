package dev.plimsoll.objects.workload;

import static dev.plimsoll.objects.testing.Docs.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.workloads.cronjob.CronJobDecision;
import dev.plimsoll.core.workloads.cronjob.OwnedJob;
import dev.plimsoll.objects.testing.Docs;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CronJobObjectTest {
    @Test
    @DisplayName("what a cron job says leads to a job of its template, and to a status with the jobs that run")
    void documents() {
        var cronJob = new CronJobObject(Docs.json("""
                {'apiVersion':'batch/v1','kind':'CronJob','metadata':{'namespace':'ns','name':'cj','uid':'u',
                 'creationTimestamp':'2026-01-01T11:30:00Z'},
                 'spec':{'schedule':'0 13 * * *','timeZone':'Europe/Berlin','jobTemplate':{'metadata':{'labels':{'a':'b'}},'spec':{'x':1}}},
                 'status':{'lastScheduleTime':'2026-01-01T11:45:00Z','active':[{'name':'old','uid':'old'}]}}"""));
        var jobs = List.of(
                new JobObject(
                        Docs.json("{'metadata':{'namespace':'ns','name':'old','uid':'old','resourceVersion':'7'}}")),
                new JobObject(Docs.json("""
                        {'metadata':{'namespace':'ns','name':'done','uid':'done'},'status':{'completionTime':'2026-01-01T11:20:00Z',
                         'conditions':[{'type':'Complete','status':'True'}]}}""")));
        var plan = CronJobDecision.decide(
                cronJob.view(), jobs.stream().map(JobObject::owned).toList(), NOW);
        var job = cronJob.job(Objects.requireNonNull(plan.startOrNull()));
        assertThat(job.at("/metadata/name").asText()).isEqualTo("cj-" + NOW.getEpochSecond() / 60);
        assertThat(job.at("/metadata/labels/a").asText()).isEqualTo("b");
        assertThat(job.at("/metadata/ownerReferences/0/uid").asText()).isEqualTo("u");
        assertThat(job.at("/metadata/annotations")
                        .path("batch.kubernetes.io/cronjob-scheduled-timestamp")
                        .asText())
                .isEqualTo("2026-01-01T13:00:00+01:00");
        assertThat(job.at("/spec/x").asInt()).isEqualTo(1);
        var status = cronJob.statusDraft()
                .lastSuccessfulTime(plan.lastSuccessfulTimeOrNull())
                .onlyActive(List.of(jobs.getFirst()));
        assertThat(plan.active()).extracting(OwnedJob::uid).containsExactly("old");
        assertThat(Docs.status(status)).isEqualTo(Docs.json("""
                {'lastScheduleTime':'2026-01-01T11:45:00Z','lastSuccessfulTime':'2026-01-01T11:20:00Z','active':[
                 {'apiVersion':'batch/v1','kind':'Job','namespace':'ns','name':'old','uid':'old','resourceVersion':'7'}]}"""));
    }
}
