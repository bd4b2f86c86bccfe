package dev.plimsoll.codec.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.codec.trees.Trees;
import java.time.Instant;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: apply-migration
/** Sentences about owners, appliers and conflicts. */
class ApplyTest {
    private static final KindShape POD = Schema.bundled().find("v1", "Pod").orElseThrow();
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00.5Z");
    private static final Instant LATER = NOON.plusSeconds(60);

    private static ObjectNode pod(String spec) {
        return Trees.object("{apiVersion:'v1',kind:'Pod',metadata:{name:'p'},spec:" + spec + "}");
    }

    private static ObjectNode created(String manager, String spec) {
        return new Ownership(POD, new FieldWriter(manager, "v1", "", NOON), OwnershipFilter.except("status"))
                .created(pod(spec));
    }

    private static ObjectNode updated(String manager, ObjectNode live, ObjectNode next) {
        return new Ownership(POD, new FieldWriter(manager, "v1", "", LATER), OwnershipFilter.except("status"))
                .updated(live, next);
    }

    private static ApplyOutcome outcome(String manager, ObjectNode live, String spec, boolean force) {
        return new ServerSideApply(POD, new FieldWriter(manager, "v1", "", LATER), OwnershipFilter.except("status"))
                .apply(live, pod(spec), force);
    }

    private static ObjectNode applied(String manager, ObjectNode live, String spec) {
        return tree(outcome(manager, live, spec, false));
    }

    private static ObjectNode tree(ApplyOutcome outcome) {
        return switch (outcome) {
            case ApplyOutcome.Applied(var tree) -> tree;
            case ApplyOutcome.Conflicting(var _, var message) -> throw new AssertionError(message);
            case ApplyOutcome.Refused(var message) -> throw new AssertionError(message);
            case ApplyOutcome.Mistyped(var problems) -> throw new AssertionError(problems);
        };
    }

    private static String conflict(ApplyOutcome outcome) {
        return outcome instanceof ApplyOutcome.Conflicting(var _, var message) ? message : outcome.toString();
    }

    private static String fields(ObjectNode object, String manager) {
        return ManagedFields.of(object).entries().stream()
                .filter(entry -> entry.manager().equals(manager))
                .map(entry -> FieldsV1.print(entry.fields()).toString())
                .reduce("", String::concat);
    }

    private static String text(String json) {
        return Trees.json(json).toString();
    }

    @Test
    void aCreatorOwnsWhatItWrote() {
        var pod = created("me", "{containers:[{name:'a',image:'i',env:[{name:'E',value:'1'}],resources:{}}]}");
        assertThat(pod.at("/metadata/managedFields/0").toString())
                .isEqualTo(text("{manager:'me',operation:'Update',apiVersion:'v1',time:'2026-01-01T12:00:00Z',"
                        + "fieldsType:'FieldsV1',fieldsV1:{'f:spec':{'f:containers':{'k:{\\\"name\\\":\\\"a\\\"}':"
                        + "{'.':{},'f:env':{'.':{},'k:{\\\"name\\\":\\\"E\\\"}':{'.':{},'f:name':{},'f:value':{}}},"
                        + "'f:image':{},'f:name':{},'f:resources':{}}}}}}"));
    }

    @Test
    void newLabelsAreOwnedWithTheirMap() {
        var live = created("me", "{nodeName:'n'}");
        var next = live.deepCopy();
        ((ObjectNode) next.get("metadata")).putObject("labels").put("a", "b");
        assertThat(fields(updated("you", live, next), "you"))
                .isEqualTo(text("{'f:metadata':{'f:labels':{'.':{},'f:a':{}}}}"));
    }

    @Test
    void anUpdaterTakesWhatItChangesAndOthersLoseIt() {
        var live = created("me", "{nodeName:'n',hostname:'h'}");
        var next = live.deepCopy();
        ((ObjectNode) next.get("spec")).put("hostname", "g");
        var after = updated("you", live, next);
        assertThat(fields(after, "you")).isEqualTo(text("{'f:spec':{'f:hostname':{}}}"));
        assertThat(fields(after, "me")).isEqualTo(text("{'f:spec':{'f:nodeName':{}}}"));
    }

