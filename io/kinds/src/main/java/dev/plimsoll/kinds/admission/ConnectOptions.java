package dev.plimsoll.kinds.admission;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.Subresource;
import java.util.List;
import java.util.function.Function;

/** What a request to connect asks for, as the object that webhooks and policies are shown: {@code PodExecOptions} and the like. */
public final class ConnectOptions {
    private ConnectOptions() {}

    /**
     * Of one request.
     *
     * @param parameters the values of a parameter of its query
     */
    public static ObjectNode of(Subresource part, Function<String, List<String>> parameters) {
        var options = JsonNodeFactory.instance.objectNode();
        options.put("kind", part.kind()).put("apiVersion", part.apiVersion());
        for (var flag : List.of("stdin", "stdout", "stderr", "tty")) {
            var values = parameters.apply(flag);
            if (!values.isEmpty() && isTrue(values.getFirst())) options.put(flag, true);
        }
        for (var text : List.of("container", "path")) {
            var values = parameters.apply(text);
            if (!values.isEmpty() && !values.getFirst().isEmpty()) options.put(text, values.getFirst());
        }
        var command = parameters.apply("command");
        if (!command.isEmpty()) command.forEach(options.putArray("command")::add);
        return options;
    }

    private static boolean isTrue(String value) {
        return !value.equals("false") && !value.equals("0");
    }
}
