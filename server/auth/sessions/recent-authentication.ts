import { isFirstFactorMethod } from '../../../contract/recent-authentication.ts'
import { later } from '../../clock.ts'
import type { Session } from './queries.ts'
import { recentAuthenticationMs } from '../../../contract/limits.ts'

/** Whether the user authenticated in this session within the last five minutes. */
export const isRecentlyAuthenticated = ({ amr }: Pick<Session, 'amr'>, now: Date): boolean =>
  amr.some(
    ({ method, timestamp }) =>
      isFirstFactorMethod(method) && later(new Date(timestamp * 1000), recentAuthenticationMs) >= now,
  )
