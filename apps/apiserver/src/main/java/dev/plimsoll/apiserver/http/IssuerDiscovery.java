package dev.plimsoll.apiserver.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.apiserver.storage.StoredJson;
import dev.plimsoll.apiserver.tls.TokenKey;
import dev.plimsoll.kinds.token.IssuerDocuments;
import dev.plimsoll.kinds.token.IssuerDocuments.VerificationKey;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Tells those who trust this cluster how to verify tokens of its service accounts by themselves. */
public final class IssuerDiscovery {
    static final String CONFIGURATION = "/.well-known/openid-configuration";
    static final String KEYS = "/openid/v1/jwks";

    private final String issuer;
    private final List<VerificationKey> keys;
    private final Supplier<String> url;

    /** Tells the keys of an issuer; {@code url} is where this server is reached. */
    public IssuerDiscovery(String issuer, List<TokenKey> keys, Supplier<String> url) {
        this.issuer = issuer;
        this.keys = keys.stream()
                .map(key -> new VerificationKey(key.id(), key.algorithm().name(), key.key()))
                .toList();
        this.url = url;
    }

    ApiReply configuration() {
        return reply("application/json", IssuerDocuments.configuration(issuer, url.get() + KEYS, keys));
    }

    ApiReply keys() {
        return reply("application/jwk-set+json", IssuerDocuments.keys(keys));
    }

    private static ApiReply reply(String type, ObjectNode document) {
        return ApiReply.Whole.of(200, type, StoredJson.bytes(document))
                .withHeaders(Map.of("Cache-Control", "public, max-age=3600"));
    }
}
