package dev.plimsoll.kinds.admission;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.Subresource;
import dev.plimsoll.objects.access.User;
import java.util.Set;

/**
 * A write as webhooks and policies are told of it, without its objects.
 *
 * @param kind in the version in which it is shown
 * @param sentKind in the version in which it was sent
 * @param operation such as {@code CREATE}
 * @param name empty where it is not known yet
 */
public record AdmissionRequest(
        Kind kind,
        Kind sentKind,
        String subresource,
        String namespace,
        String name,
        String operation,
        User user,
        boolean dryRun) {
    public ObjectNode document() {
        var request = JsonNodeFactory.instance.objectNode();
        kind(request.putObject("kind"), kind);
        resource(request.putObject("resource"), kind);
        if (!subresource.isEmpty()) request.put("subResource", subresource);
        kind(request.putObject("requestKind"), sentKind);
        resource(request.putObject("requestResource"), sentKind);
        if (!subresource.isEmpty()) request.put("requestSubResource", subresource);
        if (!name.isEmpty()) request.put("name", name);
        if (!namespace.isEmpty()) request.put("namespace", namespace);
        request.put("operation", operation);
        user.show(request.putObject("userInfo"));
        request.put("dryRun", dryRun);
        // Who connects sends no options of a write.
        if (!operation.equals("CONNECT")) options(request.putObject("options"));
        return request;
    }

    private void kind(ObjectNode node, Kind shown) {
        var part = shown.subresource(subresource)
                .orElse(new Subresource("", shown.group(), shown.version(), shown.name(), Set.of()));
        node.put("group", part.group()).put("version", part.version()).put("kind", part.kind());
    }

    private static void resource(ObjectNode node, Kind shown) {
        node.put("group", shown.group()).put("version", shown.version()).put("resource", shown.plural());
    }

    private void options(ObjectNode node) {
        var word = switch (operation) {
            case "CREATE" -> "CreateOptions";
            case "UPDATE" -> "UpdateOptions";
            case "DELETE" -> "DeleteOptions";
            default -> throw new IllegalStateException(operation);
        };
        node.put("kind", word).put("apiVersion", "meta.k8s.io/v1");
        if (dryRun) node.putArray("dryRun").add("All");
    }
}
