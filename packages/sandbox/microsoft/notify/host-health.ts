import type { Config } from '../../kit/config.ts'

/**
 * Graph measures the response times of each host. With too many slow responses in ten minutes its notifications are
 * delayed by ten seconds; with more they are dropped for some minutes.
 */
export type HostHealth = { answers: { at: number; slow: boolean }[]; dropUntil: number }
type HostState = 'fine' | 'slow' | 'drop'

const WINDOW_MS = 10 * 60_000
const DROP_MS = 10 * 60_000

/** The current rules and those of 2023, which some documentation still has. */
const MODELS = {
  2025: { slowMs: 10_000, judgedAfter: 10, slowDelayMs: 10_000 },
  2023: { slowMs: 2900, judgedAfter: 100, slowDelayMs: 600_000 },
} as const

export function modelOf(config: Config) {
  return { ...MODELS[config.slowHostModel], ...(config.slowAnswerMs === null ? {} : { slowMs: config.slowAnswerMs }) }
}

export function recordResponseTime(health: HostHealth, config: Config, now: number, tookMs: number): void {
  health.answers = health.answers.filter(({ at }) => at > now - WINDOW_MS)
  health.answers.push({ at: now, slow: tookMs >= modelOf(config).slowMs })
}

/** The state for a new notification. The drop state lasts ten minutes; then the measurement starts again. */
export function stateOf(health: HostHealth, config: Config, now: number): HostState {
  if (health.dropUntil > now) return 'drop'
  const recent = health.answers.filter(({ at }) => at > now - WINDOW_MS)
  if (recent.length < modelOf(config).judgedAfter) return 'fine'
  const share = recent.filter(({ slow }) => slow).length / recent.length
  if (share > 0.15) {
    health.dropUntil = now + DROP_MS
    health.answers = []
    return 'drop'
  }
  return share > 0.1 ? 'slow' : 'fine'
}
