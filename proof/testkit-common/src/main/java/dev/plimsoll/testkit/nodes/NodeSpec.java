package dev.plimsoll.testkit.nodes;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Simulated nodes of one shape, beside others: {@code nodeGroups} of {@code @PlimsollCluster}. */
@Documented
@Target({})
@Retention(RetentionPolicy.RUNTIME)
public @interface NodeSpec {
    /** The nodes are called {@code name-0}, {@code name-1} and so on. */
    String name();

    int count() default 1;

    /** As {@code topology} of {@code @PlimsollCluster}. */
    String topology() default "1s1n8c1t,memory=32Gi";

    /** Of the CPU manager: {@code none} or {@code static}. */
    String cpuPolicy() default "none";

    /** CPUs that are kept for the system where a policy pins: a number such as {@code 1}, or a list such as {@code 0,8}. */
    String reservedCpus() default "1";

    /** Of the memory manager: {@code None} or {@code Static}, which keeps 100Mi for the system. */
    String memoryPolicy() default "None";

    /** Of the topology manager: {@code none}, {@code best-effort}, {@code restricted} or {@code single-numa-node}. */
    String topologyPolicy() default "none";

    /** Of the topology manager: {@code container} or {@code pod}. */
    String topologyScope() default "container";

    /** Labels of the nodes beside the well-known ones, such as {@code disk=ssd}. */
    String[] labels() default {};
}
