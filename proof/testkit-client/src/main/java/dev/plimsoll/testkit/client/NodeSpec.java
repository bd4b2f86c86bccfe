package dev.plimsoll.testkit.client;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Simulated nodes of one shape, beside others: {@link PlimsollCluster#nodeGroups}. */
@Documented
@Target({})
@Retention(RetentionPolicy.RUNTIME)
public @interface NodeSpec {
    /** The nodes are called {@code name-0}, {@code name-1} and so on. */
    String name();

    int count() default 1;

    /** As {@link PlimsollCluster#topology}. */
    String topology() default "1s1n8c1t,memory=32Gi";
}
