/** The store in an etcd cluster, over etcd's own gRPC stubs. */
@NullMarked
package dev.plimsoll.store.etcd;

import org.jspecify.annotations.NullMarked;
