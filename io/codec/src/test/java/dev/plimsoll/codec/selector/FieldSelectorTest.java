package dev.plimsoll.codec.selector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.codec.json.JsonBytes;
import dev.plimsoll.codec.trees.RandomTrees;
import dev.plimsoll.codec.trees.Trees;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// Acceptance of Kubernetes clients: kinds-served, event-selectors
/** What field selectors select, and how wrong ones are refused. */
// Acceptance of production: selectors
class FieldSelectorTest {
    private static final SelectableFields POD = SelectableFields.PODS;

    private static FieldSelector selector(String text, SelectableFields fields) {
        return switch (FieldSelector.parse(text, fields)) {
            case ParsedSelector.Parsed<FieldSelector>(var selector) -> selector;
            case ParsedSelector.Malformed<FieldSelector>(var message) -> throw new AssertionError(message);
        };
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            metadata.name=p                           | true
            metadata.name==p                          | true
            metadata.name!=p                          | false
            metadata.namespace=d,status.phase!=Failed | true
            spec.nodeName=                            | false
            spec.host=n                               | true
            spec.hostNetwork=false                    | true
            status.podIP=10.0.0.1                     | true
            status.podIPs=                            | true
            status.nominatedNodeName=                 | true
            """)
    void selectsPods(String text, boolean expected) {
        var pod = Trees.object("{metadata:{name:'p',namespace:'d'},spec:{nodeName:'n'},"
                + "status:{phase:'Running',podIPs:[{ip:'10.0.0.1'},{ip:'::1'}]}}");
        assertThat(selector(text, POD).matches(pod)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            reason=Evicted                       | true
            reason=Killing                       | false
            reason=Kill                          | false
            reason!=Evicted                      | false
            involvedObject.name=web-1            | false
            involvedObject.name=web-2            | true
            involvedObject.resourceVersion=7     | false
            involvedObject.name=web-1,type=Error | true
            reason=                              | false
            """)
    void bytesRuleOutWhatTheyDoNotHold(String text, boolean expected) {
        var event = Trees.object(
                "{metadata:{name:'e'},involvedObject:{kind:'Pod',name:'web-1'},reason:'Killing',type:'Normal'}");
        assertThat(selector(text, SelectableFields.EVENTS).isRuledOut(JsonBytes.of(event)))
                .isEqualTo(expected);
    }

    @Test
    void whatCountsWithoutBeingWrittenIsNotRuledOut() {
        var pod = JsonBytes.of(Trees.object("{metadata:{name:'p'},spec:{}}"));
        assertThat(selector("spec.hostNetwork=false", POD).isRuledOut(pod)).isFalse();
        assertThat(selector("status.podIPs=x", POD).isRuledOut(pod)).isFalse();
    }

    @Test
    void nothingThatMatchesIsRuledOut() {
        var trees = new RandomTrees(45);
        for (var i = 0; i < 2_000; i++) {
            var object = trees.object(4);
            var kept = selector("metadata.name=" + i + "x,type=t\u00e9", SelectableFields.EVENTS);
            object.putObject("metadata").put("name", i + "x");
            object.put("type", "t\u00e9");
            assertThat(kept.matches(object)).isTrue();
            assertThat(kept.isRuledOut(JsonBytes.of(object))).isFalse();
        }
    }

    @Test
    void everyKindHasItsFields() {
        var node = SelectableFields.NODES;
        assertThat(selector("spec.unschedulable=true", node).matches(Trees.json("{spec:{unschedulable:true}}")))
                .isTrue();
        var event = SelectableFields.EVENTS;
        assertThat(selector("involvedObject.name=p,involvedObject.uid=u", event)
                        .matches(Trees.json("{involvedObject:{name:'p',uid:'u'}}")))
                .isTrue();
        assertThat(selector("source=c", event).matches(Trees.json("{source:{component:'c'},reportingComponent:'d'}")))
                .isTrue();
        assertThat(selector("source=c", event).matches(Trees.json("{reportingComponent:'c'}")))
                .isTrue();
        var job = SelectableFields.JOBS;
        assertThat(selector("status.successful=0", job).matches(Trees.json("{}")))
                .isTrue();
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvSource(delimiter = '|', textBlock = """
            POD         | spec.foo=1 | field label not supported: spec.foo
            COMMON      | a=1     | "a" is not a known field selector: only "metadata.name", "metadata.namespace"
            JOB         | a=1        | field label "a" not supported for Job
            POD         | metadata.name | invalid selector: 'metadata.name'; can't understand 'metadata.name'
            POD         | status.phase=a=b | invalid selector: 'status.phase=a=b'; can't understand 'status.phase=a=b'
            """)
    void refuses(String kind, String text, String message) {
        var fields = switch (kind) {
            case "POD" -> SelectableFields.PODS;
            case "JOB" -> SelectableFields.JOBS;
            default -> SelectableFields.COMMON;
        };
        assertThat(FieldSelector.parse(text, fields)).isEqualTo(new ParsedSelector.Malformed<FieldSelector>(message));
    }

    @Test
    void backslashesEscape() {
        assertThat(selector("metadata.name=a\\,b\\=c\\\\d", POD).requiredValue("metadata.name"))
                .contains("a,b=c\\d");
    }

    @Test
    void anyTextIsASelectorOrRefused() {
        var trees = new RandomTrees(33);
        var pieces = List.of("metadata.name", "status.podIP", "=", "==", "!=", "\\", ",", "x", " ");
        for (var i = 0; i < 10_000; i++) {
            var text = new StringBuilder();
            for (var n = trees.random().nextInt(8); n > 0; n--) text.append(trees.oneOf(pieces));
            if (FieldSelector.parse(text.toString(), POD)
                    instanceof ParsedSelector.Parsed<FieldSelector>(var selector)) {
                assertThat(selector.matches(trees.object(3))).isIn(true, false);
            }
        }
    }
}
