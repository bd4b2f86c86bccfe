package dev.plimsoll.kinds.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.kinds.expressions.AdmissionCompiler;
import dev.plimsoll.kinds.expressions.AdmissionCompiler.Scope;
import dev.plimsoll.objects.MetadataReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * One webhook of a configuration.
 *
 * @param id its name with that of its configuration
 * @param ignoresFailures whether a write goes on when the webhook cannot be asked
 * @param criteria if one of its selectors cannot be understood, the webhook fails
 * @param askedAgain whether it wants to see what others changed after it
 * @param conditions what must be true of a write besides
 */
public record Webhook(
        String id,
        String name,
        WebhookClientConfig client,
        Duration timeout,
        boolean ignoresFailures,
        MatchCriteria criteria,
        String sideEffects,
        boolean askedAgain,
        MatchConditions conditions) {
    private static final Set<String> SAFE_TO_TRY = Set.of("None", "NoneOnDryRun");

    /** The webhooks of a configuration. */
    public static List<Webhook> readAll(JsonNode configuration) {
        var name = MetadataReader.name(configuration);
        var all = new ArrayList<Webhook>();
        for (var hook : configuration.path("webhooks")) all.add(read(name, hook));
        return all;
    }

    private static Webhook read(String configuration, JsonNode hook) {
        return new Webhook(
                configuration + "/" + hook.path("name").asText(),
                hook.path("name").asText(),
                WebhookClientConfig.read(hook),
                Duration.ofSeconds(Math.clamp(hook.path("timeoutSeconds").asLong(10), 1, 30)),
                hook.path("failurePolicy").asText().equals("Ignore"),
                MatchCriteria.ofWebhook(hook),
                hook.path("sideEffects").asText(),
                hook.path("reinvocationPolicy").asText().equals("IfNeeded"),
                MatchConditions.read(hook, new AdmissionCompiler(Scope.WEBHOOK)));
    }

    public boolean supportsDryRun() {
        return SAFE_TO_TRY.contains(sideEffects);
    }
}
