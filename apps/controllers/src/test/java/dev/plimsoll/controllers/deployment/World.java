package dev.plimsoll.controllers.deployment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.controllers.objects.Templates;
import dev.plimsoll.controllers.objects.Workload;
import dev.plimsoll.controllers.testing.Docs;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A deployment with its sets and counts of pods, without an API: what is asked for is done, what sets report is up to the test. */
final class World {
    /** A set: its document, and the pods that it really has. */
    static final class Held {
        ObjectNode document;
        int ready;
        int unready;

        Held(ObjectNode document) {
            this.document = document;
        }

        int wanted() {
            return document.at("/spec/replicas").asInt();
        }

        int active() {
            return ready + unready;
        }

        /** As the replica set controller does it: makes what is missing, deletes what is too many, unready ones first. */
        void reconcile() {
            while (active() < wanted()) unready++;
            while (active() > wanted()) {
                if (unready > 0) unready--;
                else ready--;
            }
        }

        void report() {
            var status = document.withObject("/status");
            status.put("replicas", active()).put("readyReplicas", ready).put("availableReplicas", ready);
            if (active() == wanted()) status.set("observedGeneration", document.at("/metadata/generation"));
        }
    }

    final Map<String, Held> sets = new LinkedHashMap<>();
    final List<String> trace = new ArrayList<>();
    ObjectNode deployment;
    Instant now = Docs.NOW;

    World(int replicas, String strategy) {
        deployment = Docs.json("""
                {'apiVersion':'apps/v1','kind':'Deployment',
                 'metadata':{'namespace':'ns','name':'d','uid':'d','generation':1},
                 'spec':{'replicas':%d,'progressDeadlineSeconds':600,'selector':{'matchLabels':{'app':'d'}},'strategy':%s,
                  'template':{'metadata':{'labels':{'app':'d'}},'spec':{'containers':[{'name':'c','image':'1'}]}}}}""".formatted(replicas, strategy));
    }

    static String rolling(String surge, String unavailable) {
        return "{'type':'RollingUpdate','rollingUpdate':{'maxSurge':" + surge + ",'maxUnavailable':" + unavailable
                + "}}";
    }

    void image(String image) {
        ((ObjectNode) deployment.at("/spec/template/spec/containers/0")).put("image", image);
    }

    void replicas(int count) {
        deployment.withObject("/spec").put("replicas", count);
    }

    RollingBounds bounds() {
        return RollingBounds.of(Workload.of(deployment));
    }

    /** One turn of the controller; whether it wrote a set. */
    boolean turn() {
        var views = sets.values().stream()
                .map(each -> SetView.of(Workload.of(each.document.deepCopy())))
                .toList();
        var withPods = new java.util.HashSet<String>();
        for (var held : sets.values())
            if (held.active() > 0)
                withPods.add(held.document.at("/metadata/uid").asText());
        var plan = DeploymentDecision.decide(
                new Observed(Workload.of(deployment.deepCopy()), views, Set.copyOf(withPods), List.of(), now),
                InPlace.under(dev.plimsoll.core.gates.FeatureGates.DEFAULT));
        var wrote = false;
        for (var action : plan.actions()) wrote |= perform(action);
        deployment.set("status", plan.status());
        return wrote;
    }

    private boolean perform(Action action) {
        switch (action) {
            case Action.CreateSet(var document, var replicas) -> {
                var name = document.at("/metadata/name").asText();
                if (sets.containsKey(name)) throw new AssertionError("made twice: " + name);
                document.withObject("/metadata")
                        .put("uid", name)
                        .put("generation", 1)
                        .put("creationTimestamp", now.plusSeconds(sets.size()).toString());
                sets.put(name, new Held(document));
                if (replicas > 0) trace.add("new " + replicas);
                return true;
            }
            case Action.ScaleSet(var set, var from, var document) -> {
                var held = held(set.name());
                if (held.document.has("status")) document.set("status", held.document.get("status"));
                document.withObject("/metadata")
                        .put(
                                "generation",
                                held.document.at("/metadata/generation").asLong() + 1);
                held.document = document;
                var current =
                        Templates.areSame(deployment.at("/spec/template"), document.at("/spec/template"), NewSet.HASH);
                if (from != set.wanted()) trace.add((current ? "new " : "old ") + set.wanted());
                return true;
            }
            case Action.UpdateSet(var document) -> {
                held(document.at("/metadata/name").asText()).document = document;
                return true;
            }
            case Action.DeleteSet(var set) -> {
                if (held(set.name()).active() > 0) throw new AssertionError("deleted with pods");
                sets.remove(set.name());
                return true;
            }
            case Action.ResizePod _, Action.ReplacePod _ -> throw new AssertionError("not without the gate");
            case Action.NumberDeployment(var revision) -> {
                deployment.withObject("/metadata").withObject("/annotations").put(SetAnnotations.REVISION, revision);
                return false;
            }
        }
    }

    private Held held(String name) {
        return java.util.Objects.requireNonNull(sets.get(name), name);
    }

    int active() {
        return sets.values().stream().mapToInt(Held::active).sum();
    }

    int available() {
        return sets.values().stream().mapToInt(each -> each.ready).sum();
    }

    /** Turns and replica sets until nothing changes. */
    void settle() {
        for (var i = 0; i < 200; i++) {
            var wrote = turn();
            for (var held : sets.values()) {
                held.reconcile();
                held.report();
            }
            if (!wrote && !turn()) return;
        }
        throw new AssertionError("does not settle: " + trace);
    }

    /** All pods become ready. */
    void allReady() {
        for (var held : sets.values()) {
            held.ready += held.unready;
            held.unready = 0;
            held.report();
        }
        trace.add("ready");
    }
}
