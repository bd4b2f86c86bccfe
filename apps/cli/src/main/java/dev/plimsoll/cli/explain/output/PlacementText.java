package dev.plimsoll.cli.explain.output;

import dev.plimsoll.cli.explain.items.Placements;
import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.cli.text.TextTable;
import dev.plimsoll.core.topology.MachinePicture;
import dev.plimsoll.core.topology.TopologyAdmission;
import dev.plimsoll.core.topology.TopologyRefusal;
import dev.plimsoll.core.topology.placement.AssignedPlacement;
import dev.plimsoll.core.topology.placement.ContainerPlacement;
import dev.plimsoll.core.topology.placement.Isolation;
import java.util.ArrayList;

/** Placements for a person to read: what each container runs on and why, and a picture of the machine. */
public final class PlacementText {
    private final Paint paint;

    public PlacementText(Paint paint) {
        this.paint = paint;
    }

    public String of(Placements placements) {
        var text = new StringBuilder();
        var shown = new ArrayList<MachinePicture.Shown>();
        for (var pod : placements.pods()) {
            text.append(paint.bold(pod.name()));
            switch (pod.admission()) {
                case TopologyAdmission.Refused(var refusal) -> text.append(refused(refusal));
                case TopologyAdmission.Admitted admitted -> {
                    shown.add(new MachinePicture.Shown(pod.name(), admitted.placement()));
                    text.append("  on the machine\n").append(table(admitted.placement()));
                }
            }
            text.append('\n');
        }
        return text + MachinePicture.draw(placements.resourceManagers(), placements.state(), shown);
    }

    private String refused(TopologyRefusal refusal) {
        return "  " + paint.bad("Refused") + " by the node, " + refusal.reason() + ": " + refusal.message() + "\n  "
                + refusal.rule().sentence() + ".\n";
    }

    private String table(AssignedPlacement placement) {
        var table = new TextTable("  ")
                .row(
                        paint.faint("CONTAINER"),
                        paint.faint("CPUS"),
                        paint.faint("MEMORY NODES"),
                        paint.faint("BECAUSE"));
        for (var container : placement.containers()) {
            table.row(
                    container.container(),
                    cpus(container),
                    container.memoryNodes().isEmpty()
                            ? "any"
                            : container.memoryNodes().toString(),
                    container.cpuRule().sentence());
        }
        if (!placement.podCpus().isEmpty())
            table.row("(pod)", placement.podCpus().toString(), "", "");
        return table.toString();
    }

    private static String cpus(ContainerPlacement container) {
        if (container.cpus().isEmpty()) return "shared with the node";
        return container.cpus() + (container.cpuIsolation() == Isolation.CONTAINER ? "" : " (shared in the pod)");
    }
}
