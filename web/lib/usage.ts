export type UsageLevel = 'fine' | 'high' | 'almost'

/** Share of the month's limit, capped at 100, and how loud the page is about it (specification §9). */
export function usageOf(processed: number, limit: number): { percent: number; level: UsageLevel } {
  const percent = limit > 0 ? Math.min(100, (processed / limit) * 100) : 100
  return { percent, level: percent >= 95 ? 'almost' : percent >= 80 ? 'high' : 'fine' }
}
