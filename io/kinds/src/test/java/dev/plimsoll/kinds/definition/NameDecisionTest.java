package dev.plimsoll.kinds.definition;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.plimsoll.kinds.builtin.Kinds;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which names a definition is given beside {@code widgets}, {@code widget}, {@code wd}, {@code Widget} and {@code WidgetList}. */
class NameDecisionTest {
    private static final DefinitionNames TAKEN =
            new DefinitionNames("widgets", "widget", "Widget", "WidgetList", List.of("wd"), List.of());

    private static Definition definition(String name, String group, DefinitionNames wanted, DefinitionNames accepted) {
        return new Definition(
                name,
                name,
                1,
                group,
                true,
                wanted,
                accepted,
                Set.of(),
                false,
                false,
                MissingNode.getInstance(),
                MissingNode.getInstance());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "all new, gadgets, gadget, gd, Gadget, GadgetList, ''",
        "a plural, widgets, gadget, gd, Gadget, GadgetList, PluralConflict \"widgets\" is already in use",
        "a plural that is a singular, widget, gadget, gd, Gadget, GadgetList, PluralConflict \"widget\" is already in use",
        "a singular, gadgets, wd, gd, Gadget, GadgetList, SingularConflict \"wd\" is already in use",
        "a short name, gadgets, gadget, wd, Gadget, GadgetList, ShortNamesConflict \"wd\" is already in use",
        "a kind, gadgets, gadget, gd, Widget, GadgetList, KindConflict \"Widget\" is already in use",
        "a kind that is a list, gadgets, gadget, gd, WidgetList, GadgetList, KindConflict \"WidgetList\" is already in use",
        "a list, gadgets, gadget, gd, Gadget, Widget, ListKindConflict \"Widget\" is already in use"
    })
    void isTaken(
            String what,
            String plural,
            String singular,
            String shortName,
            String kind,
            String listKind,
            String expected) {
        var wanted = new DefinitionNames(plural, singular, kind, listKind, List.of(shortName), List.of("all"));
        var first = definition("first", "example.com", TAKEN, TAKEN);
        var second = definition("second", "example.com", wanted, DefinitionNames.NONE);
        var builtIn = Kinds.bundled().own();
        var decision = NameDecision.of(second, List.of(first, second), builtIn);
        assertThat((decision.reason() + " " + decision.message()).strip())
                .as(what)
                .isEqualTo(expected);
        assertThat(NameDecision.of(
                                definition("third", "other.com", wanted, DefinitionNames.NONE),
                                List.of(first, second),
                                builtIn)
                        .isWhole())
                .as("in another group")
                .isTrue();
        assertThat(NameDecision.of(definition("second", "example.com", wanted, wanted), List.of(first), builtIn)
                        .isWhole())
                .as("what it was given before")
                .isTrue();
    }
}
