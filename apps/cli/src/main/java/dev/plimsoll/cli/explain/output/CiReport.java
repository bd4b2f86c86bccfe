package dev.plimsoll.cli.explain.output;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.cli.explain.admission.Complaint;
import dev.plimsoll.cli.explain.items.Item;
import dev.plimsoll.cli.text.MarkupText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What is wrong with objects, in the forms that build servers read. */
public final class CiReport {
    private static final Pattern PLACE = Pattern.compile("(.*):(\\d+):(\\d+)");

    private final List<Finding> findings = new ArrayList<>();

    /**
     * One line of a report.
     *
     * @param isError whether the object is refused for it
     * @param line 0 where it is not known
     */
    private record Finding(
            String object, boolean isError, String reason, String message, String file, int line, int column) {}

    private final List<Item> items;

    private CiReport(List<Item> items) {
        this.items = items;
    }

    /** Of all items, and of what could not be read. */
    public static CiReport of(List<Item> items, List<String> unreadable) {
        var report = new CiReport(items);
        for (var item : items) {
            item.verdict().complaints().forEach(each -> report.add(item, each, true));
            item.verdict().warnings().forEach(each -> report.add(item, each, false));
        }
        for (var line : unreadable) {
            var found = Pattern.compile("(.*?):(\\d+):(\\d+): (.*)").matcher(line);
            var finding = found.matches()
                    ? new Finding(
                            found.group(1),
                            true,
                            "Unreadable",
                            found.group(4),
                            found.group(1),
                            Integer.parseInt(found.group(2)),
                            Integer.parseInt(found.group(3)))
                    : new Finding(line, true, "Unreadable", line, line.replaceAll(": .*", ""), 0, 0);
            report.findings.add(finding);
        }
        return report;
    }

    private void add(Item item, Complaint complaint, boolean isError) {
        var place = PLACE.matcher(item.place(complaint.field()));
        var isPlaced = place.matches();
        findings.add(new Finding(
                item.name(),
                isError,
                complaint.reason(),
                complaint.toString(),
                isPlaced ? place.group(1) : "",
                isPlaced ? Integer.parseInt(place.group(2)) : 0,
                isPlaced ? Integer.parseInt(place.group(3)) : 0));
    }

    /** Annotations of GitHub's workflows. */
    public String github() {
        var text = new StringBuilder();
        for (var each : findings) {
            text.append(each.isError() ? "::error " : "::warning ");
            if (each.line() > 0) {
                text.append("file=").append(property(each.file()));
                text.append(",line=")
                        .append(each.line())
                        .append(",col=")
                        .append(each.column())
                        .append(',');
            }
            text.append("title=").append(property(each.object())).append("::").append(escaped(each.message()));
            text.append('\n');
        }
        return text.toString();
    }

    private static String escaped(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }

    private static String property(String text) {
        return escaped(text).replace(":", "%3A").replace(",", "%2C");
    }

    /** SARIF 2.1.0, for viewers of code analysis. */
    public ObjectNode sarif() {
        var document = JsonNodeFactory.instance.objectNode();
        document.put("$schema", "https://json.schemastore.org/sarif-2.1.0.json").put("version", "2.1.0");
        var run = document.putArray("runs").addObject();
        var driver = run.putObject("tool").putObject("driver");
        driver.put("name", "plimsoll explain");
        var rules = driver.putArray("rules");
        findings.stream()
                .map(Finding::reason)
                .distinct()
                .sorted()
                .forEach(each -> rules.addObject().put("id", each));
        var results = run.putArray("results");
        for (var each : findings) {
            var result = results.addObject();
            result.put("ruleId", each.reason()).put("level", each.isError() ? "error" : "warning");
            result.putObject("message").put("text", each.object() + ": " + each.message());
            if (each.file().isEmpty()) continue;
            var place = result.putArray("locations").addObject().putObject("physicalLocation");
            place.putObject("artifactLocation").put("uri", each.file());
            if (each.line() > 0)
                place.putObject("region").put("startLine", each.line()).put("startColumn", each.column());
        }
        return document;
    }

    /** A test for each object, as JUnit's reports have it. */
    public String junit() {
        var unreadable = findings.stream()
                .filter(each -> each.reason().equals("Unreadable"))
                .toList();
        var failures = items.stream().filter(item -> item.verdict().isRefused()).count();
        var text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        text.append("<testsuite name=\"plimsoll explain\" tests=\"").append(items.size() + unreadable.size());
        text.append("\" failures=\"").append(failures).append("\" errors=\"").append(unreadable.size());
        text.append("\">\n");
        for (var item : items) {
            text.append("  <testcase classname=\"")
                    .append(MarkupText.escaped(item.place("").replaceAll(":\\d+:\\d+$", "")));
            text.append("\" name=\"").append(MarkupText.escaped(item.name())).append("\">\n");
            for (var complaint : item.verdict().complaints()) {
                text.append("    <failure type=\"")
                        .append(MarkupText.escaped(complaint.reason()))
                        .append("\" message=\"");
                text.append(MarkupText.escaped(complaint.toString())).append("\">");
                text.append(MarkupText.escaped(item.place(complaint.field()))).append("</failure>\n");
            }
            if (!item.verdict().warnings().isEmpty()) {
                text.append("    <system-out>");
                item.verdict()
                        .warnings()
                        .forEach(each -> text.append("warning: ")
                                .append(MarkupText.escaped(each.toString()))
                                .append('\n'));
                text.append("</system-out>\n");
            }
            text.append("  </testcase>\n");
        }
        for (var each : unreadable) {
            text.append("  <testcase classname=\"")
                    .append(MarkupText.escaped(each.file()))
                    .append("\" name=\"readable\">\n");
            text.append("    <error message=\"")
                    .append(MarkupText.escaped(each.message()))
                    .append("\"/>\n  </testcase>\n");
        }
        return text.append("</testsuite>\n").toString();
    }
}