    @Test
    void whatIsRemovedHasNoOwner() {
        var live = created("me", "{nodeName:'n',hostname:'h'}");
        var next = live.deepCopy();
        ((ObjectNode) next.get("spec")).remove("hostname");
        var after = updated("you", live, next);
        assertThat(fields(after, "you")).isEmpty();
        assertThat(fields(after, "me")).isEqualTo(text("{'f:spec':{'f:nodeName':{}}}"));
    }

    @Test
    void aWriteThatChangesNothingChangesNoOwnerAndNoTime() {
        var live = created("me", "{nodeName:'n'}");
        assertThat(updated("me", live, live)).isEqualTo(live);
        assertThat(updated("you", live, ManagedFields.without(live))).isEqualTo(live);
    }

    @Test
    void plainWritesNeverOwnStatus() {
        var live = created("me", "{nodeName:'n'}");
        var next = live.deepCopy();
        next.putObject("status").put("phase", "Running");
        assertThat(fields(updated("you", live, next), "you")).isEmpty();
    }

    @Test
    void writesToASubresourceHaveTheirOwnEntry() {
        var live = created("me", "{nodeName:'n'}");
        var next = live.deepCopy();
        next.putObject("status").put("phase", "Running");
        var writer = new FieldWriter("kubelet", "v1", "status", LATER);
        var after = new Ownership(POD, writer, OwnershipFilter.except("spec")).updated(live, next);
        assertThat(after.at("/metadata/managedFields/1/subresource").asText()).isEqualTo("status");
        assertThat(fields(after, "kubelet")).isEqualTo(text("{'f:status':{'f:phase':{}}}"));
    }

    @Test
    void aResizeOwnsResourcesOnly() {
        var live = created("me", "{hostname:'h',containers:[{name:'a',image:'i',resources:{requests:{cpu:'1'}}}]}");
        var next = live.deepCopy();
        ((ObjectNode) next.get("spec")).put("hostname", "g");
        ((ObjectNode) next.at("/spec/containers/0/resources/requests")).put("cpu", "2");
        var writer = new FieldWriter("scaler", "v1", "resize", LATER);
        var after = new Ownership(POD, writer, OwnershipFilter.only("spec.containers.*.resources")).updated(live, next);
        assertThat(fields(after, "scaler"))
                .isEqualTo(text("{'f:spec':{'f:containers':{'k:{\\\"name\\\":\\\"a\\\"}':"
                        + "{'f:resources':{'f:requests':{'f:cpu':{}}}}}}}"));
        assertThat(fields(after, "me")).contains("f:hostname").doesNotContain("f:cpu");
    }

    @Test
    void anEmptyEntryForgetsAllManagers() {
        var live = created("me", "{nodeName:'n'}");
        var next = live.deepCopy();
        ((ObjectNode) next.get("metadata")).set("managedFields", Trees.json("[{}]"));
        assertThat(updated("you", live, next).at("/metadata/managedFields").isMissingNode())
                .isTrue();
    }

    @Test
    void theOldestOfTooManyUpdatersShareAnEntry() {
        var live = created("m0", "{nodeName:'n'}");
        for (var i = 1; i < 13; i++) {
            var next = live.deepCopy();
            ((ObjectNode) next.get("metadata")).withObject("labels").put("l" + i, "x");
            var writer = new FieldWriter("m" + i, "v1", "", NOON.plusSeconds(i));
            live = new Ownership(POD, writer, OwnershipFilter.everything()).updated(live, next);
        }
        assertThat(ManagedFields.of(live).entries()).hasSize(10);
        assertThat(fields(live, "ancient-changes"))
                .contains("f:nodeName", "f:l1")
                .doesNotContain("f:l12");
    }

    @Test
    void anApplierOwnsWhatItApplies() {
        var pod = applied("me", POD.blank(), "{containers:[{name:'a',ports:[{containerPort:80}]}]}");
        assertThat(fields(pod, "me"))
                .isEqualTo(
                        text(
                                "{'f:spec':{'f:containers':{'k:{\\\"name\\\":\\\"a\\\"}':{'.':{},'f:name':{},'f:ports':"
                                        + "{'k:{\\\"containerPort\\\":80,\\\"protocol\\\":\\\"TCP\\\"}':{'.':{},'f:containerPort':{}}}}}}}"));
        assertThat(pod.at("/metadata/managedFields/0/operation").asText()).isEqualTo("Apply");
    }

