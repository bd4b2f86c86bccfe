package dev.plimsoll.nodeagent.staticpods;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.nodeagent.mirrorpods.StaticPod;
import dev.plimsoll.runtime.ErrorReporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A folder of pods, one in each file. A file that cannot be read, because somebody is about to write it or made a mistake, leaves the
 * pod that was in it before as it is.
 */
final class StaticPodFolder {
    private final Path folder;
    private final StaticPodReader reader;
    private final ErrorReporter errors;
    private Map<Path, StaticPod> last = Map.of();
    private Map<Path, String> lastProblems = Map.of();

    StaticPodFolder(Path folder, StaticPodReader reader, ErrorReporter errors) {
        this.folder = folder;
        this.reader = reader;
        this.errors = errors;
    }

    /** The pods that are to run, by name. Of two with one name that in the first file counts. */
    Map<ObjectName, StaticPod> pods() {
        var found = new TreeMap<Path, StaticPod>();
        var problems = new HashMap<Path, String>();
        for (var file : files(problems)) {
            switch (reader.read(file)) {
                case StaticPodReader.Result.Ok(var pod) -> found.put(file, unchanged(file, pod));
                case StaticPodReader.Result.Refused(var why) -> {
                    problems.put(file, why);
                    var before = last.get(file);
                    if (before != null) found.put(file, before);
                }
            }
        }
        var byName = new HashMap<ObjectName, StaticPod>();
        found.forEach((file, pod) -> {
            if (byName.putIfAbsent(pod.name(), pod) != null)
                problems.put(file, file + ": another file has a pod " + pod.name() + " already; this one is not run");
        });
        problems.forEach((file, why) -> {
            if (!why.equals(lastProblems.get(file))) errors.tell("static pod, " + why);
        });
        last = found;
        lastProblems = problems;
        return byName;
    }

    /** A file that says the same as before is not seen for a second time. */
    private StaticPod unchanged(Path file, StaticPod pod) {
        var before = last.get(file);
        return before != null && before.uid().equals(pod.uid()) ? before : pod;
    }

    private List<Path> files(Map<Path, String> problems) {
        var files = new ArrayList<Path>();
        try (var entries = Files.newDirectoryStream(folder)) {
            for (var entry : entries) {
                var isHidden = entry.getFileName().toString().startsWith(".");
                if (!isHidden && Files.isRegularFile(entry)) files.add(entry);
            }
        } catch (NoSuchFileException _) {
            return List.of(); // nobody has made it yet, or all pods are taken away with it
        } catch (IOException e) {
            problems.put(folder, folder + " cannot be read: " + e);
            return List.copyOf(last.keySet());
        }
        files.sort(null);
        return files;
    }
}
