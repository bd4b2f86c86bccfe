/** The documentation as static HTML with a search, and the pictures of README: made by the build, from what is in the tree. */
@NullMarked
package dev.plimsoll.guides.site;

import org.jspecify.annotations.NullMarked;
