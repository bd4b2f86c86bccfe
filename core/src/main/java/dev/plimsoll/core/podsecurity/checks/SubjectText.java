package dev.plimsoll.core.podsecurity.checks;

import dev.plimsoll.core.podsecurity.view.SecuredContainer;
import dev.plimsoll.core.podsecurity.view.SecuredPod;
import dev.plimsoll.core.podsecurity.view.SecurityContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** How details name those who set something. */
final class SubjectText {
    private SubjectText() {}

    static List<String> names(SecuredPod pod, Predicate<SecuredContainer> bad) {
        return pod.containers().stream().filter(bad).map(SecuredContainer::name).toList();
    }

    static String containers(List<String> names) {
        return plural(names, "container") + " " + quoted(names);
    }

    /** The pod, its containers, or both, that fail at something that either can set; empty if neither does. */
    static String setters(SecuredPod pod, Predicate<SecurityContext> bad) {
        var setters = new ArrayList<String>();
        if (bad.test(pod.context())) setters.add("pod");
        var names = names(pod, container -> bad.test(container.context()));
        if (!names.isEmpty()) setters.add(containers(names));
        return String.join(" and ", setters);
    }

    static String plural(Collection<?> of, String one) {
        return of.size() == 1 ? one : one + "s";
    }

    static String uses(Collection<?> who) {
        return who.size() == 1 ? "uses" : "use";
    }

    static String quoted(Collection<String> texts) {
        return texts.stream().map(text -> '"' + text + '"').collect(Collectors.joining(", "));
    }

    static NavigableSet<String> sorted() {
        return new TreeSet<>();
    }
}
