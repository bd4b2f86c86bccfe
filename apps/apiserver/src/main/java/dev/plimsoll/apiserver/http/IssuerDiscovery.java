package dev.plimsoll.apiserver.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.apiserver.storage.StoredJson;
import dev.plimsoll.apiserver.tls.TokenKey;
import java.math.BigInteger;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Tells those who trust this cluster how to verify tokens of its service accounts by themselves. */
public final class IssuerDiscovery {
    static final String CONFIGURATION = "/.well-known/openid-configuration";
    static final String KEYS = "/openid/v1/jwks";

    private final String issuer;
    private final List<TokenKey> keys;
    private final Supplier<String> url;

    /** Tells the keys of an issuer; {@code url} is where this server is reached. */
    public IssuerDiscovery(String issuer, List<TokenKey> keys, Supplier<String> url) {
        this.issuer = issuer;
        this.keys = List.copyOf(keys);
        this.url = url;
    }

    ApiReply configuration() {
        var document = JsonNodeFactory.instance.objectNode();
        document.put("issuer", issuer);
        document.put("jwks_uri", url.get() + KEYS);
        document.putArray("response_types_supported").add("id_token");
        document.putArray("subject_types_supported").add("public");
        var algorithms = document.putArray("id_token_signing_alg_values_supported");
        var names = new TreeSet<String>();
        for (var key : keys) names.add(key.algorithm().name());
        names.forEach(algorithms::add);
        return reply("application/json", document);
    }

    ApiReply keys() {
        var document = JsonNodeFactory.instance.objectNode();
        var list = document.putArray("keys");
        for (var key : keys) write(list.addObject(), key);
        return reply("application/jwk-set+json", document);
    }

    private static ApiReply reply(String type, ObjectNode document) {
        return ApiReply.Whole.of(200, type, StoredJson.bytes(document))
                .withHeaders(Map.of("Cache-Control", "public, max-age=3600"));
    }

    private static void write(ObjectNode node, TokenKey key) {
        node.put("use", "sig");
        switch (key.key()) {
            case RSAPublicKey rsa -> {
                node.put("kty", "RSA")
                        .put("kid", key.id())
                        .put("alg", key.algorithm().name());
                var modulus = rsa.getModulus();
                node.put("n", number(modulus, (modulus.bitLength() + 7) / 8));
                var exponent = rsa.getPublicExponent();
                node.put("e", number(exponent, (exponent.bitLength() + 7) / 8));
            }
            case ECPublicKey ec -> {
                node.put("kty", "EC").put("kid", key.id());
                var bits = ec.getParams().getCurve().getField().getFieldSize();
                node.put("crv", "P-" + bits).put("alg", key.algorithm().name());
                var point = ec.getW();
                node.put("x", number(point.getAffineX(), (bits + 7) / 8));
                node.put("y", number(point.getAffineY(), (bits + 7) / 8));
            }
            default -> throw new IllegalStateException("a key of tokens is RSA or EC");
        }
    }

    /** Without a sign, in so many bytes. */
    private static String number(BigInteger value, int length) {
        var signed = value.toByteArray();
        var bytes = new byte[length];
        var count = Math.min(length, signed.length);
        System.arraycopy(signed, signed.length - count, bytes, length - count, count);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
