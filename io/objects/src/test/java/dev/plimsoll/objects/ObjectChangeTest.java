package dev.plimsoll.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.objects.testing.Docs;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ObjectChangeTest {
    @Test
    @DisplayName("owners that are not to wait any longer are told so in the reference, and stay owners")
    void unblocked() {
        var object = new ApiObject(Docs.json("""
                {'metadata':{'name':'a','uid':'u','resourceVersion':'7','ownerReferences':[
                  {'apiVersion':'v1','kind':'ConfigMap','name':'b','uid':'v','controller':true,'blockOwnerDeletion':true},
                  {'apiVersion':'v1','kind':'ConfigMap','name':'c','uid':'w'}]}}"""));
        assertThat(ObjectChange.unblockingOwners(object.metadata())).isEqualTo(new Patch.Merge(Docs.json("""
                {'metadata':{'uid':'u','resourceVersion':'7','ownerReferences':[
                  {'apiVersion':'v1','kind':'ConfigMap','name':'b','uid':'v','controller':true,'blockOwnerDeletion':false},
                  {'apiVersion':'v1','kind':'ConfigMap','name':'c','uid':'w','blockOwnerDeletion':false}]}}""")));
    }

    @Test
    @DisplayName("the data of a config map takes the place of what it held")
    void configMap() {
        assertThat(new ConfigMapDraft(new ObjectName("ns", "a"))
                        .onlyData(Map.of("k", "v"))
                        .document())
                .isEqualTo(
                        Docs.json(
                                "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'namespace':'ns','name':'a'},'data':{'k':'v'}}"));
        var known = new ConfigMapObject(
                Docs.json("{'metadata':{'name':'a'},'data':{'x':'y'},'binaryData':{'k':'AA=='},'immutable':false}"));
        assertThat(known.draft().onlyData(Map.of("k", "v")).document())
                .isEqualTo(Docs.json("{'metadata':{'name':'a'},'data':{'k':'v'},'immutable':false}"));
    }
}
