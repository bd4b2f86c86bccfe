package dev.plimsoll.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.validation.FieldError;
import java.util.ArrayList;
import java.util.List;

/** Field errors as they are recorded: type, field and detail, in no particular order. */
final class RecordedErrors {
    private RecordedErrors() {}

    static List<String> recorded(JsonNode errors) {
        var texts = new ArrayList<String>();
        for (var error : errors) {
            texts.add(text(
                    error.path("type").asText(),
                    error.path("field").asText(),
                    error.path("detail").asText()));
        }
        return texts.stream().sorted().toList();
    }

    static List<String> ours(List<FieldError> errors) {
        return errors.stream()
                .map(error -> text(error.type().reason(), error.field(), error.detail()))
                .sorted()
                .toList();
    }

    private static String text(String type, String field, String detail) {
        return type + " " + field + " " + detail;
    }
}
