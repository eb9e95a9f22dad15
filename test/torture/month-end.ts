/** Time until the UTC month ends. */
export function msUntilMonthEnd(now: Date): number {
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  return end - now.getTime()
}
