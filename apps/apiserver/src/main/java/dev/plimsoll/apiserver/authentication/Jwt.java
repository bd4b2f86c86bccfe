package dev.plimsoll.apiserver.authentication;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.storage.StoredJson;
import dev.plimsoll.apiserver.tls.ServiceAccountKeys;
import dev.plimsoll.apiserver.tls.TokenKey;
import dev.plimsoll.kinds.token.TokenHeader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * A signed token, as text and taken apart. Its claims are worth nothing before {@link #isSignedBy} said so.
 *
 * @param signed the part of the text that the signature is of
 */
@SuppressWarnings("ArrayRecordComponent") // never leaves this class
record Jwt(TokenHeader header, ObjectNode claims, byte[] signed, byte[] signature) {
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
    private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

    static String sign(ObjectNode claims, ServiceAccountKeys keys) {
        var header =
                new TokenHeader(keys.signer().algorithm().name(), keys.signer().id()).document();
        var text = ENCODER.encodeToString(StoredJson.bytes(header)) + "."
                + ENCODER.encodeToString(StoredJson.bytes(claims));
        try {
            var signature = keys.signer().algorithm().sign(keys.secret(), text.getBytes(StandardCharsets.US_ASCII));
            return text + "." + ENCODER.encodeToString(signature);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot sign", e);
        }
    }

    /** The token behind a text; empty if it has not the form of one. */
    static Optional<Jwt> parse(String text) {
        var parts = text.split("\\.", -1);
        if (parts.length != 3) return Optional.empty();
        try {
            return Optional.of(new Jwt(
                    TokenHeader.read(StoredJson.tree(DECODER.decode(parts[0]))),
                    StoredJson.tree(DECODER.decode(parts[1])),
                    (parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII),
                    DECODER.decode(parts[2])));
        } catch (IllegalArgumentException | UncheckedIOException | ClassCastException _) {
            return Optional.empty();
        }
    }

    /**
     * Whether one of the keys made the signature. A token that names a key is only tried with that one, and one that names another
     * algorithm than the key has is not tried at all.
     */
    boolean isSignedBy(List<TokenKey> keys) {
        for (var key : keys) {
            if (!header.keyId().isEmpty() && !header.keyId().equals(key.id())) continue;
            if (header.algorithm().equals(key.algorithm().name()) && key.verifies(signed, signature)) return true;
        }
        return false;
    }
}
