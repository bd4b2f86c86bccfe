package dev.plimsoll.snapshot.anonymous;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.topology.NumaZonesAnnotation;
import dev.plimsoll.core.topology.state.CpuState;
import dev.plimsoll.core.topology.state.ManagersState;
import dev.plimsoll.core.topology.state.MemoryState;
import dev.plimsoll.core.topology.state.PodCpus;
import dev.plimsoll.core.topology.state.PodMemory;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** What nodes tell of their resource managers, with other names of pods and containers: who holds which CPUs stays the same. */
final class AnonymousManagers {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String CONTAINERS = "containers";

    private final Pseudonyms pseudonyms;

    AnonymousManagers(Pseudonyms pseudonyms) {
        this.pseudonyms = pseudonyms;
    }

    /** The annotation of a node; empty where it is not understood, for then nobody knows which names are in it. */
    String zones(ObjectNode node) {
        return NumaZonesAnnotation.managers(node)
                .map(published -> NumaZonesAnnotation.text(published.resourceManagers(), renamed(published.state())))
                .orElse("");
    }

    private ManagersState renamed(ManagersState state) {
        var cpus = renamed(
                state.cpus().pods(),
                pseudonyms::uid,
                pod -> new PodCpus(pod.pool(), containers(pod.containers()), containers(pod.started())));
        var memory = renamed(
                state.memory().pods(), pseudonyms::uid, pod -> new PodMemory(pod.pool(), containers(pod.containers())));
        return new ManagersState(
                new CpuState(state.cpus().shared(), cpus),
                new MemoryState(state.memory().ledger(), memory));
    }

    private <T> SortedMap<String, T> containers(SortedMap<String, T> containers) {
        return renamed(containers, pseudonyms::text, held -> held);
    }

    private static <T> SortedMap<String, T> renamed(
            SortedMap<String, T> map, UnaryOperator<String> name, Function<T, T> value) {
        var renamed = new TreeMap<String, T>();
        map.forEach((key, each) -> renamed.put(name.apply(key), value.apply(each)));
        return renamed;
    }

    /** The message of the condition by which a node tells what a pod has to itself; empty where it is not understood. */
    String assigned(String message) {
        try {
            if (!(JSON.readTree(message) instanceof ObjectNode document)) return "";
            if (!(document.path(CONTAINERS) instanceof ObjectNode containers)) return "";
            var renamed = document.putObject(CONTAINERS);
            containers.properties().forEach(each -> renamed.set(pseudonyms.text(each.getKey()), each.getValue()));
            return document.toString();
        } catch (JsonProcessingException _) {
            return ""; // somebody else's words
        }
    }
}
