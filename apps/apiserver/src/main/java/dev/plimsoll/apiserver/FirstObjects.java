package dev.plimsoll.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.documents.BodyReader;
import dev.plimsoll.apiserver.documents.Decoder.FieldValidation;
import dev.plimsoll.apiserver.documents.Meta;
import dev.plimsoll.apiserver.kinds.Kind;
import dev.plimsoll.apiserver.storage.Json;
import dev.plimsoll.apiserver.verbs.Engine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What is there from the start: the namespaces that every cluster has, and the roles of users and components. */
final class FirstObjects {
    private static final List<String> NAMESPACES = List.of("default", "kube-system", "kube-public", "kube-node-lease");
    private static final String ROLES = "roles.json";

    private final Engine engine;

    FirstObjects(Engine engine) {
        this.engine = engine;
    }

    /** Another server may do the same at the same time: what is there already stays. */
    void ensure() {
        var namespaces = engine.kinds().named("", "Namespace");
        var known = names(namespaces);
        for (var name : NAMESPACES) {
            if (known.contains(name)) continue;
            var sent = JsonNodeFactory.instance.objectNode();
            sent.putObject("metadata").put("name", name);
            create(namespaces, name, sent);
        }
        roles();
    }

    private void roles() {
        var group = "rbac.authorization.k8s.io";
        var kinds = List.of(
                engine.kinds().named(group, "ClusterRole"), engine.kinds().named(group, "ClusterRoleBinding"));
        for (var kind : kinds) {
            var known = names(kind);
            for (var document : bundled()) {
                var name = document.path("metadata").path("name").asText();
                if (document.path("kind").asText().equals(kind.name()) && !known.contains(name))
                    create(kind, name, (ObjectNode) document);
            }
        }
    }

    private Set<String> names(Kind kind) {
        var names = new HashSet<String>();
        for (var object : engine.registry().latest(kind, "").objects()) {
            names.add(object.fields().get("metadata.name"));
        }
        return names;
    }

    private static JsonNode bundled() {
        try (var file = FirstObjects.class.getResourceAsStream(ROLES)) {
            if (file == null) throw new IllegalStateException(ROLES + " is not part of this program");
            return Json.tree(file.readAllBytes()).path("items");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void create(Kind kind, String name, ObjectNode sent) {
        var document = engine.decoder()
                .object(new BodyReader.Sent(sent, List.of()), kind, FieldValidation.IGNORE)
                .document();
        engine.strategies().of(kind).prepareNew(document);
        var meta = Meta.of(document);
        meta.put("uid", engine.uids().get());
        meta.put("creationTimestamp", Meta.time(engine.clock().instant()));
        engine.registry().create(kind, "", name, document);
    }
}