    @Test
    void applyingAgainChangesNothing() {
        var live = applied("me", POD.blank(), "{containers:[{name:'a',image:'i'}]}");
        assertThat(applied("me", live, "{containers:[{name:'a',image:'i'}]}")).isEqualTo(live);
    }

    @Test
    void whatIsNoLongerAppliedGoes() {
        var live = applied("me", POD.blank(), "{hostname:'h',nodeName:'n',containers:[{name:'a'},{name:'b'}]}");
        var after = applied("me", live, "{nodeName:'n',containers:[{name:'b'}]}");
        assertThat(after.get("spec")).isEqualTo(Trees.json("{nodeName:'n',containers:[{name:'b'}]}"));
    }

    @Test
    void whatOthersOwnStays() {
        var live = applied("me", POD.blank(), "{containers:[{name:'a',image:'i',tty:true}]}");
        var both = applied("you", live, "{containers:[{name:'a',image:'i'}]}");
        var after = applied("me", both, "{containers:[{name:'c'}]}");
        assertThat(after.at("/spec/containers")).isEqualTo(Trees.json("[{name:'a',image:'i'},{name:'c'}]"));
    }

    @Test
    void defaultsGoWithTheEntryThatTheyWereAddedTo() {
        var live = applied("me", POD.blank(), "{containers:[{name:'a',image:'i'},{name:'b'}]}");
        ((ObjectNode) live.at("/spec/containers/0")).put("imagePullPolicy", "Always");
        var after = applied("me", live, "{containers:[{name:'b'}]}");
        assertThat(after.at("/spec/containers")).isEqualTo(Trees.json("[{name:'b'}]"));
    }

    @Test
    void noConfigurationTakesAwayWhatTheServerSet() {
        var live = applied("me", POD.blank(), "{hostname:'h'}");
        var metadata = (ObjectNode) live.get("metadata");
        metadata.put("uid", "u")
                .put("creationTimestamp", "2026-01-01T00:00:00Z")
                .putObject("labels")
                .put("a", "b");
        var config = Trees.object("{apiVersion:'v1',kind:'Pod',metadata:{creationTimestamp:null},spec:{hostname:'h'}}");
        var after = tree(new ServerSideApply(POD, new FieldWriter("me", "v1", "", LATER), OwnershipFilter.everything())
                .apply(live, config, false));
        assertThat(ManagedFields.without(after).get("metadata"))
                .isEqualTo(ManagedFields.without(live).get("metadata"));
    }

    @Test
    void givingUpTheLastLabelLeavesTheNameAndTheOwners() {
        var config = pod("{hostname:'h'}");
        ((ObjectNode) config.get("metadata")).putObject("labels").put("a", "b");
        var apply = new ServerSideApply(POD, new FieldWriter("me", "v1", "", LATER), OwnershipFilter.everything());
        var after = applied("me", tree(apply.apply(POD.blank(), config, false)), "{hostname:'h'}");
        assertThat(ManagedFields.without(after).get("metadata")).isEqualTo(Trees.json("{name:'p'}"));
        assertThat(fields(after, "me")).isEqualTo(text("{'f:spec':{'f:hostname':{}}}"));
    }

    @Test
    void oneConflictIsOneLine() {
        var live = created("kubectl-create", "{containers:[{name:'a',image:'x'}]}");
        assertThat(conflict(outcome("me", live, "{containers:[{name:'a',image:'y'}]}", false)))
                .isEqualTo("Apply failed with 1 conflict: conflict with \"kubectl-create\" using v1:"
                        + " .spec.containers[name=\"a\"].image");
    }

    @Test
    void severalConflictsAreSortedLists() {
        var live = applied("one", POD.blank(), "{hostname:'h',containers:[{name:'a',image:'x',tty:true}]}");
        var both = applied("two", live, "{nodeName:'n'}");
        assertThat(conflict(outcome("me", both, "{nodeName:'m',containers:[{name:'a',image:'y',tty:false}]}", false)))
                .isEqualTo("""
                        Apply failed with 3 conflicts: conflicts with "one":
                        - .spec.containers[name="a"].image
                        - .spec.containers[name="a"].tty
                        conflicts with "two":
                        - .spec.nodeName""");
    }

