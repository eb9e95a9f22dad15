import type { FuzzTarget } from './fuzz-target.ts'
import { actionTargets } from './action-targets.ts'
import { httpTargets } from './http-targets.ts'
import { mailTargets } from './mail-targets.ts'
import { promptTargets } from './prompt-targets.ts'
import { requestTargets } from './request-targets.ts'

export const targets: FuzzTarget[] = [
  ...mailTargets,
  ...actionTargets,
  ...promptTargets,
  ...requestTargets,
  ...httpTargets,
]
