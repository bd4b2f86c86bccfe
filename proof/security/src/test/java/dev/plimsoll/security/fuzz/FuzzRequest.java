package dev.plimsoll.security.fuzz;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * One request as it goes out.
 *
 * @param object the path of the object or collection that it is about, without query and subresource
 * @param isCollection whether that path is a collection's
 */
record FuzzRequest(
        FuzzTarget target,
        String method,
        String object,
        boolean isCollection,
        String path,
        ByteBuffer body,
        Map<String, String> headers) {
    FuzzRequest {
        headers = Map.copyOf(headers);
    }

    boolean isWrite() {
        return !method.equals("GET") && !method.equals("HEAD") && !path.contains("dryRun=");
    }

    /** Whether it changes a pod and answers with something else. */
    boolean isBindingOrEviction() {
        return target.plural().equals("bindings") || path.contains("/binding") || path.contains("/eviction");
    }

    boolean isWatch() {
        return path.contains("watch=") || path.contains("/watch/");
    }

    @Override
    public String toString() {
        var text = StandardCharsets.UTF_8.decode(body.duplicate()).toString();
        return method + " " + path + " " + headers + " "
                + (text.length() > 2000 ? text.substring(0, 2000) + "..." : text);
    }
}
