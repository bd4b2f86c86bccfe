package dev.plimsoll.cli.clusters.records;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plimsoll.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What the clusters of this user wrote down of themselves, a file for each in {@code ~/.plimsoll/run}. A cluster that keeps its objects
 * stays in the list when it has ended.
 */
public final class ClusterRecords {
    private static final String ENDING = ".json";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path home;

    public ClusterRecords(Path home) {
        this.home = home;
    }

    public static ClusterRecords ofUser() {
        return new ClusterRecords(Path.of(System.getProperty("user.home"), ".plimsoll"));
    }

    /** The data folder of a cluster of this name, unless it was started with another one. */
    public Path dataOf(String name) {
        return name.equals("default") ? home : home.resolve("clusters").resolve(name);
    }

    public Path home() {
        return home;
    }

    private Path folder() {
        return home.resolve("run");
    }

    public Path log(String name) {
        return folder().resolve(name + ".log");
    }

    /** All that are known, by name: those that run, and those whose objects are kept. */
    public List<ClusterRecord> all() {
        var records = new ArrayList<ClusterRecord>();
        if (!Files.isDirectory(folder())) return records;
        try (var files = Files.list(folder())) {
            for (var file :
                    files.filter(each -> each.toString().endsWith(ENDING)).toList()) {
                read(file).filter(ClusterRecords::isOfInterest).ifPresent(records::add);
            }
        } catch (IOException _) {
            // A folder that cannot be read holds no cluster that could be used.
            return List.of();
        }
        records.sort(Comparator.comparing(ClusterRecord::name));
        return records;
    }

    public List<ClusterRecord> running() {
        return all().stream().filter(ClusterRecord::isRunning).toList();
    }

    public Optional<ClusterRecord> find(String name) {
        return all().stream().filter(record -> record.name().equals(name)).findFirst();
    }

    /** One that has ended and kept nothing, or whose folder somebody deleted, is over. */
    private static boolean isOfInterest(ClusterRecord record) {
        return record.isRunning() || (record.dataOrNull() != null && Files.isDirectory(record.dataOrNull()));
    }

    private static Optional<ClusterRecord> read(Path file) throws IOException {
        try {
            return Optional.of(ClusterRecord.read(JSON.readTree(Files.readString(file))));
        } catch (NoSuchFileException | JsonProcessingException _) {
            return Optional.empty(); // it ended meanwhile, or somebody else wrote there
        }
    }

    public void write(ClusterRecord record) throws IOException {
        PrivateFiles.createDirectories(folder());
        PrivateFiles.write(
                folder().resolve(record.name() + ENDING), record.document().toString());
    }

    public void remove(ClusterRecord record) throws IOException {
        Files.deleteIfExists(folder().resolve(record.name() + ENDING));
        Files.deleteIfExists(log(record.name()));
    }

    /** Of a cluster that ends now. What it keeps can be started again, so that it stays in the list. */
    public void ended(ClusterRecord record) throws IOException {
        var current = find(record.name());
        if (current.isPresent() && current.get().pid() == record.pid() && record.dataOrNull() == null) remove(record);
    }
}
