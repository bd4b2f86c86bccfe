package com.example.quarkus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(ClusterResource.class)
class NodeCounterTest {
    @Inject
    NodeCounter counter;

    @Test
    void countsNodes() {
        assertEquals(3, counter.nodes());
    }
}
