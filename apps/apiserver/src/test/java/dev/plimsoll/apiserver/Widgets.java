package dev.plimsoll.apiserver;

import java.util.Map;

/** Definitions that tests begin with. */
final class Widgets {
    static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    static final String OBJECTS = "/apis/example.com/v1/namespaces/default/widgets";
    static final Map<String, String> YAML = Map.of("Content-Type", "application/yaml");

    static final String DEFINITION = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: widgets.example.com}
            spec:
              group: example.com
              scope: Namespaced
              names: {plural: widgets, kind: Widget, shortNames: [wd], categories: [all]}
              versions:
              - name: v1
                served: true
                storage: true
                subresources:
                  status: {}
                  scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas, labelSelectorPath: .status.selector}
                selectableFields: [{jsonPath: .spec.color}]
                additionalPrinterColumns:
                - {name: Color, type: string, jsonPath: .spec.color}
                - {name: Replicas, type: integer, jsonPath: .spec.replicas}
                - {name: Ready, type: string, jsonPath: '.status.conditions[?(@.type=="Ready")].status', priority: 1}
                - {name: Age, type: date, jsonPath: .metadata.creationTimestamp}
                schema:
                  openAPIV3Schema:
                    type: object
                    description: A widget of the example.
                    properties:
                      spec:
                        type: object
                        required: [color]
                        properties:
                          color: {type: string, enum: [red, green, blue], description: What it looks like.}
                          replicas: {type: integer, minimum: 0, maximum: 10, default: 1}
                          port: {x-kubernetes-int-or-string: true}
                          labels: {type: object, additionalProperties: {type: string}}
                          free: {type: object, x-kubernetes-preserve-unknown-fields: true}
                          parts:
                            type: array
                            x-kubernetes-list-type: map
                            x-kubernetes-list-map-keys: [name]
                            items:
                              type: object
                              required: [name]
                              properties:
                                name: {type: string}
                                size: {type: integer, default: 3}
                          tags: {type: array, x-kubernetes-list-type: set, items: {type: string}}
                      status:
                        type: object
                        properties:
                          replicas: {type: integer}
                          selector: {type: string}
                          phase: {type: string}
                          conditions:
                            type: array
                            x-kubernetes-list-type: map
                            x-kubernetes-list-map-keys: [type]
                            items:
                              type: object
                              required: [type]
                              properties: {type: {type: string}, status: {type: string}}
            """;

    /** Two versions that differ in their defaults only, and objects without a namespace. */
    static final String GADGETS = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: gadgets.example.com}
            spec:
              group: example.com
              scope: Cluster
              names: {plural: gadgets, kind: Gadget}
              versions:
              - name: v1beta1
                served: true
                storage: false
                deprecated: true
                schema:
                  openAPIV3Schema:
                    type: object
                    properties:
                      spec: {type: object, properties: {size: {type: integer}}}
              - name: v2
                served: true
                storage: true
                schema:
                  openAPIV3Schema:
                    type: object
                    properties:
                      spec:
                        type: object
                        default: {}
                        properties: {size: {type: integer}, mode: {type: string, default: fast}}
            """;

    private Widgets() {}

    static String widget(String name, String spec) {
        return "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":\"" + name
                + "\"},\"spec\":" + spec + "}";
    }

    static void define(TestServer server, String definition) {
        var answer = server.call("POST", DEFINITIONS, definition, YAML);
        if (answer.status() != 201) throw new AssertionError(answer.text());
        var path = DEFINITIONS + "/" + answer.json().at("/metadata/name").asText();
        // Decided before the answer, unless the machine is very busy.
        Waiting.until(() -> !server.get(path).json().at("/status/conditions").isEmpty());
    }
}
