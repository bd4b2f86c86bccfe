package dev.plimsoll.apiserver.verbs;

import dev.plimsoll.apiserver.admission.AdmissionChain;
import dev.plimsoll.apiserver.documents.Decoder;
import dev.plimsoll.apiserver.kinds.Kinds;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.strategy.Strategies;
import java.time.InstantSource;
import java.util.function.Supplier;

/** What the verbs share. */
public record Engine(
        Kinds kinds,
        Strategies strategies,
        Decoder decoder,
        Registry registry,
        AdmissionChain admission,
        InstantSource clock,
        Supplier<String> uids,
        Names names) {}
