import { addMs } from '../../clock.ts'
import { refuse } from '../protocol/auth-error.ts'

const unitMs: Record<string, number> = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
/** Keeps the date within the range that PostgreSQL and JavaScript share. */
const maxBanMs = 100 * 365 * 24 * 3_600_000

/**
 * Parses `ban_duration`: a Go duration (`24h`, `1h30m`), or `none` to lift a ban.
 * @throws AuthError `validation_failed`
 */
export function bannedUntil(duration: string, now: Date): Date | null {
  if (duration === 'none') return null
  if (!/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(duration))
    refuse(400, 'validation_failed', 'ban_duration must be a duration like 24h or 1h30m, or none')
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)]
  const ms = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (unitMs[unit ?? ''] ?? 0), 0)
  return addMs(now, Math.min(ms, maxBanMs))
}
