import { usageHighPercent, usageAlmostFullPercent } from '../../contract/limits.ts'

type UsageLevel = 'fine' | 'high' | 'almost'

/** Percent of the monthly limit, capped at 100, and the warning level. */
export function usageShare(processed: number, limit: number): { percent: number; level: UsageLevel } {
  const percent = limit > 0 ? Math.min(100, (processed / limit) * 100) : 100
  return {
    percent,
    level: percent >= usageAlmostFullPercent ? 'almost' : percent >= usageHighPercent ? 'high' : 'fine',
  }
}
