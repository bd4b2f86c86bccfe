package dev.plimsoll.kinds.expressions.functions;

import dev.plimsoll.objects.access.AccessDecision;
import dev.plimsoll.objects.access.Attributes;
import dev.plimsoll.objects.access.User;
import java.util.List;

/**
 * The authorizer as expressions see it: what a user may do.
 *
 * @param user whose rights are asked for
 */
public record AuthorizerValues(Authorizer authorizer, User user) {
    /** Who decides. */
    public interface Authorizer {
        AccessDecision decide(User user, Attributes attributes);
    }

    /** The same question for another. */
    AuthorizerValues serviceAccount(String namespace, String name) {
        var groups = List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace, User.AUTHENTICATED);
        return new AuthorizerValues(
                authorizer, new User("system:serviceaccount:" + namespace + ":" + name, "", groups));
    }

    private Decision decided(Attributes attributes) {
        var decision = authorizer.decide(user, attributes);
        return new Decision(decision instanceof AccessDecision.Allowed, decision.text());
    }

    /** The question about the object of a request. */
    public ResourceCheck resource(Attributes attributes) {
        return new ResourceCheck(this, attributes);
    }

    /** Something that can be asked for with a verb. */
    sealed interface AccessCheck {
        Decision check(String verb);
    }

    record PathCheck(AuthorizerValues by, String path) implements AccessCheck {
        @Override
        public Decision check(String verb) {
            return by.decided(Attributes.ofPath(verb, path));
        }
    }

    record GroupCheck(AuthorizerValues by, String group) {
        ResourceCheck resource(String resource) {
            return by.resource(new Attributes("", group, resource, "", "", "", "", ""));
        }
    }

    record Decision(boolean allowed, String reason) {}

    /** A resource, of which the attributes are known but for the verb. */
    public record ResourceCheck(AuthorizerValues by, Attributes of) implements AccessCheck {
        ResourceCheck subresource(String text) {
            return with(text, of.namespace(), of.name(), of.fieldSelector());
        }

        ResourceCheck namespace(String text) {
            return with(of.subresource(), text, of.name(), of.fieldSelector());
        }

        ResourceCheck name(String text) {
            return with(of.subresource(), of.namespace(), text, of.fieldSelector());
        }

        ResourceCheck fieldSelector(String text) {
            return with(of.subresource(), of.namespace(), of.name(), text);
        }

        private ResourceCheck with(String subresource, String namespace, String name, String fieldSelector) {
            return new ResourceCheck(
                    by, new Attributes("", of.group(), of.resource(), subresource, namespace, name, fieldSelector, ""));
        }

        @Override
        public Decision check(String verb) {
            return by.decided(new Attributes(
                    verb,
                    of.group(),
                    of.resource(),
                    of.subresource(),
                    of.namespace(),
                    of.name(),
                    of.fieldSelector(),
                    ""));
        }
    }
}
