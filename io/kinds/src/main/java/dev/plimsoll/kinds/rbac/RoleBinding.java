package dev.plimsoll.kinds.rbac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.objects.access.User;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Who has a role.
 *
 * @param namespace empty for the whole cluster
 */
public record RoleBinding(String namespace, String name, List<Subject> subjects, RoleRef role) {
    public RoleBinding {
        subjects = List.copyOf(subjects);
    }

    public static RoleBinding of(ObjectNode document) {
        var meta = DocumentMetadata.of(document);
        var subjects = new ArrayList<Subject>();
        for (var subject : document.path("subjects")) {
            Subject.of(subject, meta.namespace()).ifPresent(subjects::add);
        }
        return new RoleBinding(meta.namespace(), meta.name(), subjects, RoleRef.of(document));
    }

    /** Whether it can give anything: a store may hold bindings from before they were checked. */
    public boolean isSound() {
        if (!role.apiGroup().equals(RoleRef.GROUP)) return false;
        return role.isClusterRole() || (role.isRole() && !namespace.isEmpty());
    }

    /** The subject that the user is, if any. */
    public Optional<Subject> subjectOf(User user) {
        for (var subject : subjects) if (subject.is(user)) return Optional.of(subject);
        return Optional.empty();
    }

    /** Why somebody is allowed something. */
    public String reason(Subject subject) {
        var own = namespace.isEmpty()
                ? "ClusterRoleBinding \"" + name + "\""
                : "RoleBinding \"" + name + "/" + namespace + "\"";
        return "RBAC: allowed by " + own + " of " + role.kind() + " \"" + role.name() + "\" to " + subject;
    }

    /** A user, a group or a service account. */
    public sealed interface Subject {
        boolean is(User user);

        /** Empty if it stands for nobody. */
        static Optional<Subject> of(JsonNode subject, String bindingNamespace) {
            var name = subject.path("name").asText();
            var group = RoleRef.groupOf(subject);
            return switch (subject.path("kind").asText()) {
                case "User" -> group.equals(RoleRef.GROUP) ? Optional.of(new OneUser(name)) : Optional.empty();
                case "Group" -> group.equals(RoleRef.GROUP) ? Optional.of(new OneGroup(name)) : Optional.empty();
                case "ServiceAccount" -> account(subject.path("namespace").asText(), bindingNamespace, name);
                default -> Optional.empty();
            };
        }

        private static Optional<Subject> account(String namespace, String bindingNamespace, String name) {
            var own = namespace.isEmpty() ? bindingNamespace : namespace;
            return own.isEmpty() ? Optional.empty() : Optional.of(new OneAccount(own, name));
        }
    }

    private record OneUser(String name) implements Subject {
        @Override
        public boolean is(User user) {
            return user.name().equals(name);
        }

        @Override
        public String toString() {
            return "User \"" + name + "\"";
        }
    }

    private record OneGroup(String name) implements Subject {
        @Override
        public boolean is(User user) {
            return user.groups().contains(name);
        }

        @Override
        public String toString() {
            return "Group \"" + name + "\"";
        }
    }

    private record OneAccount(String namespace, String name) implements Subject {
        @Override
        public boolean is(User user) {
            return user.name().equals(User.nameOfAccount(namespace, name));
        }

        @Override
        public String toString() {
            return "ServiceAccount \"" + name + "/" + namespace + "\"";
        }
    }
}
