package dev.plimsoll.codec.structural;

/** Places in a schema, as messages name them. Whoever writes a schema chooses its names, so what is built of them is bounded. */
public final class SchemaPath {
    private static final int LONGEST = 4_096;

    private SchemaPath() {}

    /** The schema of a property below another schema; further below the longest path that is written out, that path. */
    public static String property(String path, String name) {
        if (path.length() > LONGEST) return path;
        return path + ".properties[" + (name.length() > LONGEST ? name.substring(0, LONGEST) + "..." : name) + "]";
    }
}
