import type { FeatureRows } from './feature-rows.ts'
import type { TraitKind } from './message-features.ts'
import type { Model } from './model-state.ts'
import type { Prediction } from './predict.ts'
import { cellAt } from './sparse-counts.ts'

/** Keeps the logarithm of the odds finite. */
const EDGE = 1e-4

/**
 * @param share probability of folder `k` as if the message belonged in one of the folders. It is not calibrated: errors
 *   between folders would otherwise count twice, and would lower this estimate for the messages of every folder.
 */
export function belongingFeatures(
  model: Model,
  { columns, rows, experts, match }: Prediction,
  k: number,
  share: number,
): Float64Array {
  const inside = Math.min(1 - EDGE, Math.max(EDGE, share))
  const had = (kind: TraitKind) => Math.log1p(largestCount(model, rows, kind, columns[k] ?? -1))
  return Float64Array.of(
    1,
    Math.log(inside / (1 - inside)),
    Math.log1p(experts.traitCounts[k] ?? 0),
    had('domain'),
    had('person'),
    had('circle'),
    experts.softmaxScores[k] ?? 0,
    match?.terms[k] ?? 0,
    match?.opening[k] ?? 0,
    Math.max(0, match?.concepts[k] ?? 0),
  )
}

function largestCount(
  { table, folders }: Model,
  { knownTraits }: FeatureRows,
  kind: TraitKind,
  column: number,
): number {
  let most = 0
  for (const { trait, row } of knownTraits) {
    const cell = trait.kind === kind ? cellAt(table.counts, row, column) : -1
    if (cell >= 0) most = Math.max(most, (table.counts.values[cell] ?? 0) / (folders[column]?.weight ?? 1))
  }
  return most
}