    @Test
    void aConflictNamesTheSubresource() {
        var live = created("me", "{nodeName:'n'}");
        var next = live.deepCopy();
        ((ObjectNode) next.get("spec")).put("hostname", "h");
        var writer = new FieldWriter("ctl", "v1", "resize", LATER);
        var after = new Ownership(POD, writer, OwnershipFilter.everything()).updated(live, next);
        assertThat(conflict(outcome("you", after, "{hostname:'g'}", false)))
                .isEqualTo("Apply failed with 1 conflict: conflict with \"ctl\" with subresource \"resize\" using v1:"
                        + " .spec.hostname");
    }

    @Test
    void equalValuesAreNoConflictButShared() {
        var live = created("me", "{hostname:'h'}");
        var after = applied("you", live, "{hostname:'h'}");
        assertThat(fields(after, "me")).isEqualTo(fields(after, "you"));
    }

    @Test
    void forceTakesTheFields() {
        var live = created("me", "{hostname:'h',nodeName:'n'}");
        var after = tree(outcome("you", live, "{hostname:'g'}", true));
        assertThat(after.at("/spec/hostname").asText()).isEqualTo("g");
        assertThat(fields(after, "me")).isEqualTo(text("{'f:spec':{'f:nodeName':{}}}"));
        assertThat(fields(after, "you")).isEqualTo(text("{'f:spec':{'f:hostname':{}}}"));
    }

    @Test
    void whatNobodyOwnedBelongedToBeforeFirstApply() {
        assertThat(conflict(outcome("me", pod("{hostname:'h'}"), "{hostname:'g'}", false)))
                .isEqualTo(
                        "Apply failed with 1 conflict: conflict with \"before-first-apply\" using v1: .spec.hostname");
    }

    @Test
    void anEntryWithoutItsKeyIsRefused() {
        assertThat(outcome("me", POD.blank(), "{containers:[{image:'x'}]}", false))
                .isEqualTo(new ApplyOutcome.Mistyped(".spec.containers: element 0: associative list with keys has an"
                        + " element that omits key field \"name\" (and doesn't have default value)"));
        assertThat(outcome("me", POD.blank(), "{containers:[{name:'a'},{name:'a'}]}", false))
                .isEqualTo(new ApplyOutcome.Mistyped(".spec.containers: duplicate entries for key [name=\"a\"]"));
    }

    @Test
    void anEmptyListFromBelowIsFilledInTheOrderApplied() {
        var live = applied("me", POD.blank(), "{containers:[{name:'a'},{name:'b'}]}");
        var after = applied("you", live, "{containers:[{name:'c'},{name:'a'}]}");
        assertThat(after.at("/spec/containers")).isEqualTo(Trees.json("[{name:'c'},{name:'a'},{name:'b'}]"));
    }

    @Test
    void fieldsOfALevelComeBeforeWhatLiesInsideThem() {
        var live = applied(
                "one", POD.blank(), "{containers:[{name:'a',env:[{name:'E',value:'1'}],image:'x'}],hostname:'h'}");
        var config = "{containers:[{name:'a',env:[{name:'E',value:'2'}],image:'y'}],hostname:'g'}";
        assertThat(conflict(outcome("two", live, config, false))).isEqualTo("""
                        Apply failed with 3 conflicts: conflicts with "one":
                        - .spec.hostname
                        - .spec.containers[name="a"].image
                        - .spec.containers[name="a"].env[name="E"].value""");
    }

    @Test
    void entriesOfOthersStayInFrontOfTheNextThatBothHave() {
        var live = applied("me", POD.blank(), "{containers:[{name:'a'},{name:'b'},{name:'c'},{name:'d'},{name:'e'}]}");
        var after = applied("you", live, "{containers:[{name:'x'},{name:'e'},{name:'b'}]}");
        assertThat(after.at("/spec/containers"))
                .isEqualTo(Trees.json("[{name:'a'},{name:'c'},{name:'d'},{name:'x'},{name:'e'},{name:'b'}]"));
    }

