package dev.plimsoll.kinds.rules.pod;

import dev.plimsoll.core.validation.syntax.DnsSyntax;
import dev.plimsoll.core.validation.syntax.PathSyntax;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import java.util.List;

/** What confines the processes of a pod or container: profiles of the kernel's modules, and what Windows has in their place. */
final class ProfileRules {
    private static final String LOCALHOST = "Localhost";
    private static final List<String> PROFILES = List.of(LOCALHOST, "RuntimeDefault", "Unconfined");
    private static final int APP_ARMOR_BYTES = 4_095;
    private static final int USER_NAME_CHARACTERS = 104;
    private static final int DOMAIN_CHARACTERS = 256;

    private ProfileRules() {}

    /** Those of a security context. */
    static void check(FieldValue context, Findings found) {
        seccomp(context.field("seccompProfile"), found);
        windows(context.field("windowsOptions"), found);
        appArmor(context.field("appArmorProfile"), found);
    }

    private static void seccomp(FieldValue profile, Findings found) {
        if (!profile.isGiven()) return;
        var type = profile.field("type");
        var file = profile.field("localhostProfile");
        if (type.isEmpty()) found.required(type, "type is required when seccompProfile is set");
        if (type.text().equals(LOCALHOST)) {
            if (!file.isGiven()) found.required(file, "must be set when seccomp type is Localhost");
            else found.misspelled(file, PathSyntax.descending(file.text()));
        } else if (file.isGiven()) {
            found.invalid(file, "can only be set when seccomp type is Localhost");
        }
        if (!type.isEmpty()) found.oneOf(type, PROFILES);
    }

    private static void appArmor(FieldValue profile, Findings found) {
        if (!profile.isGiven()) return;
        var type = profile.field("type");
        var name = profile.field("localhostProfile");
        if (type.isEmpty()) found.required(type, "type is required when appArmorProfile is set");
        else found.oneOf(type, PROFILES);
        if (!type.text().equals(LOCALHOST)) {
            if (name.isGiven() && PROFILES.contains(type.text())) {
                found.invalid(name, "can only be set when AppArmor type is Localhost");
            }
        } else if (name.isEmpty() || name.text().isBlank()) {
            found.required(name, "must be set when AppArmor type is Localhost");
        } else {
            if (!name.text().strip().equals(name.text())) found.invalid(name, "must not be padded with whitespace");
            if (name.text().length() > APP_ARMOR_BYTES) found.tooLong(name, APP_ARMOR_BYTES);
        }
    }

    private static void windows(FieldValue options, Findings found) {
        var spec = options.field("gmsaCredentialSpecName");
        if (spec.isGiven()) found.misspelled(spec, DnsSyntax.subdomain(spec.text()));
        var content = options.field("gmsaCredentialSpec");
        if (content.isGiven() && content.isEmpty()) {
            found.invalid(content, "gmsaCredentialSpec cannot be an empty string");
        }
        var user = options.field("runAsUserName");
        if (!user.isGiven()) return;
        if (user.text().isEmpty()) {
            found.invalid(user, "runAsUserName cannot be an empty string");
            return;
        }
        if (user.text().chars().anyMatch(Character::isISOControl)) {
            found.invalid(user, "runAsUserName cannot contain control characters");
        }
        var parts = user.text().split("\\\\", -1);
        if (parts.length > 2) {
            found.invalid(user, "runAsUserName cannot contain more than one backslash");
            return;
        }
        account(user, parts, found);
    }

    private static void account(FieldValue user, String[] parts, Findings found) {
        var name = parts[parts.length - 1];
        if (parts.length == 2 && !parts[0].matches("[^\\\\/:*?\"<>|.]([^\\\\/:*?\"<>|]{0,14})?|.{16,}")) {
            found.invalid(user, "runAsUserName's Domain doesn't match the NetBIOS nor the DNS format");
        }
        if (parts.length == 2 && parts[0].length() >= DOMAIN_CHARACTERS) {
            found.invalid(user, "runAsUserName's Domain length must be under " + DOMAIN_CHARACTERS + " characters");
        }
        if (name.isEmpty()) {
            found.invalid(user, "runAsUserName's User cannot be empty");
        } else if (name.length() > USER_NAME_CHARACTERS) {
            found.invalid(user, "runAsUserName's User length must not be longer than 104 characters");
        }
        if (!name.isEmpty() && name.matches("[. ]+")) {
            found.invalid(user, "runAsUserName's User cannot contain only periods or spaces");
        }
        if (name.matches(".*[\"/\\\\:;|=,+*?<>@\\[\\]].*")) {
            found.invalid(user, "runAsUserName's User cannot contain the following characters: \"/\\:;|=,+*?<>@[]");
        }
    }
}
