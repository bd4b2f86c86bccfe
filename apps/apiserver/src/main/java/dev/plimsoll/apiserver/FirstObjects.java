package dev.plimsoll.apiserver;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plimsoll.apiserver.documents.BodyReader;
import dev.plimsoll.apiserver.documents.Decoder.FieldValidation;
import dev.plimsoll.apiserver.documents.Meta;
import dev.plimsoll.apiserver.kinds.Kind;
import dev.plimsoll.apiserver.verbs.Engine;
import java.util.List;

/** What is there from the start: the namespaces that every cluster has. */
final class FirstObjects {
    private static final List<String> NAMESPACES = List.of("default", "kube-system", "kube-public", "kube-node-lease");

    private final Engine engine;

    FirstObjects(Engine engine) {
        this.engine = engine;
    }

    /** Another server may do the same at the same time: what is there already stays. */
    void ensure() {
        var namespaces = engine.kinds().named("", "Namespace");
        for (var name : NAMESPACES) {
            if (engine.registry().find(namespaces, "", name).isEmpty()) create(namespaces, name);
        }
    }

    private void create(Kind kind, String name) {
        var sent = JsonNodeFactory.instance.objectNode();
        sent.putObject("metadata").put("name", name);
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
