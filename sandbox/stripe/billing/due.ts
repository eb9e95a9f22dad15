import type { World } from '../../kit/world.ts'

/** Something that happens by itself at a time (Unix seconds). */
export type Due = { at: number; run: () => void }

/**
 * Does all that has fallen due by now, in order of its time, and sets the sandbox's clock to ring for the next. It is called before and
 * after every call and by that ring, so that moving the clock brings everything about at its own time.
 */
export function runDue(world: World): void {
  void world
}
