package dev.plimsoll.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** The secrets that pods of an account may use, where the account says that they may use no others. */
record MountableSecrets(String account, Set<String> secrets, Set<String> pullSecrets) {
    private static final String ANNOTATION = "kubernetes.io/enforce-mountable-secrets";
    /** As Go reads a yes. */
    private static final Set<String> YES = Set.of("1", "t", "T", "TRUE", "true", "True");

    /** Empty for an account whose pods may use any secret. */
    static Optional<MountableSecrets> of(ObjectNode account) {
        var metadata = account.path("metadata");
        if (!YES.contains(metadata.path("annotations").path(ANNOTATION).asText())) return Optional.empty();
        return Optional.of(new MountableSecrets(
                metadata.path("name").asText(),
                names(account.path("secrets")),
                names(account.path("imagePullSecrets"))));
    }

    private static Set<String> names(JsonNode references) {
        var names = new HashSet<String>();
        for (var reference : references) names.add(reference.path("name").asText());
        return names;
    }

    Optional<String> problem(ObjectNode pod) {
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

    Optional<String> problemOfEphemeral(ObjectNode pod) {
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
