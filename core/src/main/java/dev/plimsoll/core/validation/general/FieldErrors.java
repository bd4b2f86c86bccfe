package dev.plimsoll.core.validation.general;

import dev.plimsoll.core.validation.FieldError;
import java.util.ArrayList;
import java.util.List;

/** The broken rules found so far, in the order in which they are reported. */
final class FieldErrors {
    private final List<FieldError> errors = new ArrayList<>();

    void required(FieldPath at) {
        required(at, "");
    }

    void required(FieldPath at, String detail) {
        errors.add(FieldError.required(at.toString(), detail));
    }

    void invalid(FieldPath at, String value, String detail) {
        errors.add(FieldError.invalid(at.toString(), value, detail));
    }

    void invalid(FieldPath at, long value, String detail) {
        errors.add(FieldError.invalid(at.toString(), value, detail));
    }

    /** One error for each thing that is wrong with the value's spelling. */
    void misspelled(FieldPath at, String value, List<String> messages) {
        for (var message : messages) invalid(at, value, message);
    }

    void notSupported(FieldPath at, String value, List<String> supported) {
        errors.add(FieldError.notSupported(at.toString(), value, supported));
    }

    void duplicate(FieldPath at, String value) {
        errors.add(FieldError.duplicate(at.toString(), value));
    }

    void notFound(FieldPath at, String value) {
        errors.add(FieldError.notFound(at.toString(), value, ""));
    }

    void forbidden(FieldPath at, String detail) {
        errors.add(FieldError.forbidden(at.toString(), detail));
    }

    void tooLong(FieldPath at, int bytes) {
        errors.add(FieldError.tooLong(at.toString(), bytes));
    }

    List<FieldError> toList() {
        return List.copyOf(errors);
    }
}
