package dev.plimsoll.apiserver;

import dev.plimsoll.apiserver.audit.AuditFile;
import dev.plimsoll.apiserver.authentication.LoginOptions;
import dev.plimsoll.apiserver.authentication.ServiceAccountOptions;
import dev.plimsoll.apiserver.components.ComponentEndpoints;
import dev.plimsoll.apiserver.limits.RequestLimits;
import dev.plimsoll.apiserver.services.ServiceNetwork;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.objects.access.User;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * How a server is to run. Time, chance and names come from outside, so that a run can be repeated.
 *
 * @param port 0 for any that is free, {@link dev.plimsoll.apiserver.transport.ListenPort#USUAL} for 6443, or any if somebody has that
 * @param plain HTTP without TLS, for tests on the same machine
 * @param tokens bearer tokens and whose they are
 * @param extras what has a default
 */
public record ApiServerSettings(
        String host,
        int port,
        boolean plain,
        Map<String, User> tokens,
        FeatureGates gates,
        InstantSource clock,
        RandomGenerator random,
        Supplier<String> uids,
        Extras extras) {
    public ApiServerSettings {
        tokens = Map.copyOf(tokens);
    }

    /** With the defaults for everything else. */
    public ApiServerSettings(
            String host,
            int port,
            boolean plain,
            Map<String, User> tokens,
            FeatureGates gates,
            InstantSource clock,
            RandomGenerator random,
            Supplier<String> uids) {
        this(host, port, plain, tokens, gates, clock, random, uids, Extras.DEFAULT);
    }

    /**
     * What most servers leave as it is.
     *
     * @param auditFiles none, or the one where the audit log goes
     * @param eventTtl how long events are kept after they were last written
     * @param kubeletAuthorities who signs what nodes serve with; empty to believe any
     * @param serviceAccounts tokens of service accounts, and what pods get of their accounts
     * @param services what services get their addresses from
     * @param checksPolicies whether the status of admission policies is kept, as a controller of Kubernetes does
     * @param logins who may log in beside users with certificates and tokens
     * @param components where programs on this machine that hold no Lease say whether they are healthy
     * @param compactionInterval for how long the store keeps history, at least; zero to leave that to others
     */
    public record Extras(
            RequestLimits limits,
            List<AuditFile> auditFiles,
            Duration eventTtl,
            List<X509Certificate> kubeletAuthorities,
            ServiceAccountOptions serviceAccounts,
            ServiceNetwork services,
            boolean checksPolicies,
            LoginOptions logins,
            ComponentEndpoints components,
            Duration compactionInterval) {
        /** As long as upstream keeps history. */
        public static final Duration COMPACTION_INTERVAL = Duration.ofMinutes(5);

        public static final Extras DEFAULT = new Extras(RequestLimits.DEFAULT, List.of(), Duration.ofHours(1));

        public Extras {
            auditFiles = List.copyOf(auditFiles);
            kubeletAuthorities = List.copyOf(kubeletAuthorities);
        }

        /** With the default for services. */
        public Extras(
                RequestLimits limits,
                List<AuditFile> auditFiles,
                Duration eventTtl,
                List<X509Certificate> kubeletAuthorities,
                ServiceAccountOptions serviceAccounts) {
            this(
                    limits,
                    auditFiles,
                    eventTtl,
                    kubeletAuthorities,
                    serviceAccounts,
                    ServiceNetwork.DEFAULT,
                    false,
                    LoginOptions.DEFAULT,
                    ComponentEndpoints.DEFAULT,
                    COMPACTION_INTERVAL);
        }

        public Extras with(ServiceNetwork changed) {
            return new Extras(
                    limits,
                    auditFiles,
                    eventTtl,
                    kubeletAuthorities,
                    serviceAccounts,
                    changed,
                    checksPolicies,
                    logins,
                    components,
                    compactionInterval);
        }

        /** With the defaults for service accounts. */
        public Extras(
                RequestLimits limits,
                List<AuditFile> auditFiles,
                Duration eventTtl,
                List<X509Certificate> kubeletAuthorities) {
            this(limits, auditFiles, eventTtl, kubeletAuthorities, ServiceAccountOptions.DEFAULT);
        }

        public Extras with(ServiceAccountOptions changed) {
            return new Extras(
                    limits,
                    auditFiles,
                    eventTtl,
                    kubeletAuthorities,
                    changed,
                    services,
                    checksPolicies,
                    logins,
                    components,
                    compactionInterval);
        }

        /** Keeping the status of admission policies. */
        public Extras checkingPolicies() {
            return new Extras(
                    limits,
                    auditFiles,
                    eventTtl,
                    kubeletAuthorities,
                    serviceAccounts,
                    services,
                    true,
                    logins,
                    components,
                    compactionInterval);
        }

        public Extras with(LoginOptions changed) {
            return new Extras(
                    limits,
                    auditFiles,
                    eventTtl,
                    kubeletAuthorities,
                    serviceAccounts,
                    services,
                    checksPolicies,
                    changed,
                    components,
                    compactionInterval);
        }

        /** Looking elsewhere for the health of programs on this machine. */
        public Extras with(ComponentEndpoints changed) {
            return new Extras(
                    limits,
                    auditFiles,
                    eventTtl,
                    kubeletAuthorities,
                    serviceAccounts,
                    services,
                    checksPolicies,
                    logins,
                    changed,
                    compactionInterval);
        }

        /** Keeping history for another time. */
        public Extras withCompactionInterval(Duration changed) {
            return new Extras(
                    limits,
                    auditFiles,
                    eventTtl,
                    kubeletAuthorities,
                    serviceAccounts,
                    services,
                    checksPolicies,
                    logins,
                    components,
                    changed);
        }

        /** Believing what any node serves. */
        public Extras(RequestLimits limits, List<AuditFile> auditFiles, Duration eventTtl) {
            this(limits, auditFiles, eventTtl, List.of());
        }
    }

    public RequestLimits limits() {
        return extras.limits();
    }

    public Optional<AuditFile> audit() {
        return extras.auditFiles().stream().findFirst();
    }
}
