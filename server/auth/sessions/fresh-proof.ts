import { later, minutes } from '../../clock.ts'
import type { Session } from './queries.ts'

/** How lately the person must have proved who they are in this very session, to change how they do so (decision T6). */
const freshMs = minutes(5)

/** What a person does themselves. A second step or a refreshed token adds to a session, but does not begin one. */
export type FirstStep =
  | 'password'
  | 'otp'
  | 'magiclink'
  | 'recovery'
  | 'invite'
  | 'email/signup'
  | 'email_change'
  | 'oauth'
const firstSteps: ReadonlySet<string> = new Set<FirstStep>([
  'password',
  'otp',
  'magiclink',
  'recovery',
  'invite',
  'email/signup',
  'email_change',
  'oauth',
])

/** Whether this session began, or was renewed by hand, within the last five minutes. */
export const isFresh = ({ amr }: Pick<Session, 'amr'>, now: Date): boolean =>
  amr.some(({ method, timestamp }) => firstSteps.has(method) && later(new Date(timestamp * 1000), freshMs) >= now)
