package dev.plimsoll.cli;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.Observer;
import dev.plimsoll.nodeagent.NodeReporter;

/** Tells people at the console what goes wrong. */
final class ConsoleReporter
        implements NodeReporter,
                Observer,
                dev.plimsoll.scheduler.SchedulerReporter,
                dev.plimsoll.controllers.loop.ControllerReporter {
    private final Console console;

    ConsoleReporter(Console console) {
        this.console = console;
    }

    @Override
    public void tell(String problem) {
        say(problem);
    }

    @Override
    public void defect(String where, RuntimeException exception) {
        console.log().defect(where, exception);
    }

    @Override
    public void trouble(String where, String problem) {
        say(where + ": " + problem);
    }

    @Override
    public void unreadable(ObjectName name, String why) {
        say(name + " cannot be read and is left alone: " + why);
    }

    @Override
    public void trouble(ApiResource resource, String problem) {
        say(resource + ": " + problem);
    }

    @Override
    public void defect(RuntimeException exception) {
        defect("while following objects", exception);
    }

    private void say(String text) {
        console.log().problem(text);
    }
}
