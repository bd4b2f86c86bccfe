package dev.plimsoll.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.objects.tree.DocumentFields;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A secret. */
public final class SecretObject extends ApiObject {
    public static final ApiResource RESOURCE = ApiResource.namespaced("", "v1", "secrets", "Secret");
    public static final ObjectKind<SecretObject> KIND =
            new ObjectKind<>(RESOURCE, SecretObject.class, SecretObject::new);
    /** The type of secrets that hold a token of a service account. */
    public static final String ACCOUNT_TOKEN = "kubernetes.io/service-account-token";

    private static final String ACCOUNT_NAME = "kubernetes.io/service-account.name";
    private static final String ACCOUNT_UID = "kubernetes.io/service-account.uid";

    public SecretObject(ObjectNode document) {
        super(document);
    }

    /** A new one with these texts. */
    public static ObjectNode of(ObjectName name, Map<String, String> texts) {
        var draft = new Draft(name);
        texts.forEach(draft::text);
        return draft.document();
    }

    /** Such as {@code Opaque}. */
    public String type() {
        return DocumentFields.text(document(), "type");
    }

    /** The service account whose token it is to hold; empty if it names none. */
    public String accountName() {
        return MetadataReader.annotation(document(), ACCOUNT_NAME);
    }

    /** The uid of that account; empty if it does not say. */
    public String accountUid() {
        return MetadataReader.annotation(document(), ACCOUNT_UID);
    }

    @Override
    public Draft draft() {
        return new Draft(document());
    }

    /** What it holds under a key; empty where that is nothing, or not encoded as it should be. Line breaks do not matter. */
    public Optional<byte[]> bytes(String key) {
        return decoded(key, Base64.getMimeDecoder());
    }

    /** What it holds under a key; empty where that is nothing, or no text. */
    public Optional<String> text(String key) {
        return decoded(key, Base64.getDecoder()).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    private Optional<byte[]> decoded(String key, Base64.Decoder decoder) {
        var encoded = DocumentFields.text(document().path("data"), key);
        try {
            return encoded.isEmpty() ? Optional.empty() : Optional.of(decoder.decode(encoded));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /** What it holds. */
    public Map<String, byte[]> entries() {
        return decoded(DocumentFields.textMap(document(), "data"));
    }

    static Map<String, byte[]> decoded(Map<String, String> encoded) {
        var decoded = new TreeMap<String, byte[]>();
        encoded.forEach((key, text) -> decoded.put(key, Base64.getMimeDecoder().decode(text)));
        return decoded;
    }

    /** A secret that is being written. */
    public static final class Draft extends ObjectDraft {
        private Draft(ObjectName name) {
            super(RESOURCE, name);
            root().put("type", "Opaque");
        }

        private Draft(JsonNode document) {
            super(document);
        }

        public Draft text(String key, String value) {
            root().object("data").put(key, Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8)));
            return this;
        }

        /** Says which account it is for, should another one get the name. */
        public Draft accountUid(String uid) {
            metadata().annotation(ACCOUNT_UID, uid);
            return this;
        }
    }
}
