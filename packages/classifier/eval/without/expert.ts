import type { ExpertScores } from '../../score-experts.ts'
import { scoreExperts as original } from '../../score-experts.ts'
import { EXPERT_AT } from '../../stacking.ts'

export * from '../../score-experts.ts'

const { searchParams } = new URL(import.meta.url)
const off = Object.entries(EXPERT_AT).filter(([name]) => searchParams.has(name))

export function scoreExperts(...given: Parameters<typeof original>): ExpertScores {
  const scores = original(...given)
  const folders = given[3].length
  for (const [, at] of off) scores.matrix.fill(0, at * folders, (at + 1) * folders)
  return scores
}
