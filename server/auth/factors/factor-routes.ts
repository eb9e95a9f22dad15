import type { FunctionRoute, RawRoute } from '../../http/routing/route.ts'
import { challengeFactor } from './challenge-factor.ts'
import { enrollFactor } from './enroll-factor.ts'
import { recoveryCodes } from './recovery-codes.ts'
import { unenrollFactor } from './unenroll-factor.ts'
import { verifyFactor } from './verify-factor.ts'

export const factorFunctions: FunctionRoute[] = [recoveryCodes]

/** Second factors: enrol, challenge, verify, unenrol. */
export const factorRoutes: RawRoute[] = [enrollFactor, challengeFactor, verifyFactor, unenrollFactor]
