package dev.plimsoll.codec.schema;

/**
 * How a strategic merge patch treats a field.
 *
 * @param merges whether a list is merged; otherwise the patch's list replaces it
 * @param mergeKey the field by which entries of a merged list are told apart; empty for lists of plain values
 * @param replaces whether an object is replaced as a whole
 * @param retainsKeys whether clients say which members of an object stay, so that one of several choices takes the place of another
 */
public record PatchRule(boolean merges, String mergeKey, boolean replaces, boolean retainsKeys) {
    public static final PatchRule PLAIN = new PatchRule(false, "", false, false);
    static final PatchRule REPLACE = new PatchRule(false, "", true, false);

    static PatchRule merge(String key) {
        return new PatchRule(true, key, false, false);
    }

    PatchRule retainingKeys() {
        return new PatchRule(merges, mergeKey, replaces, true);
    }
}
