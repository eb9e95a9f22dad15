import type { RawRoute } from '../../http/route.ts'
import { challengeFactor } from './challenge.ts'
import { enrollFactor } from './enroll.ts'
import { unenrollFactor } from './unenroll.ts'
import { verifyFactor } from './verify.ts'

/** Second steps of a sign-in: set up, ask, pass, take away. */
export const factorRoutes: RawRoute[] = [enrollFactor, challengeFactor, verifyFactor, unenrollFactor]
