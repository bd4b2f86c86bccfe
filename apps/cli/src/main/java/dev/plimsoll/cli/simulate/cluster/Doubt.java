package dev.plimsoll.cli.simulate.cluster;

import java.util.Locale;

/** What is not known, or taken for given; answers that depend on it name it. */
public enum Doubt {
    READY(false, "Pods are ready as soon as a node has let them in, and pods that go are gone at once."),
    SCHEDULER(false, "The scheduler runs with Kubernetes' default profile."),
    NODE_MANAGERS(false, "Nodes that publish nothing of their CPU, memory and topology managers have none."),
    ASSIGNED_CPUS(
            false,
            "Which CPUs and memory running pods have to themselves follows from the order in which they were started, where"
                    + " their nodes do not publish it."),
    ONE_ZONE(false, "Nodes without a NodeResourceTopology have one NUMA node, and every CPU is a core of its own."),
    LIKE_FOR_LIKE(
            false,
            "A pod of a controller whose rules or templates are not in the snapshot is replaced by one with the same"
                    + " spec."),
    AUTOSCALERS(false, "HorizontalPodAutoscalers and VerticalPodAutoscalers change nothing meanwhile."),
    CRON_JOBS(false, "No CronJob starts a Job meanwhile."),
    TIME(false, "The snapshot does not say when it was taken; the newest time inside counts."),
    TEMPLATES(
            false,
            "Environment, commands and probes are not in a snapshot: a template that differs in nothing else is taken"
                    + " for the same."),
    SAME_AMOUNTS(
            false,
            "Without recorded use a pod as a whole asks for what its containers ask for together; what sharing saves"
                    + " needs --usage or --prometheus."),
    RECORDED_USE(
            false,
            "What was recorded comes again, from its first sample on; autoscalers have learnt nothing before it, the"
                    + " updater keeps to its default budget, and nodes do not run out of memory."),
    SHARED_LOAD(
            false,
            "Where a workload has another number of pods than was recorded, its CPU is divided among them, and each"
                    + " holds the memory that a recorded pod held on average."),
    SERVICE_ACCOUNTS(false, "Service accounts that pods name exist."),
    VOLUMES(true, "Whether volumes can be attached to the node is not known."),
    DEVICES(true, "Which devices resource claims get is not known."),
    WEBHOOKS(true, "Admission webhooks of the cluster were not asked; they may change or refuse pods that are made."),
    OTHER_METRICS(
            true,
            "HorizontalPodAutoscalers that go by other metrics than CPU and memory of pods cannot be played through."),
    OTHER_SCHEDULER(true, "Pods of other schedulers are not placed.");

    private final boolean isUnknown;
    private final String text;

    Doubt(boolean isUnknown, String text) {
        this.isUnknown = isUnknown;
        this.text = text;
    }

    /** Whether an answer that depends on it is unknown, rather than assumed. */
    public boolean isUnknown() {
        return isUnknown;
    }

    public String text() {
        return text;
    }

    /** As reports name it: {@code node-managers}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
