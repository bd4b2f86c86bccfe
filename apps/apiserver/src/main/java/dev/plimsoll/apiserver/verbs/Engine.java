package dev.plimsoll.apiserver.verbs;

import dev.plimsoll.apiserver.admission.AdmissionChain;
import dev.plimsoll.apiserver.decoding.BodyDecoder;
import dev.plimsoll.apiserver.services.ServiceAllocator;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.builtin.Strategies;
import java.time.InstantSource;
import java.util.function.Supplier;

/** What the verbs share. */
public record Engine(
        Kinds kinds,
        Strategies strategies,
        BodyDecoder decoder,
        Registry registry,
        AdmissionChain admission,
        InstantSource clock,
        Supplier<String> uids,
        GeneratedNames names,
        ServiceAllocator services) {}
