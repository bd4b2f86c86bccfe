/** Kubernetes' protobuf bodies, which kubectl sends for some commands, read as the documents that they stand for. */
@NullMarked
package dev.plimsoll.apiserver.protobuf;

import org.jspecify.annotations.NullMarked;
