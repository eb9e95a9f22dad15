/** Work that is tried again: its first delay, by what each further one is multiplied, and the longest. */
export const retryPolicies = {
  /** The pause of an account, from the first failure that counts on. */
  account: { firstMs: 4000, factor: 2, maxMs: 15 * 60_000 },
  actionRun: { firstMs: 30_000, factor: 3, maxMs: 8 * 60 * 60_000 },
  billingSync: { firstMs: 60_000, factor: 2, maxMs: 60 * 60_000 },
  customerClosure: { firstMs: 60_000, factor: 2, maxMs: 6 * 60 * 60_000 },
  email: { firstMs: 60_000, factor: 2, maxMs: 30 * 60_000 },
  /** A message after a failure that nothing explains. */
  message: { firstMs: 2000, factor: 2, maxMs: 10 * 60_000 },
} as const

/** @param attempts so far */
export function retryDelayMs(policy: keyof typeof retryPolicies, attempts: number): number {
  const { firstMs, factor, maxMs } = retryPolicies[policy]
  return Math.min(firstMs * factor ** (attempts - 1), maxMs)
}
