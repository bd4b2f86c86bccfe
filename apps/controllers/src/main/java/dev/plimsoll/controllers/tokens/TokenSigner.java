package dev.plimsoll.controllers.tokens;

import dev.plimsoll.client.ObjectName;

/** Signs tokens with a key that the API server accepts. */
@FunctionalInterface
public interface TokenSigner {
    String sign(SecretToken token);

    /**
     * A token without an end: good as long as the secret holds it.
     *
     * @param account the name of the service account, which is in the secret's namespace
     * @param accountUid the uid of the account
     */
    record SecretToken(ObjectName secret, String account, String accountUid) {}
}