    @Test
    void whatIsNotOfTheKindIsNamedWithItsPlace() {
        assertThat(outcome("me", POD.blank(), "{containers:[{name:'a',colour:'red'}]}", false))
                .isEqualTo(
                        new ApplyOutcome.Mistyped(".spec.containers[name=\"a\"].colour: field not declared in schema"));
        assertThat(outcome("me", POD.blank(), "{hostname:1,nodeSelector:['x'],tolerations:{},priority:'p'}", false))
                .isEqualTo(new ApplyOutcome.Mistyped("""
                        errors:
                          .spec.hostname: expected string, got &value.valueUnstructured{Value:1}
                          .spec.nodeSelector: expected map, got &value.valueUnstructured{Value:[]interface {}["x"]}
                          .spec.tolerations: expected list, got &value.valueUnstructured{Value:map[string]interface {}{}}
                          .spec.priority: expected numeric (int or float), got string"""));
        assertThat(outcome("me", POD.blank(), "{terminationGracePeriodSeconds:30.0}", false))
                .isInstanceOf(ApplyOutcome.Applied.class);
    }

    @Test
    void anEntryOfAMapIsAppliedWithoutAValue() {
        var after = applied("me", POD.blank(), "{resources:{limits:{cpu:null}},hostname:null}");
        assertThat(after.at("/spec/resources")).isEqualTo(Trees.json("{limits:{cpu:null}}"));
        assertThat(after.at("/spec").has("hostname")).isFalse();
        assertThat(fields(after, "me"))
                .isEqualTo(text("{'f:spec':{'f:hostname':{},'f:resources':{'f:limits':{'f:cpu':{}}}}}"));
    }

    /** A pod that client-side apply made, with what it had applied in its annotation. */
    private static ObjectNode madeOnTheClientSide(String lastApplied, String spec) {
        var pod = pod(spec);
        ((ObjectNode) pod.get("metadata")).putObject("annotations").put(LastApplied.ANNOTATION, lastApplied);
        return new Ownership(
                        POD,
                        new FieldWriter("kubectl-client-side-apply", "v1", "", NOON),
                        OwnershipFilter.except("status"))
                .created(pod);
    }

    @Test
    void kubectlTakesOverWhatItAppliedOnTheClientSide() {
        var live = madeOnTheClientSide("{\"spec\":{\"hostname\":\"h\"}}", "{hostname:'h',nodeName:'n'}");
        var after = applied("kubectl", live, "{hostname:'g'}");
        assertThat(after.at("/spec/hostname").asText()).isEqualTo("g");
        assertThat(fields(after, "kubectl")).isEqualTo(text("{'f:spec':{'f:hostname':{}}}"));
        assertThat(fields(after, "kubectl-client-side-apply"))
                .doesNotContain("f:hostname")
                .contains("f:nodeName");
    }

    @Test
    void theAnnotationFollowsWhatKubectlApplies() {
        var live = madeOnTheClientSide("{\"spec\":{\"hostname\":\"h\"}}", "{hostname:'h'}");
        var after = applied("kubectl", live, "{hostname:'g'}");
        assertThat(after.at("/metadata/annotations")
                        .path(LastApplied.ANNOTATION)
                        .asText())
                .isEqualTo("{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\"},"
                        + "\"spec\":{\"hostname\":\"g\"}}\n");
        var others = applied("you", live, "{nodeName:'n'}");
        assertThat(others.at("/metadata/annotations")).isEqualTo(live.at("/metadata/annotations"));
    }

    @Test
    void whatTheAnnotationDoesNotNameIsAConflictStill() {
        var live = madeOnTheClientSide("{\"spec\":{\"hostname\":\"h\"}}", "{hostname:'h',nodeName:'n'}");
        assertThat(conflict(outcome("kubectl", live, "{hostname:'g',nodeName:'m'}", false)))
                .isEqualTo("Apply failed with 1 conflict: conflict with \"kubectl-client-side-apply\" using v1:"
                        + " .spec.nodeName");
        assertThat(outcome("you", live, "{hostname:'g'}", false)).isInstanceOf(ApplyOutcome.Conflicting.class);
        var unreadable = madeOnTheClientSide("{{", "{hostname:'h'}");
        assertThat(outcome("kubectl", unreadable, "{hostname:'g'}", false))
                .isInstanceOf(ApplyOutcome.Conflicting.class);
    }

    @Test
    void onlyTimesDiffer() {
        var live = created("me", "{nodeName:'n'}");
        var other = live.deepCopy();
        ((ObjectNode) other.at("/metadata/managedFields/0")).put("time", "2020-01-01T00:00:00Z");
        assertThat(ManagedFields.sameButForTimes(live, other)).isTrue();
        ((ObjectNode) other.get("spec")).put("nodeName", "m");
        assertThat(ManagedFields.sameButForTimes(live, other)).isFalse();
    }
}
