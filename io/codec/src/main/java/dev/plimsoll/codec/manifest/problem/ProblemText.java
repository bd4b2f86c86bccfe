package dev.plimsoll.codec.manifest.problem;

import java.util.List;
import java.util.Locale;

/** Every sentence that loading a manifest can answer with. */
public final class ProblemText {
    // Files and folders
    public static final String NO_SUCH_FILE = "no such file or folder; check the path";
    public static final String NO_PERMISSION = "permission denied";
    public static final String NOT_A_PATH = "not a valid file name";
    public static final String EMPTY_FOLDER = "the folder holds no .yaml, .yml or .json file";
    public static final String NO_OBJECT = "holds no object; write a manifest into it";

    // Text
    public static final String UTF16 = "the text is UTF-16; save it as UTF-8";
    public static final String NUL = "not a text: it holds a zero byte, so it is a binary file";
    public static final String NOT_UTF8 = "not a text in UTF-8: it holds a byte that is no character";
    public static final String LONE_SURROGATE =
            "the text holds half of a character, an escape from \\ud800 to \\udfff without its pair";
    public static final String ESCAPE_OUT_OF_RANGE =
            "an escape after here names no character; the largest is \\U0010FFFF";

    // YAML
    public static final String TAB = "a tab is used as indentation; YAML allows only spaces there";
    public static final String COLON_IN_TEXT = "a second ': ' in one line; put quotes around a text that holds it";
    public static final String UNEXPECTED_FIELD =
            "a field is not expected here; check the indentation and the end of the line before";
    public static final String WRONG_INDENTATION = "the indentation does not fit the lines above";
    public static final String ENTRY_AMONG_FIELDS = "a list entry (-) stands among the fields of an object";
    public static final String FIELD_AMONG_ENTRIES = "a field stands among the entries of a list";
    public static final String TEXT_AFTER_VALUE =
            "there is text behind a value that has ended; put quotes around the whole value";
    public static final String OPEN_QUOTE = "the quote that starts here is never closed";
    public static final String OPEN_LIST = "the list that starts here is never closed by ]";
    public static final String OPEN_OBJECT = "the object that starts here is never closed by }";
    public static final String NEXT_DOCUMENT =
            "there is text behind the end of the document; a further document follows after a line ---";
    public static final String NO_COLON = "a ':' is missing after the key";
    public static final String ENDS_EARLY = "the text ends where a value is expected";
    public static final String LIST_ENTRY_MISPLACED = "a list entry (-) cannot start here; begin it on its own line";
    public static final String WRONG_VERSION = "the %YAML line names a version other than 1.1 and 1.2";

    // Values
    public static final String KEY_MISSING = "a key is missing before the colon";
    public static final String KEY_NOT_SCALAR = "a key is an object or a list; keys must be texts";
    public static final String MERGE_NOT_OBJECT = "<< merges objects only: an alias of one, or a list of such";
    public static final String NOT_BASE64 = "the !!binary value is not base64";
    public static final String BINARY_NOT_TEXT = "the !!binary value is no text, which JSON could not hold";

    private ProblemText() {}

    public static String unreadable(String reason) {
        return "cannot be read: " + reason;
    }

    public static String tooLarge(int bytes) {
        var mebibytes = bytes >> 20;
        var bound = mebibytes << 20 == bytes && mebibytes > 0 ? mebibytes + " MiB" : grouped(bytes) + " bytes";
        return "larger than " + bound + ", the most that is read";
    }

    public static String tooDeep(int depth) {
        return "nested deeper than " + grouped(depth) + " levels";
    }

    public static String tooManyDocuments(int documents) {
        return "more than " + grouped(documents) + " documents";
    }

    public static String tooManyValues(int values) {
        return "more than " + grouped(values) + " values";
    }

    public static String tooLongAliased(int characters) {
        return "the aliases up to here repeat more than " + grouped(characters) + " characters";
    }

    public static String tooManyAliased(int values) {
        return "the aliases up to here repeat more than " + grouped(values) + " values";
    }

    public static String controlCharacter(int c) {
        return "the control character U+%04X is not allowed".formatted(c);
    }

    public static String notYaml(String problem) {
        return "not valid YAML: " + problem;
    }

    public static String cannotStartValue(String character) {
        return "a value cannot start with " + character + "; put it in quotes";
    }

    public static String commaMissing(String what, Position start) {
        return "a comma is missing, or the " + what + " that starts at " + start + " is not closed";
    }

    public static String valueMissing(String found) {
        return "a value is missing before " + found;
    }

    public static String unknownEscape(String letter) {
        return "the escape \\" + letter + " is not known; write \\\\ for a backslash, or use single quotes";
    }

    public static String unknownAnchor(String name) {
        return "the alias *" + OneLine.shortened(name) + " has no anchor of that name before it";
    }

    public static String anchorWithinItself(String name) {
        return "the anchor &" + OneLine.shortened(name) + " contains itself";
    }

    public static String duplicateKey(String name, Position first) {
        return "the key " + OneLine.quoted(name) + " appears twice; the first is at " + first;
    }

    public static String keyNotText(String text) {
        return text.isEmpty()
                ? KEY_MISSING
                : "the key " + OneLine.shortened(text) + " is not a text; write " + OneLine.quoted(text);
    }

    public static String notFinite(String text) {
        return text + " is no number that JSON can hold";
    }

    public static String doesNotFitTag(String text, String tag) {
        return OneLine.quoted(text) + " does not fit its tag !!" + tag;
    }

    // Objects
    public static String notAnObject(String what) {
        return "the document is " + what + "; an object with apiVersion and kind is expected";
    }

    public static String missing(String path) {
        return path + " is missing";
    }

    public static String wrongType(String path, String wanted, String found) {
        return path + " must be " + wanted + ", but it is " + found;
    }

    // Pods
    public static String kindWithoutPod(String kind, List<String> known) {
        return "kind " + OneLine.quoted(kind) + " holds no pod; these do: " + String.join(", ", known);
    }

    public static String otherApiVersion(String kind, String wanted, String found) {
        return kind + " is read in apiVersion " + wanted + ", not in " + OneLine.quoted(found);
    }

    private static String grouped(int number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
