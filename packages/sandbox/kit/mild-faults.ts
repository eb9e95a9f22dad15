import type { Fault, FaultRule } from './faults.ts'
import type { World } from './world.ts'

/** A bad day that any client must bear: one call in fifty fails before its effect, and says when to come again. */
const SHARE = 1 / 50
const RULES: readonly FaultRule[] = [
  { service: 'graph', path: '', when: 'before', status: 429, retryAfter: 1 },
  { service: 'graph', path: '', when: 'before', status: 503, retryAfter: 1 },
  { service: 'graph', path: '', when: 'before', status: 503, error: 'ErrorServerBusy' },
]

export function mildFault({ config, random }: World): Fault | null {
  if (config.faults === 'none' || !random.chance(SHARE)) return null
  const rule = RULES[random.int(0, RULES.length - 1)]
  return rule ? { ...rule, id: 'mild', pattern: /(?:)/, left: 0, toSkip: 0, endsAt: Infinity, used: 1 } : null
}
