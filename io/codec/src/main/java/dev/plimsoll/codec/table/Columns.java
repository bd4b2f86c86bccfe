package dev.plimsoll.codec.table;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.jsonpath.JsonPath;
import java.util.ArrayList;
import java.util.List;

/** What a Table shows of the objects of a kind. */
public final class Columns {
    private static final Columns NAME_AND_AGE = of("any", Column.objectName(), Column.age());
    private static final Columns NAME_AND_CREATION = of("any", Column.objectName(), Column.createdAt());

    private final List<Column> columns;
    private final boolean completable;

    private Columns(List<Column> columns, boolean completable) {
        this.columns = List.copyOf(columns);
        this.completable = completable;
    }

    /** Columns whose descriptions stand in the section of that name. */
    static Columns of(String section, Column... columns) {
        var described = new ArrayList<Column>(columns.length);
        for (var column : columns) {
            described.add(column.describedAs(() -> ColumnDescriptions.of(section, column.name())));
        }
        return new Columns(described, false);
    }

    /** Of kinds that say nothing. */
    public static Columns nameAndAge() {
        return NAME_AND_AGE;
    }

    /** Of kinds for which Kubernetes has no columns of their own. */
    public static Columns nameAndCreation() {
        return NAME_AND_CREATION;
    }

    /** As a definition lists them ({@code additionalPrinterColumns}), after the name; without any, with the age. */
    public static Columns custom(JsonNode listed) {
        if (listed.isEmpty()) return NAME_AND_AGE;
        var columns = new ArrayList<Column>();
        columns.add(Column.objectName().describedAs(() -> ColumnDescriptions.of("any", "Name")));
        for (var entry : listed) {
            JsonPath.parse(entry.path("jsonPath").asText())
                    .ifPresent(path -> columns.add(CustomColumn.of(entry, path)));
        }
        return new Columns(columns, false);
    }

    /** The same, of objects that can be over: their rows say so. */
    Columns completable() {
        return new Columns(columns, true);
    }

    List<Column> all() {
        return columns;
    }

    boolean isCompletable() {
        return completable;
    }
}
