package dev.plimsoll.kinds.definition;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.admission.WebhookClientConfig;
import java.util.List;

/** Asks the webhook of a definition to translate objects. */
public interface ConversionClient {
    /**
     * The objects in another version, in their order. A webhook that fails is told as a {@code RefusedException}.
     *
     * @param webhook how the webhook of the definition is asked
     * @param objects at least one, none of which has the version already
     */
    List<ObjectNode> converted(WebhookClientConfig webhook, List<ObjectNode> objects, String apiVersion);
}
