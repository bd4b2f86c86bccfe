package dev.plimsoll.kinds.token;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Base64;
import java.util.List;
import java.util.TreeSet;

/** The documents by which others verify tokens by themselves, as OpenID Connect Discovery and RFC 7517 define them. */
public final class IssuerDocuments {
    private IssuerDocuments() {}

    /** A key that tokens are verified with. */
    public record VerificationKey(String id, String algorithm, PublicKey key) {}

    /**
     * Who makes the tokens, and where its keys are.
     *
     * @param keysUrl where {@link #keys} is found
     */
    public static ObjectNode configuration(String issuer, String keysUrl, List<VerificationKey> keys) {
        var document = JsonNodeFactory.instance.objectNode();
        document.put("issuer", issuer);
        document.put("jwks_uri", keysUrl);
        document.putArray("response_types_supported").add("id_token");
        document.putArray("subject_types_supported").add("public");
        var algorithms = document.putArray("id_token_signing_alg_values_supported");
        var names = new TreeSet<String>();
        for (var key : keys) names.add(key.algorithm());
        names.forEach(algorithms::add);
        return document;
    }

    /** A JSON Web Key Set. */
    public static ObjectNode keys(List<VerificationKey> keys) {
        var document = JsonNodeFactory.instance.objectNode();
        var list = document.putArray("keys");
        for (var key : keys) write(list.addObject(), key);
        return document;
    }

    private static void write(ObjectNode node, VerificationKey key) {
        node.put("use", "sig");
        switch (key.key()) {
            case RSAPublicKey rsa -> {
                node.put("kty", "RSA").put("kid", key.id()).put("alg", key.algorithm());
                var modulus = rsa.getModulus();
                node.put("n", number(modulus, (modulus.bitLength() + 7) / 8));
                var exponent = rsa.getPublicExponent();
                node.put("e", number(exponent, (exponent.bitLength() + 7) / 8));
            }
            case ECPublicKey ec -> {
                node.put("kty", "EC").put("kid", key.id());
                var bits = ec.getParams().getCurve().getField().getFieldSize();
                node.put("crv", "P-" + bits).put("alg", key.algorithm());
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
