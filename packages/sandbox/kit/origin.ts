import type { World } from './world.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Where links that the sandbox hands out begin: at the loopback name by which it was called, because a client follows
 * only links that start like its own base address. Any other name is not believed.
 */
export function originOf(world: World, requestUrl: string): string {
  const url = new URL(requestUrl)
  return LOOPBACK.has(url.hostname) ? url.origin : world.url
}
