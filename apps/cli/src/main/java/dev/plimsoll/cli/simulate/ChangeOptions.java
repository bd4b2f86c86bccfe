package dev.plimsoll.cli.simulate;

import dev.plimsoll.cli.connection.KindNames;
import dev.plimsoll.cli.explain.items.ManifestSources;
import dev.plimsoll.cli.resize.RequestedResize;
import dev.plimsoll.cli.simulate.cluster.RequestedChanges;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.model.ResourceName;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The changes that somebody asks about, as options. */
final class ChangeOptions {
    private static final KindNames SCALED =
            KindNames.of(ApiResource.DEPLOYMENTS, ApiResource.REPLICA_SETS, ApiResource.STATEFUL_SETS);
    private static final KindNames RESIZED = KindNames.of(
            ApiResource.PODS,
            ApiResource.DEPLOYMENTS,
            ApiResource.REPLICA_SETS,
            ApiResource.STATEFUL_SETS,
            ApiResource.DAEMON_SETS);
    private static final int MOST_NODES = 100_000;

    @Option(
            names = {"-f", "--filename"},
            paramLabel = "FILE",
            description = "Objects that are applied: a file, a folder, an address or - for standard input.")
    private List<String> files = List.of();

    @Option(
            names = {"-R", "--recursive"},
            description = "Look into the folders of a folder too.")
    private boolean recursive;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAME",
            defaultValue = "default",
            description = "Namespace of objects that name none (default: ${DEFAULT-VALUE}).")
    private String namespace = "default";

    @Option(
            names = "--scale",
            paramLabel = "KIND/NAME=N",
            description = "Another number of replicas: deployment/web=20.")
    private List<String> scales = List.of();

    @Option(
            names = "--resize",
            paramLabel = "KIND/NAME[/CONTAINER]:cpu=N,memory=N",
            description =
                    "Other resources of a running pod, or of all pods of a workload: pod/web:cpu=2,memory=4Gi; 1:2 is a"
                            + " request and a limit.")
    private List<String> resizes = List.of();

    @Option(
            names = "--drain",
            paramLabel = "NODE",
            split = ",",
            description = "Nodes that are drained, as far as disruption budgets allow.")
    private List<String> drained = List.of();

    @Option(
            names = "--add-nodes",
            paramLabel = "N:FILE",
            description = "So many nodes like the Node in a file, such as kubectl get node NAME -o yaml prints it.")
    private List<String> added = List.of();

    @Option(
            names = "--remove-nodes",
            paramLabel = "N|NODE",
            split = ",",
            description =
                    "Nodes that go with their pods at once: their names, or how many; then those go first of which least"
                            + " CPU is requested.")
    private List<String> removed = List.of();

    /** @param problems gets what cannot be read */
    RequestedChanges read(InputStream input, List<String> problems) {
        var manifests = ManifestSources.read(files, input, recursive);
        problems.addAll(manifests.problems());
        var names = new ArrayList<String>();
        var count = 0;
        for (var each : removed) {
            if (each.matches("\\d{1,6}")) count += Integer.parseInt(each);
            else names.add(each);
        }
        return new RequestedChanges(
                namespace,
                manifests.manifests(),
                scales.stream().flatMap(text -> scale(text, problems).stream()).toList(),
                resizes.stream()
                        .flatMap(text -> resize(text, problems).stream())
                        .toList(),
                drained,
                added.stream()
                        .flatMap(text -> added(text, input, problems).stream())
                        .toList(),
                names,
                count);
    }

    private Optional<RequestedChanges.Scale> scale(String text, List<String> problems) {
        var slash = text.indexOf('/');
        var equals = text.indexOf('=');
        if (slash > 0 && equals > slash + 1 && text.substring(equals + 1).matches("\\d{1,6}")) {
            var kind = SCALED.find(text.substring(0, slash));
            var name = new ObjectName(namespace, text.substring(slash + 1, equals));
            if (kind.isPresent())
                return Optional.of(
                        new RequestedChanges.Scale(kind.get(), name, Integer.parseInt(text.substring(equals + 1))));
        }
        problems.add("--scale " + text + ": expected KIND/NAME=N with a kind of " + SCALED.list()
                + ", such as deployment/web=20");
        return Optional.empty();
    }

    private Optional<RequestedChanges.Resize> resize(String text, List<String> problems) {
        var colon = text.indexOf(':');
        var parts = colon < 0 ? new String[0] : text.substring(0, colon).split("/", -1);
        var kind = parts.length == 2 || parts.length == 3 ? RESIZED.find(parts[0]) : Optional.<ApiResource>empty();
        if (kind.isEmpty()) {
            problems.add("--resize " + text + ": expected KIND/NAME:cpu=N,memory=N with a kind of " + RESIZED.list()
                    + ", such as pod/web:cpu=2,memory=4Gi");
            return Optional.empty();
        }
        var amounts = new ArrayList<RequestedResize>();
        for (var amount : text.substring(colon + 1).split(",", -1)) {
            var equals = amount.indexOf('=');
            var name = equals < 0 ? amount : amount.substring(0, equals);
            if (!name.equals("cpu") && !name.equals("memory")) {
                problems.add("--resize " + text + ": expected cpu=N or memory=N such as cpu=2, found '" + amount + "'");
                return Optional.empty();
            }
            switch (RequestedResize.parse("--resize", ResourceName.of(name), amount.substring(equals + 1))) {
                case RequestedResize.Parsed.Ok(var wish) -> amounts.add(wish);
                case RequestedResize.Parsed.Malformed(var why) -> {
                    problems.add(why);
                    return Optional.empty();
                }
            }
        }
        return Optional.of(new RequestedChanges.Resize(
                kind.get(), new ObjectName(namespace, parts[1]), parts.length == 3 ? parts[2] : "", amounts));
    }

    private Optional<RequestedChanges.AddedNodes> added(String text, InputStream input, List<String> problems) {
        var colon = text.indexOf(':');
        var count = colon < 0 || !text.substring(0, colon).matches("\\d{1,6}")
                ? 0
                : Integer.parseInt(text.substring(0, colon));
        if (count == 0 || count > MOST_NODES) {
            problems.add("--add-nodes " + text + ": expected N:FILE with N from 1 to " + MOST_NODES
                    + ", such as 3:node.yaml");
            return Optional.empty();
        }
        var file = text.substring(colon + 1);
        var read = ManifestSources.read(List.of(file), input, false);
        problems.addAll(read.problems());
        var nodes = read.manifests().stream()
                .filter(manifest -> manifest.kind().equals("Node"))
                .toList();
        if (nodes.size() != 1) {
            if (read.problems().isEmpty())
                problems.add(file + ": expected one Node, found " + nodes.size()
                        + "; use what kubectl get node NAME -o yaml prints");
            return Optional.empty();
        }
        return Optional.of(new RequestedChanges.AddedNodes(count, nodes.getFirst()));
    }
}
