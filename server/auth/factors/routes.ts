import type { FunctionRoute, RawRoute } from '../../http/route.ts'
import { challengeFactor } from './challenge.ts'
import { enrollFactor } from './enroll.ts'
import { recoveryCodes } from './recovery-codes.ts'
import { unenrollFactor } from './unenroll.ts'
import { verifyFactor } from './verify.ts'

export const factorFunctions: FunctionRoute[] = [recoveryCodes]

/** Second steps of a sign-in: set up, ask, pass, take away. */
export const factorRoutes: RawRoute[] = [enrollFactor, challengeFactor, verifyFactor, unenrollFactor]
