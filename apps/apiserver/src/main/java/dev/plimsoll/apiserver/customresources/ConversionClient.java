package dev.plimsoll.apiserver.customresources;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Asks the webhook of a definition to translate objects. */
public interface ConversionClient {
    /**
     * The objects in another version, in their order. A webhook that fails is told as a {@code RefusedException}.
     *
     * @param webhook {@code spec.conversion.webhook} of the definition
     * @param objects at least one, none of which has the version already
     */
    List<ObjectNode> converted(JsonNode webhook, List<ObjectNode> objects, String apiVersion);
}
