package dev.plimsoll.apiserver.authentication;

import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.runtime.access.CertificateUser;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds out who asks: by client certificate, by a bearer token, or nobody in particular. */
public final class Authentication {
    private static final String BEARER = "Bearer ";
    private static final String STALE_TOKEN = "authentication.k8s.io/stale-token";

    private final Map<String, User> tokens;
    private final ServiceAccountTokens accounts;
    private final BootstrapTokens bootstrap;
    private final boolean isAnonymousAllowed;

    /** Knows static tokens and whose they are, the accounts that have tokens of their own, and machines that are to become nodes. */
    public Authentication(
            Map<String, User> tokens,
            ServiceAccountTokens accounts,
            BootstrapTokens bootstrap,
            boolean isAnonymousAllowed) {
        var authenticated = new HashMap<String, User>();
        tokens.forEach((token, user) -> authenticated.put(token, user.authenticated()));
        this.tokens = Map.copyOf(authenticated);
        this.accounts = accounts;
        this.bootstrap = bootstrap;
        this.isAnonymousAllowed = isAnonymousAllowed;
    }

    /** The user, or empty if what was shown proves nothing. */
    public Optional<User> user(ApiRequest request) {
        var authorization = request.header("authorization");
        if (authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return switch (byToken(authorization.substring(BEARER.length()).strip(), audiences())) {
                case TokenVerdict.Authenticated(var user, var _, var stale) -> {
                    if (!stale.isEmpty()) request.context().annotate(STALE_TOKEN, stale);
                    yield Optional.of(user);
                }
                // What is wrong with a token is told to nobody who shows it.
                case TokenVerdict.Rejected _, TokenVerdict.Unknown _ -> Optional.empty();
            };
        }
        if (!request.certificates().isEmpty())
            return CertificateUser.of(request.certificates().getFirst());
        return isAnonymousAllowed ? Optional.of(User.ANONYMOUS) : Optional.empty();
    }

    /** Whom a token must be for to log in here. */
    public List<String> audiences() {
        return accounts.options().audiences();
    }

    /** Whose token it is, if it is for one of the audiences; static tokens and those of machines are for this server. */
    public TokenVerdict byToken(String token, List<String> wanted) {
        for (var known : tokens.entrySet()) {
            if (same(known.getKey(), token)) return ofThisServer(known.getValue(), wanted);
        }
        var machine = bootstrap.user(token);
        if (machine.isPresent()) return ofThisServer(machine.get().authenticated(), wanted);
        return switch (accounts.verify(token, wanted)) {
            case TokenVerdict.Authenticated(var user, var shared, var stale) ->
                new TokenVerdict.Authenticated(user.authenticated(), shared, stale);
            case TokenVerdict.Rejected rejected -> rejected;
            case TokenVerdict.Unknown unknown -> unknown;
        };
    }

    private TokenVerdict ofThisServer(User user, List<String> wanted) {
        var own = audiences();
        var shared =
                own.equals(wanted) ? own : own.stream().filter(wanted::contains).toList();
        return shared.isEmpty() ? TokenVerdict.UNKNOWN : new TokenVerdict.Authenticated(user, shared, "");
    }

    /** Takes the same time wherever the first difference is. */
    private static boolean same(String known, String token) {
        return MessageDigest.isEqual(known.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }
}
