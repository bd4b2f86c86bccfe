package dev.plimsoll.autoscaler.deploy;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.marcnuri.helm.Helm;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The chart of the autoscaler in the hands of Helm's own library. */
final class Chart {
    static final Path FOLDER = Manifests.DEPLOY.resolve("helm/plimsoll-autoscaler");
    static final String NAMESPACE = "kube-system";
    static final String RELEASE = "vpa";
    /** Rendering asks no cluster, and Helm's own idea of one is older than what the chart is for. */
    private static final String VERSION = "1.34.0";

    private Chart() {}

    /** Helm's library is native: where it cannot be loaded, a test reports that it was not run. */
    static Helm helm() {
        try {
            Helm.version().call();
        } catch (LinkageError | IllegalStateException e) {
            assumeTrue(false, "Helm's library does not run on this machine: " + e);
        }
        return new Helm(FOLDER);
    }

    /** Without jobs before a release: for clusters where nobody runs them, and what the plain manifests are. */
    static final Map<String, String> WITHOUT_JOBS =
            Map.of("certificates.source", "existing", "definitions.upgrade", "false");

    /** With nothing but what the plain manifests have. */
    static List<JsonNode> plain() {
        var template =
                helm().template().withName(RELEASE).withNamespace(NAMESPACE).withKubeVersion(VERSION);
        WITHOUT_JOBS.forEach(template::set);
        for (var part : List.of("recommender", "updater", "admission")) {
            template.set(part + ".podDisruptionBudget.enabled", "false");
        }
        return Manifests.parse(template.set("metrics.service", "false").call());
    }

    static List<JsonNode> withoutJobs() {
        var template =
                helm().template().withName(RELEASE).withNamespace(NAMESPACE).withKubeVersion(VERSION);
        WITHOUT_JOBS.forEach(template::set);
        return Manifests.parse(template.call());
    }

    static List<JsonNode> rendered() {
        return Manifests.parse(helm().template()
                .withName(RELEASE)
                .withNamespace(NAMESPACE)
                .withKubeVersion(VERSION)
                .call());
    }

    static List<JsonNode> rendered(Path values) {
        return Manifests.parse(helm().template()
                .withName(RELEASE)
                .withNamespace("autoscaling")
                .withKubeVersion(VERSION)
                .withValuesFile(values)
                .call());
    }
}
