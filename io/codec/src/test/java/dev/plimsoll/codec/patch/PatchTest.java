package dev.plimsoll.codec.patch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.plimsoll.codec.schema.DeclaredOrder;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.codec.trees.Trees;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

// Acceptance of Kubernetes clients: patches
/** One row per sentence about the three kinds of patches. */
// Acceptance of KEP-1287: one-patch
// Acceptance of KEP-5419: status-patch
class PatchTest {
    private static final KindShape POD = Schema.bundled().find("v1", "Pod").orElseThrow();

    record Row(String sentence, String document, String patch, String expected) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    static Stream<Row> jsonPatches() {
        return Stream.of(
                new Row("add sets a member", "{a:1}", "[{op:'add',path:'/b',value:2}]", "{a:1,b:2}"),
                new Row("add replaces a member", "{a:1}", "[{op:'add',path:'/a',value:2}]", "{a:2}"),
                new Row("add inserts", "{a:[1,3]}", "[{op:'add',path:'/a/1',value:2}]", "{a:[1,2,3]}"),
                new Row("add at - appends", "{a:[1]}", "[{op:'add',path:'/a/-',value:2}]", "{a:[1,2]}"),
                new Row("add needs a parent", "{}", "[{op:'add',path:'/a/b',value:2}]", "422"),
                new Row("add beyond the end fails", "{a:[]}", "[{op:'add',path:'/a/1',value:2}]", "422"),
                new Row("add does not replace the document", "{a:1}", "[{op:'add',path:'',value:{b:1}}]", "422"),
                new Row("replace replaces the document", "{a:1}", "[{op:'replace',path:'',value:{b:1}}]", "{b:1}"),
                new Row("a document is an object", "{a:1}", "[{op:'replace',path:'',value:[]}]", "422"),
                new Row("no value is null", "{a:1}", "[{op:'add',path:'/b'}]", "{a:1,b:null}"),
                new Row("the document is not copied into itself", "{a:1}", "[{op:'copy',from:'',path:'/a'}]", "422"),
                new Row("remove takes a member", "{a:1,b:2}", "[{op:'remove',path:'/a'}]", "{b:2}"),
                new Row("remove takes an entry", "{a:[1,2]}", "[{op:'remove',path:'/a/0'}]", "{a:[2]}"),
                new Row("negative places count from the end", "{a:[1,2]}", "[{op:'remove',path:'/a/-1'}]", "{a:[1]}"),
                new Row("remove needs its target", "{a:1}", "[{op:'remove',path:'/b'}]", "422"),
                new Row("replace changes a value", "{a:{b:1}}", "[{op:'replace',path:'/a/b',value:2}]", "{a:{b:2}}"),
                new Row("replace needs a parent", "{}", "[{op:'replace',path:'/spec/nope/1',value:1}]", "422"),
                new Row("replace adds a member", "{a:{}}", "[{op:'replace',path:'/a/b',value:2}]", "{a:{b:2}}"),
                new Row("replace needs its place in a list", "{a:[1]}", "[{op:'replace',path:'/a/1',value:2}]", "422"),
                new Row("replace does not append", "{a:[1]}", "[{op:'replace',path:'/a/-',value:2}]", "422"),
                new Row("replace needs a parent with members", "{a:1}", "[{op:'replace',path:'/a/b',value:2}]", "422"),
                new Row("move moves", "{a:1}", "[{op:'move',from:'/a',path:'/b'}]", "{b:1}"),
                new Row("move not into itself", "{a:{}}", "[{op:'move',from:'/a',path:'/a/b'}]", "422"),
                new Row("copy copies", "{a:[1]}", "[{op:'copy',from:'/a',path:'/b'}]", "{a:[1],b:[1]}"),
                new Row("copy of an absent member is null", "{}", "[{op:'copy',from:'/a',path:'/b'}]", "{b:null}"),
                new Row("copy needs the parent of its source", "{}", "[{op:'copy',from:'/a/b',path:'/b'}]", "422"),
                new Row("copy needs its source in a list", "{a:[]}", "[{op:'copy',from:'/a/0',path:'/b'}]", "422"),
                new Row("move needs its source", "{}", "[{op:'move',from:'/a',path:'/b'}]", "422"),
                new Row("test passes", "{a:1}", "[{op:'test',path:'/a',value:1},{op:'remove',path:'/a'}]", "{}"),
                new Row("test compares numbers by value", "{a:1}", "[{op:'test',path:'/a',value:1.0}]", "{a:1}"),
                new Row("test fails", "{a:1}", "[{op:'test',path:'/a',value:2}]", "422"),
                new Row("test of null passes if absent", "{}", "[{op:'test',path:'/a',value:null}]", "{}"),
                new Row("test of null needs a parent", "{}", "[{op:'test',path:'/a/b',value:null}]", "422"),
                new Row("~1 and ~0 are escapes", "{'a/b~':1}", "[{op:'remove',path:'/a~1b~0'}]", "{}"),
                new Row("places are numbers as Go reads them", "{a:[1,2]}", "[{op:'remove',path:'/a/01'}]", "{a:[1]}"),
                new Row("places may have a sign", "{a:[1,2]}", "[{op:'remove',path:'/a/+0'}]", "{a:[2]}"),
                new Row("what stands before a slash is passed over", "{a:1}", "[{op:'remove',path:'x/a'}]", "{}"),
                new Row("a path has a slash", "{a:1}", "[{op:'remove',path:'a'}]", "422"),
                new Row("unknown operations fail", "{}", "[{op:'jump',path:'/a'}]", "422"),
                new Row(
                        "a patch is a list",
                        "{}",
                        "{}",
                        "400 error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp"),
                new Row("a patch is a list of objects", "{}", "[1]", "400"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("jsonPatches")
    void jsonPatch(Row row) {
        check(row, JsonPatch.apply(Trees.object(row.document()), Trees.json(row.patch())));
    }

    @Test
    void aDocumentIsShownInTheOrderOfItsTypesButWhereAPatchLookedInto() {
        var document = DeclaredOrder.of(
                Trees.object("{metadata:{labels:{b:'2',a:'1'},name:'p'},spec:{volumes:[{emptyDir:{},name:'v'}],"
                        + "containers:[{image:'i',name:'c',ports:[{protocol:'TCP',containerPort:80}]}],nodeName:'n'}}"),
                POD);
        var json = Trees.json("[{op:'replace',path:'/spec/containers/0/image',value:{z:1,a:2}}]");
        assertThat(JsonPatch.shown(document, json).toString().replace('"', '\''))
                .isEqualTo(
                        "{'metadata':{'name':'p','labels':{'a':'1','b':'2'}},'spec':{'containers':[{'image':{'z':1,'a':2},"
                                + "'name':'c','ports':[{'containerPort':80,'protocol':'TCP'}]}],'nodeName':'n',"
                                + "'volumes':[{'name':'v','emptyDir':{}}]}}");
        var merge = Trees.object("{spec:{nodeName:null,volumes:[{name:'w',emptyDir:{}}]}}");
        assertThat(MergePatch.shown(document, merge).toString().replace('"', '\''))
                .isEqualTo(
                        "{'metadata':{'name':'p','labels':{'a':'1','b':'2'}},'spec':{'containers':[{'name':'c','image':'i',"
                                + "'ports':[{'containerPort':80,'protocol':'TCP'}]}],'volumes':[{'emptyDir':{},'name':'w'}]}}");
    }

    @Test
    void jsonPatchHasAtMostTenThousandOperations() {
        var patch = Trees.object("{}").arrayNode();
        for (var i = 0; i <= JsonPatch.MOST_OPERATIONS; i++) patch.addObject();
        assertThat(JsonPatch.apply(Trees.object("{}"), patch))
                .isEqualTo(
                        new PatchOutcome.Refused(
                                PatchOutcome.Kind.TOO_LARGE,
                                "Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001"));
    }

    @Test
    void copiesOfCopiesAreBounded() {
        var patch = Trees.object("{}").arrayNode();
        for (var i = 0; i < 40; i++) patch.add(Trees.json("{op:'copy',from:'/a',path:'/a/-'}"));
        assertThat(JsonPatch.apply(Trees.object("{a:[1]}"), patch)).isInstanceOf(PatchOutcome.Refused.class);
    }

    static Stream<Row> mergePatches() {
        return Stream.of(
                new Row("RFC 7386: a string changes", "{a:'b'}", "{a:'c'}", "{a:'c'}"),
                new Row("RFC 7386: a member is added", "{a:'b'}", "{b:'c'}", "{a:'b',b:'c'}"),
                new Row("RFC 7386: null removes", "{a:'b'}", "{a:null}", "{}"),
                new Row("RFC 7386: null removes one of two", "{a:'b',b:'c'}", "{a:null}", "{b:'c'}"),
                new Row("RFC 7386: a list becomes a string", "{a:['b']}", "{a:'c'}", "{a:'c'}"),
                new Row("RFC 7386: a string becomes a list", "{a:'c'}", "{a:['b']}", "{a:['b']}"),
                new Row("RFC 7386: inside objects", "{a:{b:'c'}}", "{a:{b:'d',c:null}}", "{a:{b:'d'}}"),
                new Row("RFC 7386: lists are replaced", "{a:[{b:'c'}]}", "{a:[1]}", "{a:[1]}"),
                new Row("RFC 7386: nulls inside lists stay", "{}", "{a:[null]}", "{a:[null]}"),
                new Row("RFC 7386: null elsewhere stays", "{e:null}", "{a:1}", "{e:null,a:1}"),
                new Row("RFC 7386: nulls in new objects vanish", "{}", "{a:{bb:{ccc:null}}}", "{a:{bb:{}}}"),
                new Row("objects in lists lose their nulls", "{}", "{a:[{b:null,c:[{d:null}]}]}", "{a:[{c:[{}]}]}"),
                new Row(
                        "the patch of an object is an object",
                        "{}",
                        "[1]",
                        "400 error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mergePatches")
    void mergePatch(Row row) {
        check(row, MergePatch.apply(Trees.object(row.document()), Trees.json(row.patch())));
    }

    static Stream<Row> strategicPatches() {
        return Stream.of(
                new Row(
                        "containers merge by name",
                        "{spec:{containers:[{name:'a',image:'x'},{name:'b',image:'y'}]}}",
                        "{spec:{containers:[{name:'b',image:'z'}]}}",
                        "{spec:{containers:[{name:'a',image:'x'},{name:'b',image:'z'}]}}"),
                new Row(
                        "new containers come first",
                        "{spec:{containers:[{name:'a'}]}}",
                        "{spec:{containers:[{name:'b'}]}}",
                        "{spec:{containers:[{name:'b'},{name:'a'}]}}"),
                new Row(
                        "new containers stand where the patch puts them",
                        "{spec:{containers:[{name:'a'},{name:'b'},{name:'c'}]}}",
                        "{spec:{containers:[{name:'c'},{name:'d'}]}}",
                        "{spec:{containers:[{name:'a'},{name:'b'},{name:'c'},{name:'d'}]}}"),
                new Row(
                        "new containers before known ones come before all others",
                        "{spec:{containers:[{name:'a'},{name:'b'},{name:'c'}]}}",
                        "{spec:{containers:[{name:'d'},{name:'c'}]}}",
                        "{spec:{containers:[{name:'d'},{name:'a'},{name:'b'},{name:'c'}]}}"),
                new Row(
                        "containers come in the order of the patch",
                        "{spec:{containers:[{name:'a'},{name:'b'},{name:'c'}]}}",
                        "{spec:{containers:[{name:'c'},{name:'a'}]}}",
                        "{spec:{containers:[{name:'b'},{name:'c'},{name:'a'}]}}"),
                new Row(
                        "requests merge by key",
                        "{spec:{containers:[{name:'a',resources:{requests:{cpu:'1',memory:'1Gi'}}}]}}",
                        "{spec:{containers:[{name:'a',resources:{requests:{cpu:'2'}}}]}}",
                        "{spec:{containers:[{name:'a',resources:{requests:{cpu:'2',memory:'1Gi'}}}]}}"),
                new Row(
                        "resizePolicy is replaced",
                        "{spec:{containers:[{name:'a',resizePolicy:[{resourceName:'cpu'},{resourceName:'memory'}]}]}}",
                        "{spec:{containers:[{name:'a',resizePolicy:[{resourceName:'cpu'}]}]}}",
                        "{spec:{containers:[{name:'a',resizePolicy:[{resourceName:'cpu'}]}]}}"),
                new Row(
                        "ports merge by containerPort",
                        "{spec:{containers:[{name:'a',ports:[{containerPort:80,name:'w'}]}]}}",
                        "{spec:{containers:[{name:'a',ports:[{containerPort:80,protocol:'UDP'}]}]}}",
                        "{spec:{containers:[{name:'a',ports:[{containerPort:80,name:'w',protocol:'UDP'}]}]}}"),
                new Row(
                        "tolerations are replaced",
                        "{spec:{tolerations:[{key:'a'}]}}",
                        "{spec:{tolerations:[{key:'b'}]}}",
                        "{spec:{tolerations:[{key:'b'}]}}"),
                new Row(
                        "finalizers are a set",
                        "{metadata:{finalizers:['a','b']}}",
                        "{metadata:{finalizers:['b','c']}}",
                        "{metadata:{finalizers:['a','b','c']}}"),
                new Row(
                        "new finalizers come first",
                        "{metadata:{finalizers:['a']}}",
                        "{metadata:{finalizers:['b']}}",
                        "{metadata:{finalizers:['b','a']}}"),
                new Row(
                        "$deleteFromPrimitiveList removes values",
                        "{metadata:{finalizers:['a','b','c']}}",
                        "{metadata:{'$deleteFromPrimitiveList/finalizers':['a','x']}}",
                        "{metadata:{finalizers:['b','c']}}"),
                new Row(
                        "null removes",
                        "{metadata:{labels:{a:'1',b:'2'}}}",
                        "{metadata:{labels:{a:null}}}",
                        "{metadata:{labels:{b:'2'}}}"),
                new Row("nulls in new objects vanish", "{}", "{metadata:{labels:{a:null}}}", "{metadata:{labels:{}}}"),
                new Row(
                        "$patch: delete removes an entry",
                        "{spec:{containers:[{name:'a'},{name:'b'}]}}",
                        "{spec:{containers:[{name:'a','$patch':'delete'}]}}",
                        "{spec:{containers:[{name:'b'}]}}"),
                new Row(
                        "$patch: delete of a stranger does nothing",
                        "{spec:{containers:[{name:'a'}]}}",
                        "{spec:{containers:[{name:'z','$patch':'delete'}]}}",
                        "{spec:{containers:[{name:'a'}]}}"),
                new Row(
                        "$patch: replace in a list replaces the list",
                        "{spec:{containers:[{name:'a'},{name:'b'}]}}",
                        "{spec:{containers:[{'$patch':'replace'},{name:'c'}]}}",
                        "{spec:{containers:[{name:'c'}]}}"),
                new Row(
                        "$patch: replace in an object replaces it",
                        "{spec:{securityContext:{runAsUser:1,fsGroup:2}}}",
                        "{spec:{securityContext:{'$patch':'replace',runAsUser:3}}}",
                        "{spec:{securityContext:{runAsUser:3}}}"),
                new Row(
                        "$patch: replace where there is no such object takes nothing",
                        "{spec:{hostname:'h'}}",
                        "{spec:{securityContext:{'$patch':'replace',runAsUser:3}}}",
                        "{spec:{hostname:'h'}}"),
                new Row(
                        "$patch: delete where there is no such object makes none",
                        "{spec:{hostname:'h'}}",
                        "{spec:{securityContext:{'$patch':'delete'}}}",
                        "{spec:{hostname:'h'}}"),
                new Row(
                        "nothing is taken of a map with $patch inside an object that is new",
                        "{}",
                        "{spec:{hostname:'h',securityContext:{'$patch':'replace',runAsUser:3}}}",
                        "{spec:{hostname:'h'}}"),
                new Row(
                        "a new entry of a list is taken as it is",
                        "{spec:{containers:[{name:'a'}]}}",
                        "{spec:{containers:[{name:'b',args:null,resources:{'$patch':'replace',limits:{cpu:'1'}}}]}}",
                        "{spec:{containers:[{name:'b',args:null,resources:{'$patch':'replace',limits:{cpu:'1'}}},{name:'a'}]}}"),
                new Row(
                        "a list that is new loses entries with directives",
                        "{spec:{hostname:'h'}}",
                        "{spec:{containers:[{name:'a','$patch':'delete'},{name:'b'},{name:'b'}]}}",
                        "{spec:{hostname:'h',containers:[{name:'b'},{name:'b'}]}}"),
                new Row(
                        "two entries with the key of a new one become one",
                        "{spec:{containers:[{name:'a'}]}}",
                        "{spec:{containers:[{name:'b',image:'x'},{name:'b',tty:true}]}}",
                        "{spec:{containers:[{name:'b',image:'x',tty:true},{name:'a'}]}}"),
                new Row(
                        "an entry that is deleted and given is new",
                        "{spec:{containers:[{name:'a'},{name:'b',tty:true}]}}",
                        "{spec:{containers:[{name:'b',image:'x'},{name:'b','$patch':'delete'}]}}",
                        "{spec:{containers:[{name:'b',image:'x'},{name:'a'}]}}"),
                new Row(
                        "keys are compared as JSON values",
                        "{spec:{containers:[{name:'a',ports:[{containerPort:80}]}]}}",
                        "{spec:{containers:[{name:'a',ports:[{containerPort:80.0}]}]}}",
                        "{spec:{containers:[{name:'a',ports:[{containerPort:80.0},{containerPort:80}]}]}}"),
                new Row(
                        "$patch: delete in an object empties it",
                        "{spec:{securityContext:{runAsUser:1}}}",
                        "{spec:{securityContext:{'$patch':'delete'}}}",
                        "{spec:{securityContext:{}}}"),
                new Row(
                        "$patch: merge is unknown in a map",
                        "{spec:{securityContext:{runAsUser:1}}}",
                        "{spec:{securityContext:{'$patch':'merge',fsGroup:2}}}",
                        "500 unknown patch type: merge in map: map[$patch:merge fsGroup:2]"),
                new Row(
                        "$patch: merge cannot be said of a list",
                        "{spec:{containers:[{name:'a'}]}}",
                        "{spec:{containers:[{'$patch':'merge'},{name:'a'}]}}",
                        "500 merging lists cannot yet be specified in the patch"),
                new Row(
                        "$patch: replace of an entry replaces the list by the entries without a directive",
                        "{spec:{containers:[{name:'a'},{name:'b'}]}}",
                        "{spec:{containers:[{name:'a','$patch':'replace',image:'x'},{name:'c'}]}}",
                        "{spec:{containers:[{name:'c'}]}}"),
                new Row(
                        "$retainKeys drops the others",
                        "{spec:{volumes:[{name:'v',emptyDir:{}}]}}",
                        "{spec:{volumes:[{name:'v','$retainKeys':['name','hostPath'],hostPath:{path:'/x'}}]}}",
                        "{spec:{volumes:[{name:'v',hostPath:{path:'/x'}}]}}"),
                new Row(
                        "$retainKeys names all that the patch sets",
                        "{spec:{volumes:[{name:'v',emptyDir:{}}]}}",
                        "{spec:{volumes:[{name:'v','$retainKeys':['name'],hostPath:{path:'/x'}}]}}",
                        "400 invalid patch format of retainKeys"),
                new Row(
                        "$setElementOrder orders",
                        "{spec:{containers:[{name:'a'},{name:'b'},{name:'c'}]}}",
                        "{spec:{'$setElementOrder/containers':[{name:'c'},{name:'a'}],containers:[{name:'c',image:'x'}]}}",
                        "{spec:{containers:[{name:'b'},{name:'c',image:'x'},{name:'a'}]}}"),
                new Row(
                        "an entry that is new stands behind what a deletion left",
                        "{spec:{containers:[{name:'c'},{name:'d'},{name:'e'}]}}",
                        "{spec:{'$setElementOrder/containers':[{name:'c'},{name:'a'}],containers:[{name:'d','$patch':'delete'},{name:'c'},{name:'a'}]}}",
                        "{spec:{containers:[{name:'c'},{name:'e'},{name:'a'}]}}"),
                new Row(
                        "an entry that is deleted and given is new",
                        "{spec:{containers:[{name:'c'},{name:'d'},{name:'e'}]}}",
                        "{spec:{'$setElementOrder/containers':[{name:'c'}],containers:[{name:'c','$patch':'delete'},{name:'c'}]}}",
                        "{spec:{containers:[{name:'d'},{name:'e'},{name:'c'}]}}"),
                new Row(
                        "a deletion of nothing gives no places",
                        "{spec:{containers:[{name:'d'},{name:'e'}]}}",
                        "{spec:{'$setElementOrder/containers':[{name:'a'}],containers:[{name:'c','$patch':'delete'},{name:'a'}]}}",
                        "{spec:{containers:[{name:'a'},{name:'d'},{name:'e'}]}}"),
                new Row(
                        "$setElementOrder works alone",
                        "{spec:{containers:[{name:'a'},{name:'b'}]}}",
                        "{spec:{'$setElementOrder/containers':[{name:'b'},{name:'a'}]}}",
                        "{spec:{containers:[{name:'b'},{name:'a'}]}}"),
                new Row(
                        "$setElementOrder leaves strangers in front of what followed them",
                        "{spec:{containers:[{name:'s'},{name:'a'},{name:'t'},{name:'b'}]}}",
                        "{spec:{'$setElementOrder/containers':[{name:'a'},{name:'b'}]}}",
                        "{spec:{containers:[{name:'s'},{name:'a'},{name:'t'},{name:'b'}]}}"),
                new Row(
                        "$setElementOrder of values",
                        "{metadata:{finalizers:['a','b']}}",
                        "{metadata:{'$setElementOrder/finalizers':['c','a'],finalizers:['c']}}",
                        "{metadata:{finalizers:['c','a','b']}}"),
                new Row(
                        "the patch follows $setElementOrder",
                        "{spec:{containers:[{name:'a'},{name:'b'}]}}",
                        "{spec:{'$setElementOrder/containers':[{name:'b'},{name:'a'}],containers:[{name:'a'},{name:'b',tty:null}]}}",
                        "500 The order in patch list:\n[map[name:a] map[name:b tty:<nil>]]\n doesn't match $setElementOrder"
                                + " list:\n[map[name:b] map[name:a]]\n"),
                new Row(
                        "deletions need no place in $setElementOrder",
                        "{spec:{containers:[{name:'a'},{name:'b'}]}}",
                        "{spec:{'$setElementOrder/containers':[{name:'b'}],containers:[{name:'b',tty:true},{name:'a','$patch':'delete'}]}}",
                        "{spec:{containers:[{name:'b',tty:true}]}}"),
                new Row(
                        "a replacement is passed over while $setElementOrder goes on",
                        "{spec:{containers:[{name:'a'}]}}",
                        "{spec:{'$setElementOrder/containers':[{name:'b'}],containers:[{'$patch':'replace'},{name:'b'}]}}",
                        "{spec:{containers:[{name:'b'}]}}"),
                new Row(
                        "a replacement after the end of $setElementOrder has no place in it",
                        "{spec:{containers:[{name:'a'}]}}",
                        "{spec:{'$setElementOrder/containers':[{name:'b'}],containers:[{name:'b'},{'$patch':'replace'}]}}",
                        "500 The order in patch list:"),
                new Row(
                        "$setElementOrder is a list",
                        "{spec:{containers:[{name:'a'}]}}",
                        "{spec:{'$setElementOrder/containers':'a'}}",
                        "500 expected a []interface {}, but received a string"),
                new Row(
                        "$setElementOrder names its list",
                        "{spec:{}}",
                        "{spec:{'$setElementOrder':[]}}",
                        "400 invalid patch format of setElementOrder list"),
                new Row(
                        "$setElementOrder is about a field that there is",
                        "{spec:{}}",
                        "{spec:{'$setElementOrder/nothing':[]}}",
                        "500 unable to find api field in struct PodSpec for the json field \"nothing\""),
                new Row(
                        "$setElementOrder has a list beside it",
                        "{spec:{containers:[{name:'a'}]}}",
                        "{spec:{'$setElementOrder/containers':[{name:'a'}],containers:null}}",
                        "500 expected a []interface {}, but received a %!s(<nil>)"),
                new Row(
                        "$setElementOrder needs something to order",
                        "{spec:{}}",
                        "{spec:{'$setElementOrder/containers':[{name:'a'}],containers:[]}}",
                        "500 no elements in any of the given slices"),
                new Row(
                        "$setElementOrder of maps names maps",
                        "{spec:{containers:[{name:'a'}]}}",
                        "{spec:{'$setElementOrder/containers':['a'],containers:[{name:'b'}]}}",
                        "500 expected a map[string]interface {}, but received a string"),
                new Row(
                        "an empty $setElementOrder puts new entries behind the others",
                        "{spec:{containers:[{name:'a'}]}}",
                        "{spec:{'$setElementOrder/containers':[],containers:[{name:'b'}]}}",
                        "{spec:{containers:[{name:'a'},{name:'b'}]}}"),
                new Row(
                        "$setElementOrder passes over directives for a list that is not there",
                        "{spec:{}}",
                        "{spec:{'$setElementOrder/containers':[{name:'a'}],containers:[{'$patch':'replace'},{name:'a'}]}}",
                        "{spec:{containers:[{name:'a'}]}}"),
                new Row(
                        "$setElementOrder of a list that is replaced is looked at all the same",
                        "{spec:{containers:[{name:'a'}]}}",
                        "{spec:{containers:[{name:'a','$setElementOrder/command':['a'],command:['b']}]}}",
                        "500 The order in patch list:"),
                new Row(
                        "$deleteFromPrimitiveList is about values of one type",
                        "{metadata:{finalizers:['a']}}",
                        "{metadata:{'$deleteFromPrimitiveList/finalizers':[1]}}",
                        "500 list element types are not identical: [[a] [1]]"),
                new Row(
                        "$deleteFromPrimitiveList leaves maps alone",
                        "{spec:{imagePullSecrets:[{name:'a'}]}}",
                        "{spec:{'$deleteFromPrimitiveList/imagePullSecrets':[{name:'a'}]}}",
                        "{spec:{imagePullSecrets:[{name:'a'}]}}"),
                new Row(
                        "$deleteFromPrimitiveList names its list",
                        "{spec:{}}",
                        "{spec:{'$deleteFromPrimitiveList':[]}}",
                        "400 invalid patch format of primitive list"),
                new Row(
                        "entries have one type",
                        "{spec:{containers:[{name:'a'}]}}",
                        "{spec:{containers:['a']}}",
                        "500 list element types are not identical: [[map[name:a]] [a]]"),
                new Row(
                        "lists in lists are not supported",
                        "{spec:{containers:[{name:'a'}]}}",
                        "{spec:{containers:[[]]}}",
                        "422 lists of lists are not supported"),
                new Row(
                        "an entry needs its merge key",
                        "{spec:{containers:[{name:'a'}]}}",
                        "{spec:{containers:[{image:'x'}]}}",
                        "500 map: map[image:x] does not contain declared merge key: name"),
                new Row(
                        "unknown directives are refused",
                        "{spec:{securityContext:{}}}",
                        "{spec:{securityContext:{'$patch':'jump'}}}",
                        "500 unknown patch type: jump in map: map[$patch:jump]"),
                new Row("a patch is an object", "{}", "[]", "400"),
                new Row(
                        "directives about the parts of new content stay in it",
                        "{}",
                        "{spec:{'$setElementOrder/containers':[{name:'a'}],containers:[{name:'a'}],'$retainKeys':['containers']}}",
                        "{spec:{'$setElementOrder/containers':[{name:'a'}],containers:[{name:'a'}],'$retainKeys':['containers']}}"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("strategicPatches")
    void strategicPatch(Row row) {
        check(row, StrategicPatch.apply(Trees.object(row.document()), Trees.json(row.patch()), POD));
    }

    @Test
    void whatIsLeftOfAPatchShowsWhatWasFollowed() {
        var patch = Trees.object("{spec:{'$setElementOrder/containers':[{name:'a'}],containers:[{name:'a',tty:true}],"
                + "volumes:[{name:'v','$retainKeys':['name','emptyDir'],emptyDir:{}}],"
                + "securityContext:{'$patch':'replace',runAsUser:1},nodeSelector:{'$retainKeys':['c'],c:'d',e:null}}}");
        var document =
                Trees.object("{spec:{containers:[{name:'a'}],volumes:[{name:'v',hostPath:{}}],securityContext:{}}}");
        StrategicPatch.consume(document, patch, POD);
        assertThat(GoText.of(patch))
                .isEqualTo("map[spec:map[nodeSelector:map[$retainKeys:[c] c:d] securityContext:map[runAsUser:1]"
                        + " volumes:[map[emptyDir:map[] name:v]]]]");
    }

    @Test
    void numbersAreWrittenAsGoDoes() {
        assertThat(GoText.of(Trees.json("[3.0,3.5,1e21,1e20,-0.00001,0.0001,12,true,null,'x',1.25e-7,0.0]")))
                .isEqualTo("[3 3.5 1e+21 100000000000000000000 -1e-05 0.0001 12 true <nil> x 1.25e-07 0]");
    }

    @Test
    void deletionsOfManyEntriesAreBounded() {
        var document = Trees.object("{spec:{containers:[]}}");
        var patch = Trees.object("{spec:{containers:[]}}");
        for (var i = 0; i < 3_000; i++) {
            ((ArrayNode) document.at("/spec/containers")).addObject().put("name", "c" + i);
            ((ArrayNode) patch.at("/spec/containers"))
                    .addObject()
                    .put("name", "d" + i)
                    .put("$patch", "delete");
        }
        assertThat(StrategicPatch.apply(document, patch, POD))
                .isInstanceOfSatisfying(
                        PatchOutcome.Refused.class,
                        refused -> assertThat(refused.kind()).isEqualTo(PatchOutcome.Kind.TOO_LARGE));
    }

    @Test
    void manyEntriesWithOneKeyAreMergedIntoOne() {
        var patch = Trees.object("{spec:{containers:[]}}");
        for (var i = 0; i < 100_000; i++) {
            ((ArrayNode) patch.at("/spec/containers"))
                    .addObject()
                    .put("name", "a")
                    .put("image", "i" + i);
        }
        var document = Trees.object("{spec:{containers:[{name:'b'}]}}");
        assertThat(StrategicPatch.apply(document, patch, POD))
                .isEqualTo(new PatchOutcome.Patched(
                        Trees.object("{spec:{containers:[{name:'a',image:'i99999'},{name:'b'}]}}")));
    }

    @Test
    void customResourcesTakeNoStrategicPatches() {
        var kind = Schema.bundled().shapeOf("example.com/v1", "Thing");
        assertThat(StrategicPatch.apply(Trees.object("{}"), Trees.json("{}"), kind))
                .isInstanceOf(PatchOutcome.Refused.class);
    }

    private static void check(Row row, PatchOutcome outcome) {
        switch (outcome) {
            case PatchOutcome.Patched(var tree) ->
                assertThat(tree.toString()).isEqualTo(Trees.json(row.expected()).toString());
            case PatchOutcome.Refused(var kind, var message) ->
                assertThat(kind.status() + " " + message).startsWith(row.expected());
        }
    }

    @Test
    void ofMembersThatNoOperationHasOnlySomeAreTold() {
        var members = new StringBuilder("[{op:'remove',path:'/a'");
        for (var i = 0; i < 50_000; i++) members.append(",m").append(i).append(":1");
        assertThat(JsonPatch.findings(Trees.json(members + "},{op:'remove',path:'/b',n:1}]")))
                .hasSize(100)
                .startsWith("json patch unknown field \"[0].m0\"");
    }
}
