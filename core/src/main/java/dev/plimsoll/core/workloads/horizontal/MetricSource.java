package dev.plimsoll.core.workloads.horizontal;

import dev.plimsoll.core.workloads.horizontal.ReplicaCalculator.Aim;

/** One entry of {@code spec.metrics}. */
public sealed interface MetricSource {
    /** Use of resources, from metrics.k8s.io. */
    record Resources(MetricTarget metric, Aim aim) implements MetricSource {
        /** As reasons of a rescale name it. */
        public String name() {
            var kind = metric instanceof MetricTarget.ContainerResource ? " container resource" : " resource";
            return metric.resource()
                    + kind
                    + (aim instanceof Aim.Utilization ? " utilization (percentage of request)" : "");
        }
    }

    /** Something that an adapter would have to measure. */
    record Adapted(String name, String reason, String api) implements MetricSource {
        public String problem() {
            return "unable to get metric " + name + ": unable to fetch metrics from "
                    + api.substring(0, api.indexOf('.')) + " metrics API: no " + api.substring(0, api.indexOf('.'))
                    + " metrics API (" + api + ") registered";
        }
    }

    /** Something that cannot be read. */
    record Unknown(String problem) implements MetricSource {}
}
