package dev.plimsoll.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.admission.plugins.Plugins;
import dev.plimsoll.apiserver.admission.pods.ServiceAccountStep;
import dev.plimsoll.apiserver.admission.policy.Policies;
import dev.plimsoll.apiserver.authentication.ServiceAccountOptions;
import dev.plimsoll.apiserver.authorization.Authorization;
import dev.plimsoll.apiserver.authorization.NodeAuthorizer;
import dev.plimsoll.apiserver.authorization.NodeGraph;
import dev.plimsoll.apiserver.authorization.RoleIndex;
import dev.plimsoll.apiserver.capacity.NodeLoads;
import dev.plimsoll.apiserver.decoding.BodyDecoder;
import dev.plimsoll.apiserver.decoding.BodyDecoder.FieldValidation;
import dev.plimsoll.apiserver.quota.QuotaLedger;
import dev.plimsoll.apiserver.quota.QuotaUsage;
import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.apiserver.request.BodyReader;
import dev.plimsoll.apiserver.request.Parameters;
import dev.plimsoll.apiserver.request.Representation;
import dev.plimsoll.apiserver.request.RequestContext;
import dev.plimsoll.apiserver.services.ServiceAllocator;
import dev.plimsoll.apiserver.services.ServiceNetwork;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.storage.StoredJson;
import dev.plimsoll.apiserver.verbs.Call;
import dev.plimsoll.apiserver.verbs.CreateHandler;
import dev.plimsoll.apiserver.verbs.Engine;
import dev.plimsoll.apiserver.verbs.GeneratedNames;
import dev.plimsoll.apiserver.verbs.ListSelection;
import dev.plimsoll.apiserver.webhooks.WebhookClient;
import dev.plimsoll.apiserver.webhooks.WebhookObserver;
import dev.plimsoll.apiserver.webhooks.Webhooks;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.core.demand.EffectiveDemand;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.Verb;
import dev.plimsoll.kinds.bootstrap.BootstrapDocuments;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.builtin.Strategies;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.documents.ServiceAccountVolume;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.kinds.refusal.StatusObject;
import dev.plimsoll.objects.TypeMeta;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.store.Store;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What an API server would say to the creation of objects: its decoding, defaulting, admission and validation on a store in memory,
 * without a network, certificates and the objects that a new cluster has. It starts in a fraction of the time of a server.
 *
 * <p>The parts are those of {@link ApiServer#start}. A test sends the same manifests to both and compares every word.
 */
public final class AdmissionPreview implements AutoCloseable {
    private static final User ADMIN = new User("kubernetes-admin", "", List.of(User.MASTERS));
    private static final int MOST_BYTES = 3 << 20;

    private final Kinds kinds;
    private final Registry registry;
    private final WebhookClient client;
    private final Engine engine;
    private final CreateHandler creating;

    /** What was said. */
    public sealed interface Answer {
        List<String> warnings();

        /** It would be created, as this. */
        record Accepted(ObjectNode object, List<String> warnings) implements Answer {}

        /** It would be refused, with this Status. */
        record Refused(ObjectNode status, List<String> warnings) implements Answer {}

        /** No kind of this name is built in; a definition of the cluster may have it. */
        record UnknownKind() implements Answer {
            @Override
            public List<String> warnings() {
                return List.of();
            }
        }
    }

    private AdmissionPreview(Kinds kinds, Registry registry, WebhookClient client, Engine engine) {
        this.kinds = kinds;
        this.registry = registry;
        this.client = client;
        this.engine = engine;
        this.creating = new CreateHandler(engine);
    }

    /** With nothing in it but what a store holds that stays open when this is closed. */
    public static AdmissionPreview on(Store store, FeatureGates gates, InstantSource clock) {
        var kinds = Kinds.bundled();
        var services = ServiceNetwork.DEFAULT;
        var registry = new Registry(store, ListSelection::fieldsOf);
        var strategies = new Strategies(
                Schema.bundled(), gates, clock, services.addresses().family());
        var loads = new NodeLoads(EffectiveDemand.under(gates, EffectiveDemand.StatusOverhead.INCLUDED));
        var graph = new NodeGraph(registry, kinds, loads);
        var authorization = new Authorization(new RoleIndex(registry, kinds), new NodeAuthorizer(graph));
        var decoder = new BodyDecoder(strategies);
        var serial = new AtomicLong();
        var random = new Random(0);
        var names = new GeneratedNames(random);
        var policies = new Policies(registry, kinds, authorization::decide, strategies, decoder);
        var client = new WebhookClient(registry, kinds);
        var webhooks = new Webhooks(
                registry, kinds, authorization::decide, decoder, client, () -> uid(serial), WebhookObserver.NOBODY);
        var accounts = new ServiceAccountStep(
                registry,
                kinds,
                ServiceAccountOptions.DEFAULT,
                new ServiceAccountVolume(names::generate),
                clock,
                () -> uid(serial));
        var chain = Plugins.chain(
                registry,
                kinds,
                gates,
                clock,
                authorization,
                policies,
                webhooks,
                new QuotaLedger(uid(serial), clock, System::nanoTime),
                new QuotaUsage(gates, clock),
                accounts);
        var allocator = new ServiceAllocator(registry, kinds, services, clock, random, () -> uid(serial));
        var engine =
                new Engine(kinds, strategies, decoder, registry, chain, clock, () -> uid(serial), names, allocator);
        return new AdmissionPreview(kinds, registry, client, engine);
    }

    private static String uid(AtomicLong serial) {
        return String.format("00000000-0000-4000-8000-%012x", serial.incrementAndGet());
    }

    /** Puts an object in place as it is, status included, unless there is one of its name. */
    public void hold(ObjectNode object) {
        var kind = find(object).orElseThrow();
        var document = engine.decoder()
                .object(new BodyReader.Sent(object.deepCopy(), List.of()), kind, FieldValidation.IGNORE)
                .document();
        var meta = DocumentMetadata.of(document);
        var uid = meta.uid().isEmpty() ? engine.uids().get() : meta.uid();
        meta.created(uid, engine.clock().instant());
        meta.withoutResourceVersion();
        registry.create(kind, kind.namespaced() ? meta.namespace() : "", meta.name(), document);
    }

    /** A namespace, unless it is there. */
    public void holdNamespace(String name) {
        hold(BootstrapDocuments.activeNamespace(name));
    }

    /** Whether its objects lie in namespaces; empty for kinds that are not built in. */
    public Optional<Boolean> isNamespaced(ObjectNode object) {
        return find(object).map(Kind::namespaced);
    }

    /** Where a client would send it; empty for kinds that are not built in. */
    public Optional<String> path(ObjectNode object, String namespace) {
        return find(object)
                .map(kind -> (kind.group().isEmpty() ? "/api/" : "/apis/") + kind.apiVersion()
                        + (kind.namespaced() ? "/namespaces/" + namespace : "") + "/" + kind.plural());
    }

    private Optional<Kind> find(ObjectNode object) {
        var type = TypeMeta.of(object);
        return kinds.of(type.apiVersion()).stream()
                .filter(kind -> kind.name().equals(type.kind())
                        && kind.isStored()
                        && kind.verbs().contains(Verb.CREATE))
                .findFirst();
    }

    /**
     * What is said to a creation as kubectl sends it: unknown fields are refused. Nothing is stored.
     *
     * @param namespace of the request; of no meaning for kinds without
     */
    public Answer create(ObjectNode object, String namespace) {
        var found = find(object);
        if (found.isEmpty()) return new Answer.UnknownKind();
        var kind = found.get();
        var context = new RequestContext();
        if (!kind.deprecation().isEmpty()) context.warn(kind.deprecation());
        var request = new ApiRequest(
                "POST",
                "",
                "",
                Parameters.parse("dryRun=All&fieldValidation=Strict"),
                Map.of("content-type", List.of("application/json"), "user-agent", List.of("plimsoll-explain")),
                new Bytes(StoredJson.bytes(object)),
                List.of(),
                "",
                context);
        var call = new Call(request, ADMIN, kind, kind.namespaced() ? namespace : "", "", "", Representation.JSON);
        try {
            var result = creating.create(call);
            var warnings = new ArrayList<>(context.warnings());
            result.warnings().stream().filter(each -> !warnings.contains(each)).forEach(warnings::add);
            return new Answer.Accepted(StoredJson.tree(result.bytes()), List.copyOf(warnings));
        } catch (RefusedException e) {
            return new Answer.Refused(StatusObject.of(e.refusal()), context.warnings());
        } finally {
            context.done();
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // made here, read by one request
    private record Bytes(byte[] read) implements ApiRequest.Body {
        @Override
        public int most() {
            return MOST_BYTES;
        }

        @Override
        public long length() {
            return read.length;
        }
    }

    @Override
    public void close() {
        registry.close();
        client.close();
    }
}
