package dev.plimsoll.kinds.definition;

import dev.plimsoll.kinds.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Under which names a definition is served, beside all others of its group. A name that somebody else has already is not given;
 * names that it was given before stay with it.
 *
 * @param reason why not all names were given, in the words of the condition; empty if they were
 */
public record NameDecision(DefinitionNames accepted, String reason, String message) {
    public boolean isWhole() {
        return reason.isEmpty();
    }

    /** Everything as it is wanted. */
    public static NameDecision whole(DefinitionNames wanted) {
        return new NameDecision(wanted, "", "");
    }

    public static NameDecision of(Definition definition, Collection<Definition> all, List<Kind> builtIn) {
        var others = all.stream()
                .filter(each ->
                        each.group().equals(definition.group()) && !each.name().equals(definition.name()))
                .map(Definition::accepted)
                .toList();
        var resources = used(others, DefinitionNames::ofResource);
        var kinds = used(others, DefinitionNames::ofKind);
        for (var kind : builtIn) {
            if (!kind.group().equals(definition.group())) continue;
            resources.add(kind.plural());
            resources.add(kind.singular());
            resources.addAll(kind.shortNames());
            kinds.add(kind.name());
            kinds.add(kind.listName());
        }
        return decided(definition.wanted(), definition.accepted(), resources, kinds);
    }

    private static Set<String> used(List<DefinitionNames> others, Function<DefinitionNames, List<String>> names) {
        var used = new HashSet<String>();
        for (var other : others) used.addAll(names.apply(other));
        used.remove("");
        return used;
    }

    private static NameDecision decided(
            DefinitionNames wanted, DefinitionNames before, Set<String> resources, Set<String> kinds) {
        var reason = "";
        var message = "";
        var plural = free(wanted.plural(), before.plural(), resources);
        if (!plural) {
            reason = "PluralConflict";
            message = inUse(List.of(wanted.plural()));
        }
        var singular = free(wanted.singular(), before.singular(), resources);
        if (!singular) {
            reason = "SingularConflict";
            message = inUse(List.of(wanted.singular()));
        }
        var taken = new ArrayList<>(wanted.shortNames());
        taken.removeIf(each -> before.shortNames().contains(each) || !resources.contains(each));
        if (!taken.isEmpty()) {
            reason = "ShortNamesConflict";
            message = inUse(taken);
        }
        var kind = free(wanted.kind(), before.kind(), kinds);
        if (!kind) {
            reason = "KindConflict";
            message = inUse(List.of(wanted.kind()));
        }
        var listKind = free(wanted.listKind(), before.listKind(), kinds);
        if (!listKind) {
            reason = "ListKindConflict";
            message = inUse(List.of(wanted.listKind()));
        }
        var accepted = new DefinitionNames(
                plural ? wanted.plural() : before.plural(),
                singular ? wanted.singular() : before.singular(),
                kind ? wanted.kind() : before.kind(),
                listKind ? wanted.listKind() : before.listKind(),
                taken.isEmpty() ? wanted.shortNames() : before.shortNames(),
                wanted.categories());
        return new NameDecision(accepted, reason, message);
    }

    private static boolean free(String wanted, String before, Set<String> used) {
        return wanted.equals(before) || !used.contains(wanted);
    }

    private static String inUse(List<String> names) {
        var said =
                names.stream().map(each -> "\"" + each + "\" is already in use").toList();
        return said.size() == 1 ? said.getFirst() : "[" + String.join(", ", said) + "]";
    }
}
