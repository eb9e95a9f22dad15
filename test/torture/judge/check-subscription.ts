import type { Checker } from './final-state.ts'

/** Rule 18. */
export const checkSubscription: Checker = ({ subscriptions: { live, stored } }) => {
  if (live.length !== 1) return [`18: the mailbox has ${live.length} live subscriptions`]
  return live[0] === stored ? [] : [`18: the live subscription is ${live[0]}, and the stored one ${stored}`]
}
