import type { Fault, FaultRule } from './faults.ts'
import type { Kit } from './kit.ts'

/** Transient failures that any client must tolerate: one call in fifty fails before its effect. */
const SHARE = 1 / 50
const RULES: readonly FaultRule[] = [
  { service: 'graph', path: '', when: 'before', status: 429, retryAfter: 1 },
  { service: 'graph', path: '', when: 'before', status: 503, retryAfter: 1 },
  { service: 'graph', path: '', when: 'before', status: 503, error: 'ErrorServerBusy' },
]

export function mildFault({ config, random }: Kit): Fault | null {
  if (config.faults === 'none' || !random.chance(SHARE)) return null
  const rule = RULES[random.int(0, RULES.length - 1)]
  return rule ? { ...rule, id: 'mild', pattern: /(?:)/, left: 0, toSkip: 0, endsAt: Infinity, used: 1 } : null
}
