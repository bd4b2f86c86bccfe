package dev.plimsoll.kinds.bootstrap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.list.ObjectList;
import dev.plimsoll.kinds.rbac.PolicyRule;
import dev.plimsoll.kinds.rbac.RuleCoverage;
import dev.plimsoll.objects.MetadataReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** The roles and bindings that every cluster has, and what is missing of one that is there already. */
public final class BootstrapPolicy {
    private static final String FILE = "roles.json";
    private static final String AUTOUPDATE = "rbac.authorization.kubernetes.io/autoupdate";

    private BootstrapPolicy() {}

    public static List<ObjectNode> objects() {
        try (var file = BootstrapPolicy.class.getResourceAsStream(FILE)) {
            if (file == null) throw new IllegalStateException(FILE + " is not part of this program");
            return ObjectList.items(new ObjectMapper().readTree(file));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /**
     * The stored object with what it lacks: rules, subjects, selectors, labels. What somebody added stays. An object whose owner
     * does not want it is left alone.
     */
    public static ObjectNode reconciled(ObjectNode stored, ObjectNode wanted) {
        var next = stored.deepCopy();
        if (isLeftAlone(next)) return next;
        for (var name : List.of("labels", "annotations")) {
            for (var entry : wanted.path("metadata").path(name).properties()) {
                var known = next.withObject("/metadata").withObject("/" + name);
                if (!known.has(entry.getKey())) known.set(entry.getKey(), entry.getValue());
            }
        }
        if (wanted.has("aggregationRule")) {
            var selectors = wanted.path("aggregationRule").path("clusterRoleSelectors");
            addMissing(next.withObject("/aggregationRule"), "clusterRoleSelectors", selectors);
        } else {
            addRules(next, wanted);
        }
        addMissing(next, "subjects", wanted.path("subjects"));
        return next;
    }

    /** A binding to another role is no longer the one that is wanted, and its role cannot be changed. */
    public static boolean isReplaced(ObjectNode stored, ObjectNode wanted) {
        if (isLeftAlone(stored)) return false;
        return wanted.has("roleRef") && !stored.path("roleRef").equals(wanted.path("roleRef"));
    }

    private static boolean isLeftAlone(ObjectNode stored) {
        return MetadataReader.annotation(stored, AUTOUPDATE).equals("false");
    }

    private static void addRules(ObjectNode next, ObjectNode wanted) {
        for (var rule : wanted.path("rules")) {
            var held = PolicyRule.list(next.path("rules"));
            if (RuleCoverage.missing(List.of(PolicyRule.of(rule)), held).isEmpty()) continue;
            (next.path("rules").isArray() ? next.withArray("/rules") : next.putArray("rules")).add(rule);
        }
    }

    private static void addMissing(ObjectNode node, String name, JsonNode wanted) {
        for (var entry : wanted) {
            var list = node.path(name).isArray() ? node.withArray("/" + name) : node.putArray(name);
            var known = false;
            for (var each : list) known |= each.equals(entry);
            if (!known) list.add(entry);
        }
    }
}
