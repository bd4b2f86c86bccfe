package dev.plimsoll.scheduler.config;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.lease.LeaseTimes;
import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.ManifestLoader;
import dev.plimsoll.core.placement.profile.Profile;
import dev.plimsoll.core.placement.queue.BackoffTimes;
import dev.plimsoll.scheduler.SchedulerSettings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * A file of kind {@code KubeSchedulerConfiguration}. Fields of which this scheduler knows nothing are named, not passed over: an
 * administrator who wrote one meant something by it.
 */
public final class SchedulerConfiguration {
    private static final String API_VERSION = "kubescheduler.config.k8s.io/v1";
    private static final String KIND = "KubeSchedulerConfiguration";

    private SchedulerConfiguration() {}

    /** What reading gave. */
    public sealed interface Outcome {
        /**
         * Settings, with what the file does not name as it was.
         *
         * @param kubeconfig the file that says how to reach the server; empty where that is not said
         */
        record Configured(SchedulerSettings settings, String kubeconfig) implements Outcome {}

        /** Everything that is wrong. */
        record Invalid(List<String> problems) implements Outcome {
            public Invalid {
                problems = List.copyOf(problems);
            }
        }
    }

    /**
     * Reads the text of a file.
     *
     * @param source how problems name the file
     * @param defaults for what the file does not say
     */
    public static Outcome read(String source, String text, SchedulerSettings defaults) {
        return switch (new ManifestLoader().read(source, text)) {
            case Loaded.Unreadable unreadable -> new Outcome.Invalid(List.of(unreadable.line()));
            case Loaded.Documents(var manifests) -> {
                if (manifests.size() != 1) {
                    yield new Outcome.Invalid(List.of(source + ": expected one object, found " + manifests.size()));
                }
                var problems = new ArrayList<String>();
                var document = new ConfigurationMembers(manifests.getFirst().document(), "", problems);
                var configured = configured(document, defaults, problems);
                yield problems.isEmpty()
                        ? configured
                        : new Outcome.Invalid(problems.stream()
                                .map(problem -> source + ": " + problem)
                                .toList());
            }
        };
    }

    private static Outcome configured(ConfigurationMembers root, SchedulerSettings defaults, List<String> problems) {
        if (!root.text("apiVersion", "").equals(API_VERSION)) root.problem("apiVersion", "expected " + API_VERSION);
        if (!root.text("kind", "").equals(KIND)) root.problem("kind", "expected " + KIND);
        // Decisions are one after the other here; any number of workers gives the same.
        root.number("parallelism", 16, 1, Integer.MAX_VALUE);
        var connection = root.object("clientConnection");
        var kubeconfig = connection.text("kubeconfig", "");
        connection.end();
        var percentage = root.number("percentageOfNodesToScore", 0, 0, 100);
        var profiles = new ArrayList<Profile>();
        for (var profile : root.list("profiles")) profiles.add(ProfileReader.profile(profile, percentage));
        if (profiles.isEmpty()) profiles.add(Profile.DEFAULT.withPercentageOfNodesToScore(percentage));
        var names = new HashSet<String>();
        for (var profile : profiles) {
            if (!names.add(profile.schedulerName())) {
                root.problem("profiles", "two are called \"" + profile.schedulerName() + "\"");
            }
        }
        var backoff = new BackoffTimes(
                1000L
                        * root.number(
                                "podInitialBackoffSeconds",
                                seconds(defaults.backoff().firstMillis()),
                                1,
                                3600),
                1000L
                        * root.number(
                                "podMaxBackoffSeconds",
                                seconds(defaults.backoff().mostMillis()),
                                0,
                                3600));
        var election = election(root.object("leaderElection"), defaults.election(), problems);
        root.end();
        return new Outcome.Configured(
                new SchedulerSettings(
                        defaults.gates(),
                        profiles,
                        backoff,
                        election,
                        defaults.identity(),
                        defaults.alignsNuma(),
                        defaults.bindings()),
                kubeconfig);
    }

    private static int seconds(long millis) {
        return (int) (millis / 1000);
    }

    private static SchedulerSettings.Election election(
            ConfigurationMembers election, SchedulerSettings.Election defaults, List<String> problems) {
        var isHeld = election.flag("leaderElect", defaults.isHeld());
        var lock = election.text("resourceLock", "leases");
        if (!lock.equals("leases")) election.problem("resourceLock", "expected leases, found \"" + lock + "\"");
        var lease = new ObjectName(
                election.text("resourceNamespace", defaults.lease().namespace()),
                election.text("resourceName", defaults.lease().name()));
        var length = election.duration("leaseDuration", defaults.times().lease());
        var deadline = election.duration("renewDeadline", defaults.times().renewDeadline());
        var retry = election.duration("retryPeriod", defaults.times().retryPeriod());
        election.end();
        try {
            return new SchedulerSettings.Election(isHeld, lease, new LeaseTimes(length, deadline, retry));
        } catch (IllegalArgumentException e) {
            problems.add("leaderElection: " + e.getMessage());
            return defaults;
        }
    }
}
