/**
 * The rules of pod creation that have nothing to do with resources: names, duplicates, required fields, ports,
 * environment, volumes and policies, with paths and texts as Kubernetes v1.37 reports them.
 */
@NullMarked
package dev.plimsoll.core.validation.general;

import org.jspecify.annotations.NullMarked;
