package dev.plimsoll.objects.access;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.function.Function;

/** A token of a service account, as those read it who trust its issuer (RFC 7519), and what the issuer publishes (RFC 7517). */
public final class SignedToken {
    /** Where an issuer tells of itself. */
    public static final String CONFIGURATION = "/.well-known/openid-configuration";

    private final JsonNode header;
    private final JsonNode claims;
    private final byte[] signed;
    private final byte[] signature;

    private SignedToken(JsonNode header, JsonNode claims, byte[] signed, byte[] signature) {
        this.header = header;
        this.claims = claims;
        this.signed = signed;
        this.signature = signature;
    }

    /**
     * Reads a token without believing it.
     *
     * @param json reads a document
     * @throws SignatureException if it is none
     */
    public static SignedToken read(String text, Function<byte[], JsonNode> json) throws SignatureException {
        var parts = text.split("\\.", -1);
        if (parts.length != 3) throw new SignatureException("the token does not have three parts");
        try {
            var decoder = Base64.getUrlDecoder();
            return new SignedToken(
                    json.apply(decoder.decode(parts[0])),
                    json.apply(decoder.decode(parts[1])),
                    (parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII),
                    decoder.decode(parts[2]));
        } catch (IllegalArgumentException e) {
            throw new SignatureException("the token is no Base64: " + e.getMessage(), e);
        }
    }

    public String issuer() {
        return claims.path("iss").asText();
    }

    /** Where the issuer's keys are, by its configuration; refused if that is somebody else's. */
    public String keysUrl(JsonNode configuration) throws SignatureException {
        var named = configuration.path("issuer").asText();
        if (!named.equals(issuer())) throw new SignatureException("the issuer calls itself " + named);
        return configuration.path("jwks_uri").asText();
    }

    /** Refuses a token that is for somebody else, or over. */
    public void checkClaims(String audience, Instant now) throws SignatureException {
        var isMeant = claims.path("aud").asText().equals(audience);
        for (var each : claims.path("aud")) isMeant |= each.asText().equals(audience);
        if (!isMeant) throw new SignatureException("expected audience " + audience + ", got " + claims.path("aud"));
        if (claims.path("exp").asLong() <= now.getEpochSecond()) throw new SignatureException("the token is expired");
    }

    /** Refuses a token that is not signed with one of these keys. */
    public void verify(JsonNode keys) throws GeneralSecurityException {
        for (var key : keys.path("keys")) {
            if (!key.path("kid").equals(header.path("kid"))) continue;
            var verifier = Signature.getInstance(algorithm());
            verifier.initVerify(publicKey(key));
            verifier.update(signed);
            if (verifier.verify(signature)) return;
        }
        throw new SignatureException("the token is not signed with a key of its issuer");
    }

    private String algorithm() throws SignatureException {
        return switch (header.path("alg").asText()) {
            case "RS256" -> "SHA256withRSA";
            case "ES256" -> "SHA256withECDSAinP1363Format";
            case "ES384" -> "SHA384withECDSAinP1363Format";
            case "ES512" -> "SHA512withECDSAinP1363Format";
            case String other -> throw new SignatureException("the algorithm " + other + " is not known");
        };
    }

    private static PublicKey publicKey(JsonNode key) throws GeneralSecurityException {
        if (key.path("kty").asText().equals("RSA")) {
            return KeyFactory.getInstance("RSA")
                    .generatePublic(new RSAPublicKeySpec(number(key, "n"), number(key, "e")));
        }
        var parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec(key.path("crv").asText().replaceFirst("^P-", "secp") + "r1"));
        var curve = parameters.getParameterSpec(ECParameterSpec.class);
        return KeyFactory.getInstance("EC")
                .generatePublic(new ECPublicKeySpec(new ECPoint(number(key, "x"), number(key, "y")), curve));
    }

    private static BigInteger number(JsonNode key, String member) {
        return new BigInteger(1, Base64.getUrlDecoder().decode(key.path(member).asText()));
    }
}
