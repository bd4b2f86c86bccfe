package dev.plimsoll.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;

/**
 * An answer.
 *
 * @param headers by names in lower case; the first of several values
 */
public record Reply(int status, Map<String, String> headers, Content content) {
    public Reply {
        headers = Map.copyOf(headers);
    }

    public Reply(int status, Map<String, String> headers, byte[] body) {
        this(status, headers, () -> body);
    }

    /** What an answer says. A server in the same process hands over the objects that it holds, and the bytes need not be read. */
    @FunctionalInterface
    public interface Content {
        /** Nobody changes them. */
        byte[] bytes();

        /** The object that the bytes hold; empty where they hold anything else. The caller may change it. */
        default Optional<ObjectNode> document() {
            return ClientJson.read(bytes()).map(ClientJson::received);
        }

        /** The list that the bytes hold; empty where they hold anything else. Nobody changes its items. */
        default Optional<ResourceList> list(ApiResource resource) {
            var read = ListBody.read(bytes(), resource);
            return read != null ? Optional.of(read) : document().map(document -> ResourceList.of(document, resource));
        }
    }

    public byte[] body() {
        return content.bytes();
    }

    public boolean isSuccess() {
        return status >= 200 && status < 300;
    }
}
