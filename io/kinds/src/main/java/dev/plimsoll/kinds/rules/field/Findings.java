package dev.plimsoll.kinds.rules.field;

import dev.plimsoll.core.validation.FieldError;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The broken rules found so far, in the order in which they are reported. There is a most of them, so that no object can be sent that
 * is answered with a multiple of its own length; nobody reads so many.
 */
public final class Findings {
    public static final int MOST = 1000;
    public static final String NOT_NEGATIVE = "must be greater than or equal to 0";
    public static final String POSITIVE = "must be greater than zero";

    private final List<FieldError> errors = new ArrayList<>();

    public void add(FieldError error) {
        if (errors.size() < MOST) errors.add(error);
    }

    public void addAll(Collection<FieldError> more) {
        for (var error : more) add(error);
    }

    public void required(FieldValue at) {
        required(at, "");
    }

    public void required(FieldValue at, String detail) {
        add(FieldError.required(at.toString(), detail));
    }

    /** A text; one that was not given is shown as an empty one. */
    public void invalid(FieldValue at, String detail) {
        add(FieldError.invalid(at.toString(), at.text(), detail));
    }

    /** One error for each thing that is wrong with a text. */
    public void misspelled(FieldValue at, List<String> details) {
        for (var detail : details) invalid(at, detail);
    }

    /** A number; one that was not given is shown as zero. */
    public void invalidNumber(FieldValue at, String detail) {
        add(FieldError.invalid(at.toString(), at.number(), detail));
    }

    /** Anything else, as JSON. */
    public void invalidJson(FieldValue at, String detail) {
        invalidShown(at, at.json(), detail);
    }

    /**
     * Anything at all.
     *
     * @param shown the value as messages show it
     */
    public void invalidShown(FieldValue at, String shown, String detail) {
        add(new FieldError(FieldError.Type.INVALID, at.toString(), shown, detail));
    }

    public void notSupported(FieldValue at, List<String> supported) {
        add(FieldError.notSupported(at.toString(), at.text(), supported));
    }

    /**
     * A value outside a fixed set.
     *
     * @param shown the value as messages show it
     */
    public void notSupportedShown(FieldValue at, String shown, List<String> supported) {
        var words = FieldError.notSupported("", "", supported).detail();
        add(new FieldError(FieldError.Type.NOT_SUPPORTED, at.toString(), shown, words));
    }

    /** A text that must be one of some. */
    public void oneOf(FieldValue at, List<String> supported) {
        if (!supported.contains(at.text())) notSupported(at, supported);
    }

    /** A text that must be one of some, if it is given. */
    public void oneOfIfGiven(FieldValue at, List<String> supported) {
        if (at.isGiven()) oneOf(at, supported);
    }

    /** A text that must be there, and one of some. */
    public void requiredOneOf(FieldValue at, List<String> supported) {
        if (at.isEmpty()) required(at);
        else oneOf(at, supported);
    }

    public void duplicate(FieldValue at) {
        add(FieldError.duplicate(at.toString(), at.text()));
    }

    /**
     * A value that was there before.
     *
     * @param shown the value as messages show it
     */
    public void duplicateShown(FieldValue at, String shown) {
        add(new FieldError(FieldError.Type.DUPLICATE, at.toString(), shown, ""));
    }

    public void forbidden(FieldValue at, String detail) {
        add(FieldError.forbidden(at.toString(), detail));
    }

    public void tooLong(FieldValue at, int bytes) {
        add(FieldError.tooLong(at.toString(), bytes));
    }

    public void tooMany(FieldValue at, int most) {
        add(FieldError.tooMany(at.toString(), at.node().size(), most));
    }

    /** A number that, if given, is not below zero. */
    public void notNegative(FieldValue at) {
        if (at.isGiven() && at.number() < 0) invalidNumber(at, NOT_NEGATIVE);
    }

    public boolean isEmpty() {
        return errors.isEmpty();
    }

    public List<FieldError> toList() {
        return List.copyOf(errors);
    }
}
