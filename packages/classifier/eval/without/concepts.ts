import type { Features } from '../../message-features.ts'
import { CONCEPT_COUNT } from '../../lexicon.ts'

export * from '../../concept-shares.ts'

const EQUAL = new Float64Array(CONCEPT_COUNT).fill(1 / CONCEPT_COUNT)

export const conceptsOf = (_features: Features) => ({ whole: EQUAL, opening: EQUAL })
export const conceptWeightOf = (): number => 0
