package dev.plimsoll.objects.autoscaling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.CrossVersionObjectReference;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.workloads.horizontal.MetricSource;
import dev.plimsoll.core.workloads.horizontal.MetricTarget;
import dev.plimsoll.core.workloads.horizontal.ReplicaCalculator.Aim;
import dev.plimsoll.core.workloads.horizontal.ReplicaRange;
import dev.plimsoll.core.workloads.horizontal.Tolerance;
import dev.plimsoll.objects.testing.Docs;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HorizontalPodAutoscalerObjectTest {
    @Test
    @DisplayName("metrics, range, behavior and tolerance are read; what is absent has its default")
    void spec() {
        var autoscaler = new HorizontalPodAutoscalerObject(Docs.json("""
                        {'spec':{'minReplicas':2,'maxReplicas':10,'scaleTargetRef':{'apiVersion':'apps/v1','kind':'Deployment','name':'web'},
                         'behavior':{'scaleUp':{'tolerance':'0.2'},'scaleDown':{'stabilizationWindowSeconds':7}},
                         'metrics':[
                          {'type':'Resource','resource':{'name':'cpu','target':{'type':'Utilization','averageUtilization':50}}},
                          {'type':'ContainerResource','containerResource':{'name':'memory','container':'c',
                           'target':{'type':'AverageValue','averageValue':'100Mi'}}},
                          {'type':'Pods','pods':{'metric':{'name':'rps'}}},
                          {'type':'Moon'}]}}"""));
        var spec = autoscaler.spec(Duration.ofMinutes(5), Tolerance.DEFAULT);
        assertThat(spec.target()).isEqualTo(new CrossVersionObjectReference("apps/v1", "Deployment", "web"));
        assertThat(spec.range()).isEqualTo(new ReplicaRange(2, 10));
        assertThat(spec.tolerance()).isEqualTo(new Tolerance(Tolerance.DEFAULT.down(), 0.2));
        assertThat(spec.behavior()).hasValueSatisfying(behavior -> {
            assertThat(behavior.scaleDown().stabilization()).hasSeconds(7);
            assertThat(behavior.scaleUp().policies()).hasSize(2);
        });
        assertThat(spec.metrics())
                .containsExactly(
                        new MetricSource.Resources(
                                new MetricTarget.Resource(ResourceName.CPU), new Aim.Utilization(50)),
                        new MetricSource.Resources(
                                new MetricTarget.ContainerResource(ResourceName.MEMORY, "c"),
                                new Aim.AverageValue(100L * 1024 * 1024 * 1000)),
                        new MetricSource.Adapted("rps", "FailedGetPodsMetric", "custom.metrics.k8s.io"),
                        new MetricSource.Unknown("unknown metric source type \"Moon\""));
    }
}
