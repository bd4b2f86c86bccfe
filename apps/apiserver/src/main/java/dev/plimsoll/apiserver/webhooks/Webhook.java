package dev.plimsoll.apiserver.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.selector.LabelSelector;
import dev.plimsoll.codec.selector.ObjectSelector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One webhook of a configuration.
 *
 * @param id its name with that of its configuration
 * @param caBundle certificates as Base64; empty for those that Java trusts
 * @param ignoresFailures whether a write goes on when the webhook cannot be asked
 * @param namespaceSelector null if it cannot be understood; the webhook then fails
 * @param askedAgain whether it wants to see what others changed after it
 * @param conditional whether it has conditions that this server cannot evaluate
 */
record Webhook(
        String id,
        String name,
        Endpoint endpoint,
        String caBundle,
        Duration timeout,
        boolean ignoresFailures,
        List<WebhookRule> rules,
        @Nullable LabelSelector namespaceSelector,
        @Nullable LabelSelector objectSelector,
        String sideEffects,
        boolean askedAgain,
        boolean conditional) {
    private static final Set<String> SAFE_TO_TRY = Set.of("None", "NoneOnDryRun");

    Webhook {
        rules = List.copyOf(rules);
    }

    static Webhook read(String configuration, JsonNode hook) {
        var rules = new ArrayList<WebhookRule>();
        for (var rule : hook.path("rules")) rules.add(WebhookRule.read(rule));
        return new Webhook(
                configuration + "/" + hook.path("name").asText(),
                hook.path("name").asText(),
                Endpoint.read(hook.path("clientConfig")),
                hook.path("clientConfig").path("caBundle").asText(),
                Duration.ofSeconds(Math.clamp(hook.path("timeoutSeconds").asLong(10), 1, 30)),
                hook.path("failurePolicy").asText().equals("Ignore"),
                rules,
                ObjectSelector.read(hook.path("namespaceSelector")).orElse(null),
                ObjectSelector.read(hook.path("objectSelector")).orElse(null),
                hook.path("sideEffects").asText(),
                hook.path("reinvocationPolicy").asText().equals("IfNeeded"),
                !hook.path("matchConditions").isEmpty());
    }

    boolean supportsDryRun() {
        return SAFE_TO_TRY.contains(sideEffects);
    }
}
