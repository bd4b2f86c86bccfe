package dev.plimsoll.codec.fields;

import dev.plimsoll.codec.schema.KindShape;

/** What clients read if their document is not one of its kind. */
public final class DecodeErrorText {
    private DecodeErrorText() {}

    /** The message of a 400 whose reason is the given text. */
    public static String failure(KindShape kind, String reason) {
        var version = kind.apiVersion().substring(kind.apiVersion().indexOf('/') + 1);
        return kind.kind() + " in version \"" + version + "\" cannot be handled as a " + kind.kind() + ": " + reason;
    }
}
