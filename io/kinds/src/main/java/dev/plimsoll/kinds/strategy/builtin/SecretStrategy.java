package dev.plimsoll.kinds.strategy.builtin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.json.ReadJson;
import dev.plimsoll.codec.json.StrictJson;
import dev.plimsoll.core.validation.ConfigDataRules;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.strategy.ConfigData;
import dev.plimsoll.kinds.strategy.GenericStrategy;
import dev.plimsoll.kinds.strategy.StrategySetup;
import dev.plimsoll.kinds.strategy.pod.PodDefaults;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A Secret: keys, sizes, what its type requires, and that an immutable one stays as it is. */
public final class SecretStrategy extends GenericStrategy {
    private static final String ACCOUNT_NAME = "kubernetes.io/service-account.name";
    private static final StrictJson JSON = new StrictJson();

    public SecretStrategy(StrategySetup setup) {
        super(setup);
    }

    @Override
    public void defaults(ObjectNode document) {
        PodDefaults.absent(document, "type", "Opaque");
        if (!(document.remove("stringData") instanceof ObjectNode texts)) return;
        var data = document.get("data") instanceof ObjectNode known ? known : document.putObject("data");
        for (var entry : texts.properties()) {
            var bytes = entry.getValue().asText().getBytes(StandardCharsets.UTF_8);
            data.put(entry.getKey(), Base64.getEncoder().encodeToString(bytes));
        }
    }

    @Override
    public List<FieldError> checkNew(ObjectNode document) {
        var errors = new ArrayList<>(ConfigDataRules.secret(ConfigData.bytes(document.path("data"))));
        errors.addAll(ofType(document));
        return errors;
    }

    @Override
    public List<FieldError> checkChange(Write write) {
        var errors = new ArrayList<FieldError>();
        var type = write.sent().path("type").asText();
        if (!type.equals(write.stored().path("type").asText())) {
            errors.add(FieldError.invalid("type", type, "field is immutable"));
        }
        errors.addAll(ConfigData.frozen(write, "data"));
        errors.addAll(checkNew(write.sent()));
        return errors;
    }

    private static List<FieldError> ofType(ObjectNode document) {
        return switch (document.path("type").asText()) {
            case "kubernetes.io/service-account-token" ->
                DocumentMetadata.of(document)
                                .path("annotations")
                                .path(ACCOUNT_NAME)
                                .asText()
                                .isEmpty()
                        ? List.of(FieldError.required("metadata.annotations[" + ACCOUNT_NAME + "]", ""))
                        : List.of();
            case "kubernetes.io/dockercfg" -> json(document, ".dockercfg");
            case "kubernetes.io/dockerconfigjson" -> json(document, ".dockerconfigjson");
            case "kubernetes.io/basic-auth" ->
                has(document, "username") || has(document, "password")
                        ? List.of()
                        : List.of(missing("username"), missing("password"));
            case "kubernetes.io/ssh-auth" ->
                document.path("data").path("ssh-privatekey").asText().isEmpty()
                        ? List.of(missing("ssh-privatekey"))
                        : List.of();
            case "kubernetes.io/tls" -> {
                var errors = new ArrayList<FieldError>();
                for (var key : List.of("tls.crt", "tls.key")) if (!has(document, key)) errors.add(missing(key));
                yield errors;
            }
            default -> List.of();
        };
    }

    /** A certificate and a key that do not belong together are kept as they are: nobody here uses them. */
    @Override
    public List<String> warnings(ObjectNode document) {
        if (!document.path("type").asText().equals("kubernetes.io/tls")) return List.of();
        return TlsPairCheck.problem(decoded(document, "tls.crt"), decoded(document, "tls.key"))
                .map(List::of)
                .orElse(List.of());
    }

    private static String decoded(ObjectNode document, String key) {
        var bytes =
                Base64.getMimeDecoder().decode(document.path("data").path(key).asText());
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    @Override
    public List<String> changeWarnings(Write write) {
        return warnings(write.sent());
    }

    private static boolean has(ObjectNode document, String key) {
        return document.path("data").has(key);
    }

    private static FieldError missing(String key) {
        return FieldError.required("data[" + key + "]", "");
    }

    private static List<FieldError> json(ObjectNode document, String key) {
        if (!has(document, key)) return List.of(missing(key));
        var bytes =
                Base64.getMimeDecoder().decode(document.path("data").path(key).asText());
        var problem = switch (JSON.read(bytes)) {
            case ReadJson.Tree(var root, var _) ->
                root.isObject() || root.isNull()
                        ? ""
                        : "json: cannot unmarshal value into Go value of type map[string]interface {}";
            case ReadJson.Malformed(var message) -> message;
            case ReadJson.TooLarge large -> large.message();
        };
        return problem.isEmpty()
                ? List.of()
                : List.of(FieldError.invalid("data[" + key + "]", "<secret contents redacted>", problem));
    }
}
