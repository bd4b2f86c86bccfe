package dev.plimsoll.kinds.rules.pod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.objects.MetadataReader;
import dev.plimsoll.objects.access.ServiceAccountObject;
import java.util.Optional;
import java.util.Set;

/** The secrets that pods of an account may use, where the account says that they may use no others. */
public record MountableSecrets(String account, Set<String> secrets, Set<String> pullSecrets) {
    public MountableSecrets {
        secrets = Set.copyOf(secrets);
        pullSecrets = Set.copyOf(pullSecrets);
    }

    private static final String ANNOTATION = "kubernetes.io/enforce-mountable-secrets";
    /** As Go reads a yes. */
    private static final Set<String> YES = Set.of("1", "t", "T", "TRUE", "true", "True");

    /** Empty for an account whose pods may use any secret. */
    public static Optional<MountableSecrets> of(ServiceAccountObject account) {
        if (!YES.contains(account.annotation(ANNOTATION))) return Optional.empty();
        return Optional.of(new MountableSecrets(
                MetadataReader.name(account.document()),
                Set.copyOf(account.secrets()),
                Set.copyOf(account.imagePullSecrets())));
    }

    public Optional<String> problem(ObjectNode pod) {
        var spec = pod.path("spec");
        for (var volume : spec.path("volumes")) {
            var name = volume.path("secret").path("secretName").asText();
            if (volume.has("secret") && !secrets.contains(name))
                return Optional.of(refused("volume with secret.secretName=\"" + name + "\""));
        }
        var found = ofContainers(spec.path("initContainers"), "init container")
                .or(() -> ofContainers(spec.path("containers"), "container"))
                .or(() -> problemOfEphemeral(pod));
        return found.isPresent() ? found : ofPullSecrets(spec.path("imagePullSecrets"));
    }

    public Optional<String> problemOfEphemeral(ObjectNode pod) {
        return ofContainers(pod.path("spec").path("ephemeralContainers"), "ephemeral container");
    }

    private Optional<String> ofContainers(JsonNode containers, String word) {
        for (var container : containers) {
            var who = word + " " + container.path("name").asText() + " with ";
            for (var variable : container.path("env")) {
                var reference = variable.path("valueFrom").path("secretKeyRef");
                var name = reference.path("name").asText();
                if (!reference.isMissingNode() && !secrets.contains(name)) {
                    return Optional.of(refused(who + "envVar "
                            + variable.path("name").asText() + " referencing secret.secretName=\"" + name + "\""));
                }
            }
            for (var source : container.path("envFrom")) {
                var name = source.path("secretRef").path("name").asText();
                if (source.has("secretRef") && !secrets.contains(name))
                    return Optional.of(refused(who + "envFrom referencing secret.secretName=\"" + name + "\""));
            }
        }
        return Optional.empty();
    }

    private Optional<String> ofPullSecrets(JsonNode references) {
        for (var i = 0; i < references.size(); i++) {
            var name = references.path(i).path("name").asText();
            if (!pullSecrets.contains(name)) {
                return Optional.of("imagePullSecrets[" + i + "].name=\"" + name
                        + "\" is not allowed because service account " + account
                        + " does not reference that imagePullSecret");
            }
        }
        return Optional.empty();
    }

    private String refused(String what) {
        return what + " is not allowed because service account " + account + " does not reference that secret";
    }
}
