package dev.plimsoll.objects.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FeatureMetricTest {
    private static final String PAGE = """
            # HELP kubernetes_feature_enabled [BETA] This metric records the data about the stage and enablement of a k8s feature.
            # TYPE kubernetes_feature_enabled gauge
            kubernetes_feature_enabled{name="PodLevelResources",stage="BETA"} 0
            kubernetes_feature_enabled{name="PodLevelResourceManagers",stage="ALPHA"} 1
            kubernetes_feature_enabled{name="InPlacePodVerticalScaling",stage=""} 1.0
            other{name="Missing"} 1
            """;

    @Test
    void aFeatureIsOnOrOffOrNotNamed() {
        assertThat(FeatureMetric.isOn(PAGE, "PodLevelResources")).contains(false);
        assertThat(FeatureMetric.isOn(PAGE, "InPlacePodVerticalScaling")).contains(true);
        assertThat(FeatureMetric.isOn(PAGE, "PodLevelResourceManagers")).contains(true);
        assertThat(FeatureMetric.isOn(PAGE, "Missing")).isEmpty();
        assertThat(FeatureMetric.isOn("", "PodLevelResources")).isEmpty();
    }
}
