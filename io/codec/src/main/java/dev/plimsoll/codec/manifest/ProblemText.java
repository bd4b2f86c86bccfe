package dev.plimsoll.codec.manifest;

import java.util.List;
import java.util.Locale;

/** Every sentence that loading a manifest can answer with. */
final class ProblemText {
    // Files and folders
    static final String NO_SUCH_FILE = "no such file or folder";
    static final String NO_PERMISSION = "permission denied";
    static final String NOT_A_PATH = "not a valid file name";
    static final String EMPTY_FOLDER = "the folder holds no .yaml, .yml or .json file";
    static final String NO_OBJECT = "holds no object";

    // Text
    static final String UTF16 = "the text is UTF-16; save it as UTF-8";
    static final String NUL = "not a text: it holds a zero byte, so it is a binary file";
    static final String NOT_UTF8 = "not a text in UTF-8: it holds a byte that is no character";
    static final String LONE_SURROGATE =
            "the text holds half of a character, an escape from \\ud800 to \\udfff without its pair";
    static final String ESCAPE_OUT_OF_RANGE = "an escape after here names no character; the largest is \\U0010FFFF";

    // YAML
    static final String TAB = "a tab is used as indentation; YAML allows only spaces there";
    static final String COLON_IN_TEXT = "a second ': ' in one line; put quotes around a text that holds it";
    static final String UNEXPECTED_FIELD =
            "a field is not expected here; check the indentation and the end of the line before";
    static final String WRONG_INDENTATION = "the indentation does not fit the lines above";
    static final String ENTRY_AMONG_FIELDS = "a list entry (-) stands among the fields of an object";
    static final String FIELD_AMONG_ENTRIES = "a field stands among the entries of a list";
    static final String TEXT_AFTER_VALUE =
            "there is text behind a value that has ended; put quotes around the whole value";
    static final String OPEN_QUOTE = "the quote that starts here is never closed";
    static final String OPEN_LIST = "the list that starts here is never closed by ]";
    static final String OPEN_OBJECT = "the object that starts here is never closed by }";
    static final String NEXT_DOCUMENT =
            "there is text behind the end of the document; a further document follows after a line ---";
    static final String NO_COLON = "a ':' is missing after the key";
    static final String ENDS_EARLY = "the text ends where a value is expected";
    static final String LIST_ENTRY_MISPLACED = "a list entry (-) cannot start here; begin it on its own line";
    static final String WRONG_VERSION = "the %YAML line names a version other than 1.1 and 1.2";

    // Values
    static final String KEY_MISSING = "a key is missing before the colon";
    static final String KEY_NOT_SCALAR = "a key is an object or a list; keys must be texts";
    static final String MERGE_NOT_OBJECT = "<< merges objects only: an alias of one, or a list of such";
    static final String NOT_BASE64 = "the !!binary value is not base64";
    static final String BINARY_NOT_TEXT = "the !!binary value is no text, which JSON could not hold";

    private ProblemText() {}

    static String unreadable(String reason) {
        return "cannot be read: " + reason;
    }

    static String tooLarge(int bytes) {
        var mebibytes = bytes >> 20;
        var bound = mebibytes << 20 == bytes && mebibytes > 0 ? mebibytes + " MiB" : grouped(bytes) + " bytes";
        return "larger than " + bound + ", the most that is read";
    }

    static String tooDeep(int depth) {
        return "nested deeper than " + grouped(depth) + " levels";
    }

    static String tooManyDocuments(int documents) {
        return "more than " + grouped(documents) + " documents";
    }

    static String tooManyValues(int values) {
        return "more than " + grouped(values) + " values";
    }

    static String tooLongAliased(int characters) {
        return "the aliases up to here repeat more than " + grouped(characters) + " characters";
    }

    static String tooManyAliased(int values) {
        return "the aliases up to here repeat more than " + grouped(values) + " values";
    }

    static String controlCharacter(int c) {
        return "the control character U+%04X is not allowed".formatted(c);
    }

    static String notYaml(String problem) {
        return "not valid YAML: " + problem;
    }

    static String cannotStartValue(String character) {
        return "a value cannot start with " + character + "; put it in quotes";
    }

    static String commaMissing(String what, Position start) {
        return "a comma is missing, or the " + what + " that starts at " + start + " is not closed";
    }

    static String valueMissing(String found) {
        return "a value is missing before " + found;
    }

    static String unknownEscape(String letter) {
        return "the escape \\" + letter + " is not known; write \\\\ for a backslash, or use single quotes";
    }

    static String unknownAnchor(String name) {
        return "the alias *" + OneLine.shortened(name) + " has no anchor of that name before it";
    }

    static String anchorWithinItself(String name) {
        return "the anchor &" + OneLine.shortened(name) + " contains itself";
    }

    static String duplicateKey(String name, Position first) {
        return "the key " + OneLine.quoted(name) + " appears twice; the first is at " + first;
    }

    static String keyNotText(String text) {
        return text.isEmpty()
                ? KEY_MISSING
                : "the key " + OneLine.shortened(text) + " is not a text; write " + OneLine.quoted(text);
    }

    static String notFinite(String text) {
        return text + " is no number that JSON can hold";
    }

    static String doesNotFitTag(String text, String tag) {
        return OneLine.quoted(text) + " does not fit its tag !!" + tag;
    }

    // Objects
    static String notAnObject(String what) {
        return "the document is " + what + "; an object with apiVersion and kind is expected";
    }

    static String missing(String path) {
        return path + " is missing";
    }

    static String wrongType(String path, String wanted, String found) {
        return path + " must be " + wanted + ", but it is " + found;
    }

    // Pods
    static String kindWithoutPod(String kind, List<String> known) {
        return "kind " + OneLine.quoted(kind) + " holds no pod; these do: " + String.join(", ", known);
    }

    static String otherApiVersion(String kind, String wanted, String found) {
        return kind + " is read in apiVersion " + wanted + ", not in " + OneLine.quoted(found);
    }

    private static String grouped(int number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
