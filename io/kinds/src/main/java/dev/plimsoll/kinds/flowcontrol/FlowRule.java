package dev.plimsoll.kinds.flowcontrol;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.objects.access.User;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** One rule of a flow schema: who, and what they ask. */
public record FlowRule(List<Subject> subjects, List<Resources> resources, List<Pages> pages) {
    private static final String ALL = "*";

    public FlowRule {
        subjects = List.copyOf(subjects);
        resources = List.copyOf(resources);
        pages = List.copyOf(pages);
    }

    /** Who asks. */
    sealed interface Subject {
        boolean includes(User user);

        record Anybody() implements Subject {
            @Override
            public boolean includes(User user) {
                return true;
            }
        }

        record Named(String name) implements Subject {
            @Override
            public boolean includes(User user) {
                return user.name().equals(name);
            }
        }

        /** All service accounts of a namespace. */
        record Accounts(String prefix) implements Subject {
            @Override
            public boolean includes(User user) {
                return user.name().startsWith(prefix);
            }
        }

        record Member(String group) implements Subject {
            @Override
            public boolean includes(User user) {
                return user.groups().contains(group);
            }
        }

        static Subject read(JsonNode subject) {
            return switch (subject.path("kind").asText()) {
                case "User" -> {
                    var name = subject.path("user").path("name").asText();
                    yield name.equals(ALL) ? new Anybody() : new Named(name);
                }
                case "Group" -> {
                    var name = subject.path("group").path("name").asText();
                    yield name.equals(ALL) ? new Anybody() : new Member(name);
                }
                default -> {
                    var account = subject.path("serviceAccount");
                    var prefix =
                            "system:serviceaccount:" + account.path("namespace").asText() + ":";
                    var name = account.path("name").asText();
                    yield name.equals(ALL) ? new Accounts(prefix) : new Named(prefix + name);
                }
            };
        }
    }

    /** Texts, or all there are. */
    record Choice(boolean isAll, Set<String> texts) {
        static Choice read(JsonNode list) {
            var texts = new ArrayList<String>();
            for (var each : list) texts.add(each.asText());
            return new Choice(texts.contains(ALL), Set.copyOf(texts));
        }

        boolean includes(String text) {
            return isAll || texts.contains(text);
        }
    }

    record Resources(Choice verbs, Choice groups, Choice resources, boolean isOfCluster, Choice namespaces) {
        static Resources read(JsonNode rule) {
            return new Resources(
                    Choice.read(rule.path("verbs")),
                    Choice.read(rule.path("apiGroups")),
                    Choice.read(rule.path("resources")),
                    rule.path("clusterScope").asBoolean(),
                    Choice.read(rule.path("namespaces")));
        }

        boolean includes(FlowRequest request) {
            var isPlaced = request.namespace().isEmpty() ? isOfCluster : namespaces.includes(request.namespace());
            return isPlaced
                    && verbs.includes(request.verb())
                    && groups.includes(request.group())
                    && resources.includes(request.resource());
        }
    }

    /** Paths outside every resource; one that ends with a star stands for all that begin so. */
    record Pages(Choice verbs, Choice paths, List<String> prefixes) {
        static Pages read(JsonNode rule) {
            var prefixes = new ArrayList<String>();
            for (var path : rule.path("nonResourceURLs")) {
                var text = path.asText();
                if (text.length() > 1 && text.endsWith(ALL)) prefixes.add(text.substring(0, text.length() - 1));
            }
            return new Pages(
                    Choice.read(rule.path("verbs")), Choice.read(rule.path("nonResourceURLs")), List.copyOf(prefixes));
        }

        boolean includes(FlowRequest request) {
            if (!verbs.includes(request.verb())) return false;
            if (paths.includes(request.path())) return true;
            for (var i = 0; i < prefixes.size(); i++) if (request.path().startsWith(prefixes.get(i))) return true;
            return false;
        }
    }

    static FlowRule read(JsonNode rule) {
        var subjects = new ArrayList<Subject>();
        for (var subject : rule.path("subjects")) subjects.add(Subject.read(subject));
        var resources = new ArrayList<Resources>();
        for (var each : rule.path("resourceRules")) resources.add(Resources.read(each));
        var pages = new ArrayList<Pages>();
        for (var each : rule.path("nonResourceRules")) pages.add(Pages.read(each));
        return new FlowRule(subjects, resources, pages);
    }

    /** By index: this is asked several times for each request, and must leave no garbage. */
    boolean matches(FlowRequest request) {
        return isFrom(request.user()) && isAsked(request);
    }

    private boolean isAsked(FlowRequest request) {
        if (request.isResource()) {
            for (var i = 0; i < resources.size(); i++) if (resources.get(i).includes(request)) return true;
            return false;
        }
        for (var i = 0; i < pages.size(); i++) if (pages.get(i).includes(request)) return true;
        return false;
    }

    private boolean isFrom(User user) {
        for (var i = 0; i < subjects.size(); i++) if (subjects.get(i).includes(user)) return true;
        return false;
    }
}
