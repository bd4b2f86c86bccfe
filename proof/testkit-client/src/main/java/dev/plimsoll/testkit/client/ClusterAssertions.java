package dev.plimsoll.testkit.client;

/** Where assertions about a cluster begin: {@code import static ...ClusterAssertions.assertThatPod}. */
public final class ClusterAssertions {
    private ClusterAssertions() {}

    /** About a pod by its name; it is waited for until it is as asserted, as long as the cluster's waits last. */
    public static PodAssert assertThatPod(TestCluster cluster, String namespace, String name) {
        return new PodAssert(cluster.documents(), namespace, name);
    }
}
