/** What docs/recipes.md shows. */
package org.delay.redisson.examples.recipes;
