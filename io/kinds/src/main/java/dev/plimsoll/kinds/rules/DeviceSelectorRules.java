package dev.plimsoll.kinds.rules;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.syntax.DnsSyntax;
import dev.plimsoll.core.validation.syntax.LabelSyntax;
import dev.plimsoll.kinds.expressions.device.DeviceSelector;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What a request for devices and a class of them say of the devices that they mean. */
final class DeviceSelectorRules {
    private static final int MOST_SELECTORS = 32;
    private static final int EXPRESSION_BYTES = 10 * 1024;
    private static final int DOMAIN_BYTES = 63;
    private static final int NAME_BYTES = 32;
    private static final List<String> OPERATORS = List.of("Equal", "Exists");
    private static final String NOT_AN_IDENTIFIER =
            "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric"
                    + " characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is"
                    + " '[A-Za-z_][A-Za-z0-9_]*')";

    private DeviceSelectorRules() {}

    static void selectors(FieldValue selectors, Findings found) {
        if (selectors.node().size() > MOST_SELECTORS) found.tooMany(selectors, MOST_SELECTORS);
        for (var selector : selectors.items()) {
            var cel = selector.field("cel");
            if (!cel.isGiven()) {
                found.required(cel);
                continue;
            }
            var expression = cel.field("expression");
            if (expression.text().getBytes(StandardCharsets.UTF_8).length > EXPRESSION_BYTES) {
                found.tooLong(expression, EXPRESSION_BYTES);
            } else {
                DeviceSelector.problem(expression.text()).ifPresent(why -> found.invalid(expression, why));
            }
        }
    }

    static void tolerations(FieldValue tolerations, List<String> effects, Findings found) {
        for (var toleration : tolerations.items()) {
            var key = toleration.field("key");
            var operator = toleration.field("operator");
            var value = toleration.field("value");
            if (!key.isEmpty()) found.misspelled(key, LabelSyntax.qualifiedName(key.text()));
            switch (operator.text()) {
                case "Exists" -> {
                    if (!value.isEmpty()) found.invalid(value, "must be empty for operator `Exists`");
                }
                case "Equal" -> found.misspelled(value, LabelSyntax.labelValue(value.text()));
                default -> found.requiredOneOf(operator, OPERATORS);
            }
            if (!toleration.field("effect").isEmpty()) found.oneOf(toleration.field("effect"), effects);
        }
    }

    /** The name of an attribute or a capacity, in the domain of its driver unless it names another. */
    static void name(FieldValue at, Findings found) {
        var slash = at.text().indexOf('/');
        if (slash < 0) {
            identifier(at, at.text(), found);
            return;
        }
        var domain = at.text().substring(0, slash);
        if (domain.isEmpty()) found.invalidShown(at, "\"\"", "prefix must not be empty");
        else if (domain.length() > DOMAIN_BYTES) found.tooLong(at, DOMAIN_BYTES);
        else {
            for (var problem : DnsSyntax.subdomain(domain)) {
                found.invalidShown(at, FieldError.quoted(domain), "prefix: " + problem);
            }
        }
        identifier(at, at.text().substring(slash + 1), found);
    }

    private static void identifier(FieldValue at, String name, Findings found) {
        if (name.length() > NAME_BYTES) found.tooLong(at, NAME_BYTES);
        if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
            found.invalidShown(at, FieldError.quoted(name), NOT_AN_IDENTIFIER);
        }
    }

    /** The name of an attribute that devices of several drivers share. */
    static void sharedName(FieldValue at, Findings found) {
        name(at, found);
        if (at.text().indexOf('/') < 0) {
            found.invalid(at, "a fully qualified name must be a domain and a name separated by a slash");
        }
    }

    /** The names of a map; messages name the map. */
    static void names(FieldValue map, Findings found) {
        for (var entry : map.node().properties()) {
            name(FieldValue.at(map.toString(), TextNode.valueOf(entry.getKey())), found);
        }
    }
}
