package dev.plimsoll.objects.access;

import static dev.plimsoll.objects.tree.DocumentFields.list;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.objects.ApiObject;
import java.util.List;

/** An account that pods run as. */
public final class ServiceAccountObject extends ApiObject {
    public ServiceAccountObject(ObjectNode document) {
        super(document);
    }

    /** A new one that says nothing else. */
    public static ServiceAccountObject named(ObjectName name) {
        var account = JsonNodeFactory.instance.objectNode();
        account.put("kind", "ServiceAccount").put("apiVersion", "v1");
        account.putObject("metadata").put("name", name.name()).put("namespace", name.namespace());
        return new ServiceAccountObject(account);
    }

    /** An annotation; empty for none. */
    public String annotation(String key) {
        return text(document().path("metadata").path("annotations"), key);
    }

    /** The names of the secrets that its pods use. */
    public List<String> secrets() {
        return names("secrets");
    }

    /** The names of the secrets with which images of its pods are pulled. */
    public List<String> imagePullSecrets() {
        return names("imagePullSecrets");
    }

    private List<String> names(String field) {
        return list(document(), field, reference -> text(reference, "name"));
    }

    /** Whether pods that say nothing of it get a token. */
    public boolean automountsToken() {
        return document().path("automountServiceAccountToken").asBoolean(true);
    }
}
