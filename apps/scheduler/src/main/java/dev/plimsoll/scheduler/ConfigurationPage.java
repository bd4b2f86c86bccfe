package dev.plimsoll.scheduler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;

/** The settings as {@code /configz} shows them. */
final class ConfigurationPage {
    private ConfigurationPage() {}

    static ObjectNode of(SchedulerSettings settings) {
        var document = ClientJson.object();
        var config = document.putObject("kubescheduler.config.k8s.io");
        config.put("podInitialBackoffSeconds", settings.backoff().firstMillis() / 1000)
                .put("podMaxBackoffSeconds", settings.backoff().mostMillis() / 1000);
        config.putObject("leaderElection")
                .put("leaderElect", settings.election().isHeld())
                .put("resourceNamespace", settings.election().lease().namespace())
                .put("resourceName", settings.election().lease().name());
        var profiles = config.putArray("profiles");
        for (var profile : settings.profiles()) {
            profiles.addObject()
                    .put("schedulerName", profile.schedulerName())
                    .put("percentageOfNodesToScore", profile.percentageOfNodesToScore());
        }
        return document;
    }
}
