package dev.plimsoll.nodeagent.simulated.text;

import java.util.ArrayList;
import java.util.List;

/** What {@code sed} was called with. */
public record SedOptions(String script, List<String> files, boolean isQuiet, boolean isExtended, boolean isInPlace) {
    public SedOptions {
        files = List.copyOf(files);
    }

    public static SedOptions of(List<String> words) {
        var scripts = new ArrayList<String>();
        var rest = new ArrayList<String>();
        var isQuiet = false;
        var isExtended = false;
        var isInPlace = false;
        for (var i = 0; i < words.size(); i++) {
            var word = words.get(i);
            if (word.equals("-e") && i + 1 < words.size()) scripts.add(words.get(++i));
            else if (word.startsWith("-i") || word.startsWith("--in-place")) isInPlace = true;
            else if (word.matches("-[nrEs]+")) {
                isQuiet |= word.contains("n");
                isExtended |= word.contains("r") || word.contains("E");
            } else if (word.equals("--quiet")) isQuiet = true;
            else rest.add(word);
        }
        if (scripts.isEmpty() && !rest.isEmpty()) scripts.add(rest.removeFirst());
        return new SedOptions(String.join("\n", scripts), rest, isQuiet, isExtended, isInPlace);
    }
}
