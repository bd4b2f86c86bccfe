package dev.plimsoll.cluster;

import dev.plimsoll.apiserver.authentication.LegacyTokens;
import dev.plimsoll.apiserver.tls.ServiceAccountKeys;
import dev.plimsoll.controllers.tokens.TokenSigner;
import dev.plimsoll.kinds.token.LegacyTokenClaims;

/** Signs tokens that are kept in secrets with the key of the API server's own tokens. */
public final class SecretTokenSigner implements TokenSigner {
    private final ServiceAccountKeys keys;

    private SecretTokenSigner(ServiceAccountKeys keys) {
        this.keys = keys;
    }

    public static SecretTokenSigner with(ServiceAccountKeys keys) {
        return new SecretTokenSigner(keys);
    }

    @Override
    public String sign(SecretToken token) {
        var claims = LegacyTokenClaims.of(
                token.secret().namespace(), token.secret().name(), token.account(), token.accountUid());
        return LegacyTokens.sign(claims, keys);
    }
}
