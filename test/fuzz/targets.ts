import type { FuzzTarget } from './fuzz-target.ts'
import { mailTargets } from './mail-targets.ts'
import { requestTargets } from './request-targets.ts'

export const targets: FuzzTarget[] = [...mailTargets, ...requestTargets]
