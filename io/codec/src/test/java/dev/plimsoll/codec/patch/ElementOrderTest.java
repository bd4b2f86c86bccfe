package dev.plimsoll.codec.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.codec.patch.ElementOrder.Keyed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: patches
/** The order of merged lists, against a twin that reads like the rule. */
class ElementOrderTest {
    private static final List<String> NAMES = List.of("a", "b", "c", "d", "e", "f", "g");

    @Test
    void isWhatTheRuleSays() {
        var random = new Random(7);
        for (var i = 0; i < 20_000; i++) {
            var stored = some(random);
            var patch = some(random);
            var merged = new ArrayList<>(stored);
            for (var name : patch) if (!merged.contains(name)) merged.add(name);
            // A directive may name more than there is, and in any order.
            var order = random.nextBoolean() ? patch : with(patch, some(random), random);
            assertThat(sorted(merged, order, stored))
                    .as("stored %s, patch %s, order %s", stored, patch, order)
                    .isEqualTo(naive(merged, order, stored));
        }
    }

    @Test
    void keepsEveryEntryAndBothOrders() {
        var random = new Random(8);
        for (var i = 0; i < 20_000; i++) {
            var stored = some(random);
            var patch = some(random);
            var merged = new ArrayList<>(stored);
            for (var name : patch) if (!merged.contains(name)) merged.add(name);
            var sorted = sorted(merged, patch, stored);
            assertThat(sorted).containsExactlyInAnyOrderElementsOf(merged);
            assertThat(among(sorted, patch)).isEqualTo(patch);
            var others = new ArrayList<>(stored);
            others.removeAll(patch);
            assertThat(among(sorted, others)).isEqualTo(others);
        }
    }

    @Test
    void entriesWithOneKeyStayTogetherInTheirOrder() {
        var merged = List.of(new Keyed<>("a", 1), new Keyed<>("b", 2), new Keyed<>("a", 3));
        assertThat(ElementOrder.sorted(merged, List.of("b", "a"), List.of("a", "b")))
                .containsExactly(2, 1, 3);
    }

    @Test
    void aLongListTakesNoLongerThanItsLength() {
        var names = new ArrayList<String>();
        for (var i = 0; i < 200_000; i++) names.add("n" + i);
        var order = new ArrayList<>(names);
        Collections.reverse(order);
        assertThat(sorted(names, order, names)).isEqualTo(order);
        assertThat(sorted(names, List.of(), names)).isEqualTo(names);
    }

    private static List<String> sorted(List<String> merged, List<String> order, List<String> stored) {
        return ElementOrder.sorted(
                merged.stream().map(name -> new Keyed<>(name, name)).toList(), order, stored);
    }

    /** Step by step: the two sequences, and at each step the head that goes first. */
    private static List<String> naive(List<String> merged, List<String> order, List<String> stored) {
        var named = new ArrayList<String>();
        for (var name : order) if (merged.contains(name) && !named.contains(name)) named.add(name);
        var others = new ArrayList<>(merged);
        others.removeAll(named);
        var result = new ArrayList<String>();
        while (!named.isEmpty() && !others.isEmpty()) {
            var bothStored = stored.contains(named.getFirst()) && stored.contains(others.getFirst());
            var otherFirst = bothStored && stored.indexOf(others.getFirst()) < stored.indexOf(named.getFirst());
            result.add(otherFirst ? others.removeFirst() : named.removeFirst());
        }
        result.addAll(named);
        result.addAll(others);
        return result;
    }

    private static List<String> some(Random random) {
        var names = new ArrayList<>(NAMES);
        Collections.shuffle(names, random);
        return new ArrayList<>(names.subList(0, random.nextInt(NAMES.size())));
    }

    /** The names of both, the first ones in their order. */
    private static List<String> with(List<String> first, List<String> second, Random random) {
        var both = new ArrayList<>(first);
        for (var name : second) if (!both.contains(name)) both.add(random.nextInt(both.size() + 1), name);
        return both;
    }

    private static List<String> among(List<String> list, List<String> wanted) {
        var kept = new ArrayList<>(list);
        kept.retainAll(new HashSet<>(wanted));
        return kept;
    }
}
