package dev.plimsoll.cli.explain.admission;

import dev.plimsoll.client.ApiStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What the API server says to an object.
 *
 * @param code of the refusal, such as 422; 0 if it is accepted
 * @param complaints what is wrong; empty if it is accepted
 * @param warnings what it would be created with all the same
 */
public record Verdict(int code, List<Complaint> complaints, List<Complaint> warnings) {
    /** For what is not asked to be created: it runs already. */
    public static final Verdict ACCEPTED = new Verdict(0, List.of(), List.of());

    public static final int BAD_REQUEST = 400;
    static final int FORBIDDEN = 403;
    private static final int INVALID = 422;
    private static final String STRICT = "strict decoding error: ";
    private static final Pattern STRANGE_FIELD = Pattern.compile("(unknown|duplicate) field \"([^\"]*)\"");

    public Verdict {
        complaints = List.copyOf(complaints);
        warnings = List.copyOf(warnings);
    }

    public boolean isRefused() {
        return code != 0;
    }

    public boolean isForbidden() {
        return code == FORBIDDEN;
    }

    static Verdict accepted(List<String> warnings) {
        return new Verdict(0, List.of(), warnings.stream().map(Verdict::warning).toList());
    }

    /** A warning of the API server begins with the field that it is about. */
    private static Complaint warning(String text) {
        var colon = text.indexOf(": ");
        var isField = colon > 0 && text.substring(0, colon).matches("(spec|metadata)[.\\[][^ ]*");
        return isField
                ? new Complaint("Warning", text.substring(0, colon), text.substring(colon + 2))
                : new Complaint("Warning", "", text);
    }

    /** Of a Status object. */
    static Verdict refused(ApiStatus status, List<String> warnings) {
        var complaints = new ArrayList<Complaint>();
        if (status.code() == INVALID) {
            for (var cause : status.causes())
                complaints.add(new Complaint(cause.reason(), cause.field(), cause.message()));
        } else if (status.message().contains(STRICT)) {
            var fields = STRANGE_FIELD.matcher(status.message());
            while (fields.find()) {
                var reason = fields.group(1).equals("unknown") ? "UnknownField" : "DuplicateField";
                complaints.add(new Complaint(reason, fields.group(2), fields.group(1) + " field"));
            }
        }
        if (complaints.isEmpty()) complaints.add(new Complaint(status.reason(), "", status.message()));
        return new Verdict(status.code(), complaints, accepted(warnings).warnings());
    }

    public Verdict withComplaints(List<Complaint> better) {
        return new Verdict(code, better, warnings);
    }

    public Verdict withWarnings(List<Complaint> more) {
        if (more.isEmpty()) return this;
        var all = new ArrayList<>(warnings);
        all.addAll(more);
        return new Verdict(code, complaints, all);
    }
}
