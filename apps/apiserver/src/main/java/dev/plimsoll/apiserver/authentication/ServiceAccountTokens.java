package dev.plimsoll.apiserver.authentication;

import dev.plimsoll.apiserver.authentication.TokenVerdict.Authenticated;
import dev.plimsoll.apiserver.authentication.TokenVerdict.Rejected;
import dev.plimsoll.apiserver.tls.ServiceAccountKeys;
import dev.plimsoll.kinds.token.LegacyTokenClaims;
import dev.plimsoll.kinds.token.TokenClaims;
import dev.plimsoll.objects.access.User;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Tokens of service accounts: made with a key of their own, for an audience, bound to the account and to a pod, node or secret.
 * Nothing is remembered between two uses, so that a token ends at once with what it is bound to.
 */
public final class ServiceAccountTokens {
    private static final String EXTRA = "authentication.kubernetes.io/";
    /** Clocks of servers differ, and an object that goes may need its token to go. */
    private static final Duration LEEWAY = Duration.ofSeconds(60);

    private final ServiceAccountKeys keys;
    private final ServiceAccountOptions options;
    private final InstantSource clock;
    private final BoundObjects bound;
    private final LegacyTokens legacy;

    public ServiceAccountTokens(
            ServiceAccountKeys keys, ServiceAccountOptions options, InstantSource clock, BoundObjects.Lookup lookup) {
        this.keys = keys;
        this.options = options;
        this.clock = clock;
        this.bound = new BoundObjects(lookup);
        this.legacy = new LegacyTokens(lookup);
    }

    public ServiceAccountOptions options() {
        return options;
    }

    public String sign(TokenClaims claims) {
        return Jwt.sign(claims.document(options.issuers().getFirst()), keys);
    }

    /**
     * Whose token it is.
     *
     * @param audiences of which one must be the token's
     */
    public TokenVerdict verify(String text, List<String> audiences) {
        var parsed = Jwt.parse(text);
        if (parsed.isEmpty()) return TokenVerdict.UNKNOWN;
        var token = parsed.get();
        var issuer = TokenClaims.issuer(token.claims());
        var isLegacy = issuer.equals(LegacyTokenClaims.ISSUER);
        if (!isLegacy && !options.issuers().contains(issuer)) return TokenVerdict.UNKNOWN;
        if (!token.isSignedBy(keys.accepted())) return TokenVerdict.UNKNOWN;
        // Without audiences of its own a token is for this server.
        var own = TokenClaims.audiencesOf(token.claims());
        var meant = own.isEmpty() && isLegacy ? options.audiences() : own;
        var shared = meant.stream().filter(audiences::contains).toList();
        if (shared.isEmpty()) {
            return new Rejected(
                    "token audiences " + quoted(meant) + " is invalid for the target audiences " + quoted(audiences));
        }
        if (isLegacy) {
            return switch (legacy.check(text, token.claims())) {
                case LegacyTokens.Checked.Good(var user) -> new Authenticated(user, shared, "");
                case LegacyTokens.Checked.Bad(var why) -> new Rejected(why);
            };
        }
        var claims = TokenClaims.read(token.claims());
        if (claims.isEmpty()) return new Rejected("claims of a service account are missing");
        return problem(claims.get())
                .<TokenVerdict>map(Rejected::new)
                .orElseGet(() -> new Authenticated(user(claims.get()), shared, stale(claims.get())));
    }

    private static String quoted(List<String> texts) {
        return "["
                + String.join(" ", texts.stream().map(text -> '"' + text + '"').toList()) + "]";
    }

    private Optional<String> problem(TokenClaims claims) {
        var now = clock.instant();
        var early = now.plus(LEEWAY).getEpochSecond();
        if (now.minus(LEEWAY).getEpochSecond() > claims.expires())
            return Optional.of("service account token has expired");
        if (early < claims.notBefore()) return Optional.of("service account token is not valid yet");
        if (early < claims.issuedAt()) return Optional.of("service account token is issued in the future");
        return bound.problem(claims, now.minus(LEEWAY));
    }

    private static User user(TokenClaims claims) {
        var extra = new TreeMap<String, List<String>>();
        if (!claims.id().isEmpty()) extra.put(EXTRA + "credential-id", List.of(credentialId(claims.id())));
        put(extra, "pod", claims.pod());
        put(extra, "node", claims.node());
        return User.ofAccount(
                claims.namespace(), claims.account().name(), claims.account().uid(), extra);
    }

    private static void put(
            Map<String, List<String>> extra, String word, TokenClaims.@org.jspecify.annotations.Nullable Ref ref) {
        if (ref == null) return;
        extra.put(EXTRA + word + "-name", List.of(ref.name()));
        if (!ref.uid().isEmpty()) extra.put(EXTRA + word + "-uid", List.of(ref.uid()));
    }

    /** How the id of a token is told. */
    public static String credentialId(String id) {
        return "JTI=" + id;
    }

    private String stale(TokenClaims claims) {
        var late = clock.instant().getEpochSecond() - claims.warnAfter();
        return claims.warnAfter() == 0 || late <= 0
                ? ""
                : "subject: " + claims.subject() + ", seconds after warning threshold: " + late;
    }
}
