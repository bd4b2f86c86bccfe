package dev.plimsoll.kinds.token;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.objects.TypeMeta;
import java.time.Instant;
import java.util.List;

/** A TokenRequest that its answer is written into. */
public final class TokenRequestDocument {
    private static final TypeMeta TYPE = new TypeMeta("authentication.k8s.io/v1", "TokenRequest");

    private final ObjectNode document;

    /** Of a document that was sent; makes it say what it is. */
    public TokenRequestDocument(ObjectNode document) {
        TYPE.writeTo(document);
        this.document = document;
    }

    public ObjectNode document() {
        return document;
    }

    public DocumentMetadata metadata() {
        return DocumentMetadata.of(document);
    }

    public TokenRequestSpec spec() {
        return TokenRequestSpec.read(document);
    }

    /** Writes whom the token is for and how long it lives. */
    public void granted(List<String> audiences, long seconds, Instant expiration) {
        var spec = document.withObject("/spec");
        var list = spec.putArray("audiences");
        audiences.forEach(list::add);
        spec.put("expirationSeconds", seconds);
        document.putObject("status").put("expirationTimestamp", DocumentMetadata.time(expiration));
    }

    /** Writes the token itself. */
    public void token(String token) {
        document.withObject("/status").put("token", token);
    }
}
