package dev.plimsoll.testkit.cluster;

import dev.plimsoll.testkit.nodes.NodeSpec;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives a test class a cluster in its own process, in memory, which starts before the first test and ends after the last. It may also
 * stand on a class that encloses or extends others, and on an annotation of a project's own. Tests take what they need as parameters: {@link TestCluster}, a fabric8 {@code KubernetesClient}, the official {@code ApiClient}, or ours.
 */
@Documented
@Target({ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(ClusterExtension.class)
public @interface PlimsollCluster {
    /** How many simulated nodes there are: {@code node-0}, {@code node-1} and so on. */
    int nodes() default 1;

    /** The machine of each: sockets, NUMA nodes, cores per node, threads per core, and memory per NUMA node. */
    String topology() default "1s1n8c1t,memory=32Gi";

    /** Nodes of other shapes, beside those of {@link #nodes}; for these alone set {@code nodes = 0}. */
    NodeSpec[] nodeGroups() default {};

    /** How long {@code await} waits, in seconds. */
    int patienceSeconds() default 60;

    /** Gates that differ from the default, such as {@code PodLevelResourceManagers=true}. */
    String[] featureGates() default {};

    /** Rules for containers, as the text of a file for {@code plimsoll up --container-rules}; empty for none. */
    String containerRules() default "";

    /** Whether tests can let time pass at once. */
    ClusterTime time() default ClusterTime.REAL;

    /** Whether other classes use the same cluster. */
    ClusterScope scope() default ClusterScope.CLASS;
}
