package dev.plimsoll.cli.webconsole;

import dev.plimsoll.cli.explain.LiveExplanation;
import dev.plimsoll.cli.resize.PageResize;
import dev.plimsoll.cli.simulate.PageSimulation;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.console.http.CommandTexts;
import java.time.InstantSource;

/** The commands of the command line, for the console. */
public record PageCommands(InstantSource clock) implements CommandTexts {
    @Override
    public String explain(ApiClient client, ObjectName pod) {
        return LiveExplanation.text(client, pod);
    }

    @Override
    public ResizeAnswer preview(ApiClient client, ObjectName pod, ResizeWish wish) {
        return PageResize.preview(client, pod, wish);
    }

    @Override
    public ResizeAnswer resize(ApiClient client, ObjectName pod, ResizeWish wish) {
        return PageResize.send(client, pod, wish);
    }

    @Override
    public Refusals refusals(ApiClient client) {
        return PageSimulation.refusals(client, clock.instant());
    }

    @Override
    public String simulate(ApiClient client, String manifests) {
        return PageSimulation.of(client, manifests, clock.instant());
    }
}
