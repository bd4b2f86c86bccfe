package dev.plimsoll.codec.structural;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.json.Trail;
import dev.plimsoll.core.validation.FieldError;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with a document, in the words of Kubernetes. */
final class SchemaErrors {
    /** How an error is named that has no place. */
    static final String NOWHERE = "<nil>";

    /** Nobody reads more; each names its place, and a client chooses how long that is and how often it is wrong. */
    static final int MOST = 1_000;

    private final List<FieldError> errors = new ArrayList<>();

    List<FieldError> all() {
        return errors;
    }

    boolean isEmpty() {
        return errors.isEmpty();
    }

    void addAll(SchemaErrors others) {
        for (var error : others.errors) add(error);
    }

    /** A value that is not as it should be; {@code what} follows the words "PATH in body". */
    void unfit(Trail path, JsonNode value, String what) {
        if (isFull()) return;
        add(FieldError.Type.INVALID, path, ValueText.of(value), path + " in body " + what);
    }

    void unfitSize(Trail path, long size, String what) {
        add(FieldError.Type.INVALID, path, Long.toString(size), path + " in body " + what);
    }

    void wrongType(Trail path, JsonNode value, String wanted) {
        if (isFull()) return;
        var found = FieldError.quoted(ValueText.typeOf(value));
        add(FieldError.Type.TYPE_INVALID, path, found, path + " in body must be of type " + wanted + ": " + found);
    }

    void wrongFormat(Trail path, JsonNode value, String format) {
        if (isFull()) return;
        var shown = ValueText.of(value);
        add(FieldError.Type.TYPE_INVALID, path, shown, path + " in body must be of type " + format + ": " + shown);
    }

    void missing(Trail path) {
        if (isFull()) return;
        add(FieldError.required(path.toString(), ""));
    }

    void unlisted(Trail path, JsonNode value, List<JsonNode> allowed) {
        if (isFull()) return;
        var words = new ArrayList<String>();
        for (var each : allowed) words.add(FieldError.quoted(each.isTextual() ? each.textValue() : each.toString()));
        add(FieldError.Type.NOT_SUPPORTED, path, ValueText.of(value), "supported values: " + String.join(", ", words));
    }

    void tooLong(Trail path, long most) {
        if (isFull()) return;
        add(FieldError.tooLong(path.toString(), (int) most));
    }

    void tooMany(Trail path, long size, long most) {
        if (isFull()) return;
        add(FieldError.tooMany(path.toString(), size, most));
    }

    void duplicate(Trail path, String shown) {
        add(FieldError.Type.DUPLICATE, path, shown, "");
    }

    /** A condition that is made of others; Kubernetes tells the place in the text only. */
    void unmet(Trail path, String what) {
        if (isFull()) return;
        add(new FieldError(FieldError.Type.INVALID, NOWHERE, "\"\"", FieldError.quoted(path.toString()) + what));
    }

    void add(FieldError.Type type, Trail path, String value, String detail) {
        if (isFull()) return;
        var place = path.toString();
        add(new FieldError(type, place.isEmpty() ? NOWHERE : place, value, detail));
    }

    private boolean isFull() {
        return errors.size() >= MOST;
    }

    private void add(FieldError error) {
        if (!isFull()) errors.add(error);
    }
}
