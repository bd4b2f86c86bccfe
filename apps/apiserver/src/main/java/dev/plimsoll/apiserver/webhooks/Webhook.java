package dev.plimsoll.apiserver.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.apiserver.admission.matching.MatchConditions;
import dev.plimsoll.apiserver.admission.matching.MatchCriteria;
import dev.plimsoll.kinds.expressions.AdmissionCompiler;
import dev.plimsoll.kinds.expressions.AdmissionCompiler.Scope;
import java.time.Duration;
import java.util.Set;

/**
 * One webhook of a configuration.
 *
 * @param id its name with that of its configuration
 * @param caBundle certificates as Base64; empty for those that Java trusts
 * @param ignoresFailures whether a write goes on when the webhook cannot be asked
 * @param criteria if one of its selectors cannot be understood, the webhook fails
 * @param askedAgain whether it wants to see what others changed after it
 * @param conditions what must be true of a write besides
 */
record Webhook(
        String id,
        String name,
        WebhookEndpoint endpoint,
        String caBundle,
        Duration timeout,
        boolean ignoresFailures,
        MatchCriteria criteria,
        String sideEffects,
        boolean askedAgain,
        MatchConditions conditions) {
    private static final Set<String> SAFE_TO_TRY = Set.of("None", "NoneOnDryRun");

    static Webhook read(String configuration, JsonNode hook) {
        return new Webhook(
                configuration + "/" + hook.path("name").asText(),
                hook.path("name").asText(),
                WebhookEndpoint.read(hook.path("clientConfig")),
                hook.path("clientConfig").path("caBundle").asText(),
                Duration.ofSeconds(Math.clamp(hook.path("timeoutSeconds").asLong(10), 1, 30)),
                hook.path("failurePolicy").asText().equals("Ignore"),
                MatchCriteria.ofWebhook(hook),
                hook.path("sideEffects").asText(),
                hook.path("reinvocationPolicy").asText().equals("IfNeeded"),
                MatchConditions.read(hook.path("matchConditions"), new AdmissionCompiler(Scope.WEBHOOK)));
    }

    boolean supportsDryRun() {
        return SAFE_TO_TRY.contains(sideEffects);
    }
}
