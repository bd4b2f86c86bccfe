package dev.plimsoll.apiserver.identity;

import dev.plimsoll.apiserver.http.ApiRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;

/** Finds out who asks: by client certificate, by a bearer token, or nobody in particular. */
public final class Authentication {
    private static final String BEARER = "Bearer ";

    private final Map<String, User> tokens;
    private final ServiceAccountTokens accounts;

    /** Knows static tokens and whose they are, and the accounts that have tokens of their own. */
    public Authentication(Map<String, User> tokens, ServiceAccountTokens accounts) {
        this.tokens = Map.copyOf(tokens);
        this.accounts = accounts;
    }

    /** The user, or empty if what was shown proves nothing. */
    public Optional<User> user(ApiRequest request) {
        var authorization = request.header("authorization");
        if (authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return byToken(authorization.substring(BEARER.length()).strip());
        }
        if (!request.certificates().isEmpty())
            return byCertificate(request.certificates().getFirst());
        return Optional.of(User.ANONYMOUS);
    }

    public Optional<User> byToken(String token) {
        for (var known : tokens.entrySet()) {
            if (same(known.getKey(), token)) return Optional.of(known.getValue().authenticated());
        }
        return accounts.verify(token).map(User::authenticated);
    }

    /** Takes the same time wherever the first difference is. */
    private static boolean same(String known, String token) {
        return MessageDigest.isEqual(known.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }

    private static Optional<User> byCertificate(X509Certificate certificate) {
        var groups = new ArrayList<String>();
        var name = "";
        try {
            for (var part : new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
                if (part.getType().equalsIgnoreCase("CN")) name = String.valueOf(part.getValue());
                if (part.getType().equalsIgnoreCase("O")) groups.add(String.valueOf(part.getValue()));
            }
        } catch (InvalidNameException _) {
            return Optional.empty();
        }
        return name.isEmpty() ? Optional.empty() : Optional.of(new User(name, "", groups).authenticated());
    }
}
