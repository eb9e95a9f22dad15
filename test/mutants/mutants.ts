import { accountMutants } from './account-mutants.ts'
import { effectMutants } from './effect-mutants.ts'
import { messageMutants } from './message-mutants.ts'
import type { Mutant } from './mutant.ts'
import { outlookMutants } from './outlook-mutants.ts'
import { workerMutants } from './worker-mutants.ts'

/** All mutants, by rule. */
export const mutants: readonly Mutant[] = [
  ...messageMutants,
  ...effectMutants,
  ...workerMutants,
  ...outlookMutants,
  ...accountMutants,
]
