package dev.plimsoll.objects.kubelet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.objects.tree.DraftNode;
import java.time.Duration;
import java.util.Map;

/** The settings of a kubelet, in the form of its configuration file. */
public final class KubeletConfigurationDraft {
    private final DraftNode root = DraftNode.empty();

    public KubeletConfigurationDraft() {
        root.put("kind", "KubeletConfiguration").put("apiVersion", "kubelet.config.k8s.io/v1beta1");
    }

    public KubeletConfigurationDraft maxPods(long pods) {
        root.put("maxPods", pods);
        return this;
    }

    /** Whether there is a cgroup for each class of pods. */
    public KubeletConfigurationDraft cgroupsPerQos(boolean isOn) {
        root.put("cgroupsPerQOS", isOn);
        return this;
    }

    /** Whether limits of CPU are enforced by quotas, and how often these are renewed. */
    public KubeletConfigurationDraft cpuQuota(boolean isOn, Duration period) {
        root.put("cpuCFSQuota", isOn).put("cpuCFSQuotaPeriod", period.toMillis() + "ms");
        return this;
    }

    public KubeletConfigurationDraft managerPolicies(String cpu, String memory) {
        root.put("cpuManagerPolicy", cpu).put("memoryManagerPolicy", memory);
        return this;
    }

    /** How often the status is written, and how long the lease of the node lasts. */
    public KubeletConfigurationDraft heartbeat(Duration statusReportFrequency, Duration lease) {
        root.put("nodeStatusReportFrequency", text(statusReportFrequency))
                .put("nodeLeaseDurationSeconds", lease.toSeconds());
        return this;
    }

    public KubeletConfigurationDraft evictionPressureTransitionPeriod(Duration period) {
        root.put("evictionPressureTransitionPeriod", text(period));
        return this;
    }

    /** Below which amounts of a resource pods are evicted, by signal. */
    public KubeletConfigurationDraft evictionHard(Map<String, String> thresholds) {
        var target = root.newObject("evictionHard");
        thresholds.forEach(target::put);
        return this;
    }

    /** Below which amounts pods are evicted when that lasts, by signal; nothing is written where there are none. */
    public KubeletConfigurationDraft evictionSoft(Map<String, String> thresholds, Map<String, String> gracePeriods) {
        return texts("evictionSoft", thresholds).texts("evictionSoftGracePeriod", gracePeriods);
    }

    /** How much more is freed than the thresholds ask for, by signal. */
    public KubeletConfigurationDraft evictionMinimumReclaim(Map<String, String> amounts) {
        return texts("evictionMinimumReclaim", amounts);
    }

    public KubeletConfigurationDraft evictionMaxPodGracePeriod(long seconds) {
        root.putUnlessZero("evictionMaxPodGracePeriod", seconds);
        return this;
    }

    private KubeletConfigurationDraft texts(String field, Map<String, String> values) {
        if (values.isEmpty()) return this;
        var target = root.newObject(field);
        values.forEach(target::put);
        return this;
    }

    public KubeletConfigurationDraft swapBehavior(String behavior) {
        root.object("memorySwap").put("swapBehavior", behavior);
        return this;
    }

    /** Those that differ from the default. */
    public KubeletConfigurationDraft featureGates(Map<String, Boolean> gates) {
        var target = root.newObject("featureGates");
        gates.forEach(target::put);
        return this;
    }

    /** How long a session may say nothing; zero is for ever. */
    public KubeletConfigurationDraft streamingConnectionIdleTimeout(Duration idle) {
        root.put("streamingConnectionIdleTimeout", text(idle));
        return this;
    }

    /** As Go writes it, to the second. */
    private static String text(Duration duration) {
        var seconds = duration.toSecondsPart() + "s";
        if (duration.toMinutes() == 0) return seconds;
        var minutes = duration.toMinutesPart() + "m" + seconds;
        return duration.toHours() == 0 ? minutes : duration.toHours() + "h" + minutes;
    }

    public ObjectNode document() {
        return root.node();
    }

    /** The page {@code /configz} with a configuration. */
    public static ObjectNode page(ObjectNode configuration) {
        return DraftNode.empty().set("kubeletconfig", configuration).node();
    }
}
