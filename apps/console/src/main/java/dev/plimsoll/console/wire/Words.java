package dev.plimsoll.console.wire;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Texts that many rows share, such as names of namespaces: rows have their numbers. A viewer is told those that its rows use. */
public final class Words {
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> texts = new ArrayList<>();

    /** The number of a text; the empty one is 0. */
    public int number(String text) {
        if (texts.isEmpty()) add("");
        var known = numbers.get(text);
        return known == null ? add(text) : known;
    }

    private int add(String text) {
        var number = texts.size();
        texts.add(text);
        numbers.put(text, number);
        return number;
    }

    String text(int number) {
        return texts.get(number);
    }
}
