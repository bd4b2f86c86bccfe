package dev.plimsoll.cli.text;

/** How many letters must be added, left out or changed to make one word of another. */
public final class EditDistance {
    private EditDistance() {}

    public static int of(String word, String other) {
        var row = new int[other.length() + 1];
        for (var j = 0; j <= other.length(); j++) row[j] = j;
        for (var i = 1; i <= word.length(); i++) {
            var diagonal = row[0];
            row[0] = i;
            for (var j = 1; j <= other.length(); j++) {
                var above = row[j];
                var changed = diagonal + (word.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(changed, Math.min(above, row[j - 1]) + 1);
                diagonal = above;
            }
        }
        return row[other.length()];
    }
}
