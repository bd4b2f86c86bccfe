package dev.plimsoll.tls;

import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** A text with the certificates of authorities, as Kubernetes takes it: other text may stand around them, other blocks may not. */
public final class TrustAnchors {
    private static final String BEGIN = "-----BEGIN ";
    private static final String END = "-----END ";
    private static final String DASHES = "-----";

    private TrustAnchors() {}

    /** What is between a BEGIN and its END, as far as it is Base64. */
    @SuppressWarnings("ArrayRecordComponent") // never leaves this class
    private record Entry(String title, boolean hasHeaders, byte[] content, String text) {}

    /** What is wrong with a text; empty if nothing is. */
    public static List<String> problems(String text) {
        var entries = entries(text);
        if (entries.isEmpty()) return List.of("at least one trust anchor must be provided");
        var problems = new ArrayList<String>();
        for (var i = 0; i < entries.size(); i++) {
            var place = "entry " + i;
            problem(entries.get(i)).ifPresent(problem -> problems.add(place + problem));
        }
        return problems.isEmpty() ? duplicates(entries) : problems;
    }

    private static Optional<String> problem(Entry entry) {
        if (!entry.title().equals("CERTIFICATE")) return Optional.of(" has bad block type: " + entry.title());
        if (entry.hasHeaders()) return Optional.of(" has PEM block headers");
        try {
            var certificate = IssuedCertificate.read(entry.content());
            return certificate.isAuthority() ? Optional.empty() : Optional.of(" does not have the CA bit set");
        } catch (GeneralSecurityException _) {
            return Optional.of(" does not parse as X.509");
        }
    }

    private static List<String> duplicates(List<Entry> entries) {
        var places = new LinkedHashMap<String, List<String>>();
        for (var i = 0; i < entries.size(); i++) {
            places.computeIfAbsent(entries.get(i).text(), _ -> new ArrayList<>())
                    .add(Integer.toString(i));
        }
        return places.values().stream()
                .filter(same -> same.size() > 1)
                .map(same -> "duplicate trust anchor (indices [" + String.join(" ", same) + "])")
                .toList();
    }

    private static List<Entry> entries(String text) {
        var entries = new ArrayList<Entry>();
        var title = "";
        var hasHeaders = false;
        var content = new StringBuilder();
        for (var line : text.lines().map(String::strip).toList()) {
            if (line.startsWith(BEGIN) && line.endsWith(DASHES) && line.length() > BEGIN.length() + DASHES.length()) {
                title = line.substring(BEGIN.length(), line.length() - DASHES.length());
                hasHeaders = false;
                content.setLength(0);
            } else if (!title.isEmpty() && line.equals(END + title + DASHES)) {
                add(entries, title, hasHeaders, content.toString());
                title = "";
            } else if (line.contains(":")) {
                hasHeaders = true;
            } else {
                content.append(line);
            }
        }
        return entries;
    }

    /** What is no Base64 is passed over, as other text is. */
    private static void add(List<Entry> entries, String title, boolean hasHeaders, String text) {
        Pem.base64(text).ifPresent(content -> entries.add(new Entry(title, hasHeaders, content, text)));
    }
}
