import { accountMutants } from './account-mutants.ts'
import { effectMutants } from './effect-mutants.ts'
import { messageMutants } from './message-mutants.ts'
import type { InvariantMutant, Mutant } from './mutant.ts'
import { outlookMutants } from './outlook-mutants.ts'
import { pageMutants } from './page-mutants.ts'
import { workerMutants } from './worker-mutants.ts'

/** By rule. */
export const invariantMutants: readonly InvariantMutant[] = [
  ...messageMutants,
  ...effectMutants,
  ...workerMutants,
  ...outlookMutants,
  ...accountMutants,
]

export const mutants: readonly Mutant[] = [...invariantMutants, ...pageMutants]
