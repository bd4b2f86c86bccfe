package dev.plimsoll.apiserver.verbs;

import dev.plimsoll.apiserver.decoding.BodyDecoder.FieldValidation;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import java.util.ArrayList;
import java.util.List;

/** How a write is to be done, from the query. */
public record WriteOptions(boolean dryRun, String fieldManager, FieldValidation fieldValidation, boolean force) {
    private static final int LONGEST_MANAGER = 128;

    /** Reads them; {@code kind} is how messages name the options: CreateOptions, UpdateOptions, PatchOptions. */
    public static WriteOptions of(Call call, String kind) {
        var query = call.query();
        var errors = new ArrayList<FieldError>();
        var dryRun = new ArrayList<>(query.all("dryRun"));
        dryRun.removeIf(String::isEmpty);
        if (!dryRun.isEmpty() && !dryRun.equals(List.of("All"))) {
            errors.add(new FieldError(
                    FieldError.Type.NOT_SUPPORTED,
                    "dryRun",
                    "[\"" + String.join("\",\"", dryRun) + "\"]",
                    "supported values: \"All\""));
        }
        var manager = query.text("fieldManager");
        if (manager.length() > LONGEST_MANAGER) {
            errors.add(FieldError.tooLong("fieldManager", LONGEST_MANAGER));
        }
        var validation = validation(query.text("fieldValidation"), errors);
        if (!errors.isEmpty()) {
            throw new RefusedException(new Refusal.Invalid("meta.k8s.io", kind, "", errors));
        }
        return new WriteOptions(
                !dryRun.isEmpty(), manager.isEmpty() ? agent(call) : manager, validation, query.flag("force"));
    }

    private static FieldValidation validation(String text, List<FieldError> errors) {
        return switch (text) {
            case "Ignore" -> FieldValidation.IGNORE;
            case "Strict" -> FieldValidation.STRICT;
            case "", "Warn" -> FieldValidation.WARN;
            default -> {
                errors.add(FieldError.notSupported("fieldValidation", text, List.of("", "Ignore", "Strict", "Warn")));
                yield FieldValidation.WARN;
            }
        };
    }

    /** Who does not say who it is goes by the first word of its user agent. */
    private static String agent(Call call) {
        var agent = call.request().header("user-agent");
        var slash = agent.indexOf('/');
        var name = slash < 0 ? agent : agent.substring(0, slash);
        if (name.length() <= LONGEST_MANAGER && isPrintable(name)) return name.isEmpty() ? "unknown" : name;
        var printable = name.codePoints()
                .filter(c -> !Character.isISOControl(c))
                .limit(LONGEST_MANAGER)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return printable.isEmpty() ? "unknown" : printable;
    }

    private static boolean isPrintable(String name) {
        for (var i = 0; i < name.length(); i++) if (name.charAt(i) < ' ' || name.charAt(i) > '~') return false;
        return true;
    }
}
