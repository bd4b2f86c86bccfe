package dev.plimsoll.kinds.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.kinds.refusal.Refusal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What came of asking a webhook. */
public sealed interface WebhookVerdict {
    /** It lets the write pass, perhaps changed. */
    record Granted(@Nullable JsonNode patch, Remarks remarks) implements WebhookVerdict {}

    /** It does not, or the write may not be shown to it. */
    record Rejected(Refusal refusal, Remarks remarks) implements WebhookVerdict {}

    /** It could not be asked or made no sense. */
    record Failed(String reason) implements WebhookVerdict {}

    /** What it says beside its decision. */
    record Remarks(List<String> warnings, Map<String, String> annotations) {
        public static final Remarks NONE = new Remarks(List.of(), Map.of());

        public Remarks {
            warnings = List.copyOf(warnings);
            annotations = Map.copyOf(annotations);
        }
    }
}
