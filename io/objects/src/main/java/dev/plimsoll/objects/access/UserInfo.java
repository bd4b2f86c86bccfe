package dev.plimsoll.objects.access;

import static dev.plimsoll.objects.tree.DocumentFields.text;
import static dev.plimsoll.objects.tree.DocumentFields.texts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/** A user as reviews, webhooks and the audit log show it. */
public record UserInfo(String username, String uid, List<String> groups, Map<String, List<String>> extra) {
    /** Of the user in the answer to a review. */
    static UserInfo read(JsonNode node) {
        return new UserInfo(text(node, "username"), text(node, "uid"), texts(node, "groups"), Map.of());
    }

    /** Writes the user into a part of a document. */
    public void writeTo(ObjectNode node) {
        node.put("username", username);
        if (!uid.isEmpty()) node.put("uid", uid);
        var list = node.putArray("groups");
        groups.forEach(list::add);
        if (extra.isEmpty()) return;
        var more = node.putObject("extra");
        extra.forEach((key, values) -> values.forEach(more.putArray(key)::add));
    }
}
