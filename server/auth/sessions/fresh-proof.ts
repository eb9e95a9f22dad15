import { freshProofMs, isFirstStep } from '../../../contract/fresh-proof.ts'
import { later } from '../../clock.ts'
import type { Session } from './queries.ts'

/** Whether this session began, or was renewed by hand, within the last five minutes. */
export const isFresh = ({ amr }: Pick<Session, 'amr'>, now: Date): boolean =>
  amr.some(({ method, timestamp }) => isFirstStep(method) && later(new Date(timestamp * 1000), freshProofMs) >= now)
