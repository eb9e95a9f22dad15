import { mailboxConcurrency } from '../../../server/mail/limits.ts'
import type { Checker } from './final-state.ts'

/** Rule 13. */
export const checkConcurrency: Checker = ({ calls }) => {
  const highest = Math.max(0, ...calls.map(({ concurrency }) => concurrency))
  return highest > mailboxConcurrency ? [`13: ${highest} calls to Graph were in flight`] : []
}
