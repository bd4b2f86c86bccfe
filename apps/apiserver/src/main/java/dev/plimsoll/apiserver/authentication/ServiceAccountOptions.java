package dev.plimsoll.apiserver.authentication;

import java.time.Duration;
import java.util.List;

/**
 * How tokens of service accounts are made and taken, and what pods get of their accounts.
 *
 * @param issuers the first is in new tokens; all are accepted
 * @param audiences whom a token must be for to log in here; who asks for a token without audiences gets these
 * @param maxExpiration the longest life that a client may ask for; zero for no bound
 * @param extendsExpiration whether tokens of pods live on for a year if their node does not replace them, and are noted in the audit log
 * @param completesPods whether new pods get the name of their account and a volume with its token
 */
public record ServiceAccountOptions(
        List<String> issuers,
        List<String> audiences,
        Duration maxExpiration,
        boolean extendsExpiration,
        boolean completesPods) {
    public static final String DEFAULT_ISSUER = "https://kubernetes.default.svc.cluster.local";
    public static final ServiceAccountOptions DEFAULT =
            new ServiceAccountOptions(List.of(DEFAULT_ISSUER), List.of(DEFAULT_ISSUER), Duration.ZERO, true, false);

    private static final Duration SHORTEST_BOUND = Duration.ofHours(1);
    private static final Duration LONGEST_BOUND = Duration.ofSeconds(1L << 32);

    public ServiceAccountOptions {
        issuers = List.copyOf(issuers);
        audiences = List.copyOf(audiences);
        if (issuers.isEmpty() || issuers.contains(""))
            throw new IllegalArgumentException("an issuer of service account tokens is not empty");
        if (audiences.isEmpty()) throw new IllegalArgumentException("the API server has at least one audience");
        var bounded = !maxExpiration.isZero();
        if (bounded && (maxExpiration.compareTo(SHORTEST_BOUND) < 0 || maxExpiration.compareTo(LONGEST_BOUND) > 0)) {
            throw new IllegalArgumentException(
                    "the service-account-max-token-expiration must be between 1 hour and 2^32 seconds");
        }
    }

    public ServiceAccountOptions completingPods() {
        return new ServiceAccountOptions(issuers, audiences, maxExpiration, extendsExpiration, true);
    }
}
