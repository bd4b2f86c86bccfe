package dev.plimsoll.cli.apiserver;

import dev.plimsoll.apiserver.authentication.ServiceAccountOptions;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.apiserver.tls.ServiceAccountKeys;
import dev.plimsoll.cli.console.DurationConverter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of {@code plimsoll apiserver} about service accounts, with the names of kube-apiserver. */
final class ServiceAccountFlags {
    @Option(
            names = "--service-account-signing-key-file",
            paramLabel = "FILE",
            description = {
                "Private key (PEM, RSA or EC) that signs tokens of service accounts (default: sa.key beside the certificates,",
                "made at the first start)."
            })
    private @Nullable Path signingKey;

    @Option(
            names = "--service-account-key-file",
            paramLabel = "FILE",
            description = {
                "Public keys (PEM) whose tokens are accepted beside those of the signing key. May be repeated, to change",
                "keys without a break."
            })
    private List<Path> keys = List.of();

    @Option(
            names = "--service-account-issuer",
            paramLabel = "URL",
            description = {
                "Issuer of tokens (default: " + ServiceAccountOptions.DEFAULT_ISSUER + "). May be repeated: the first",
                "signs, the others are accepted."
            })
    private List<String> issuers = List.of();

    @Option(
            names = "--api-audiences",
            paramLabel = "NAMES",
            split = ",",
            description = "Audiences of tokens that may log in here (default: the issuers).")
    private List<String> audiences = List.of();

    @Option(
            names = "--service-account-max-token-expiration",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "Longest life of a token that a client may ask for, from 1h on (default: no bound).")
    private Duration maxExpiration = Duration.ZERO;

    @Option(
            names = "--service-account-extend-token-expiration",
            paramLabel = "true|false",
            arity = "0..1",
            fallbackValue = "true",
            defaultValue = "true",
            description = {
                "Tokens of pods that live for 3607 seconds live on for a year, and their use is noted in the audit log",
                "(default: ${DEFAULT-VALUE})."
            })
    private boolean extendsExpiration = true;

    /**
     * Throws {@link IllegalArgumentException} for options that contradict each other.
     *
     * @param completesPods whether new pods get an account and its token
     */
    ServiceAccountOptions options(boolean completesPods) {
        var known = issuers.isEmpty() ? List.of(ServiceAccountOptions.DEFAULT_ISSUER) : issuers;
        return new ServiceAccountOptions(
                known, audiences.isEmpty() ? known : audiences, maxExpiration, extendsExpiration, completesPods);
    }

    /** The certificates with the keys that were asked for. */
    Pki applied(Pki pki) throws IOException {
        if (signingKey != null) return pki.with(ServiceAccountKeys.of(signingKey, keys));
        return keys.isEmpty() ? pki : pki.with(pki.accountKeys().accepting(keys));
    }
}
