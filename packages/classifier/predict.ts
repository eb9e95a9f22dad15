import type { Features } from './message-features.ts'
import { cleanAddress, domainOf } from './message-addresses.ts'
import { featuresOf } from './message-features.ts'
import { isSharedDomain } from './shared-domains.ts'
import type { FeatureRows } from './feature-rows.ts'
import { findFeatureRows } from './feature-rows.ts'
import type { FolderToSort, MessageToSort } from './types.ts'
import type { ExpertScores } from './score-experts.ts'
import { scoreExperts } from './score-experts.ts'
import type { Match } from './folder-profile.ts'
import { matchProfiles } from './folder-profile.ts'
import { combine } from './stacking.ts'
import type { Model } from './model-state.ts'

/** Features of a message and the probability of each folder. */
export interface Prediction {
  mail: MessageToSort
  /** Columns of the folders, -1 for unknown folders, and the folders' descriptions if given. */
  columns: readonly number[]
  described: readonly FolderToSort[] | null
  features: Features
  rows: FeatureRows
  match: Match | null
  experts: ExpertScores
  shares: Float64Array
}

/**
 * The latest prediction per model, until the model changes: a message is usually learned right after it was predicted,
 * which shares half of the work.
 */
const LAST_PREDICTION = new WeakMap<Model, Prediction>()
const LAST_FEATURES = new WeakMap<Model, { mail: MessageToSort; isAtSharedDomain: boolean; features: Features }>()

export function predict(
  model: Model,
  mail: MessageToSort,
  columns: readonly number[],
  described: readonly FolderToSort[] | null,
): Prediction {
  const last = LAST_PREDICTION.get(model)
  if (last?.mail === mail && isSame(last.columns, columns) && isSame(last.described ?? [], described ?? [])) return last
  const features = cachedFeatures(model, mail)
  const rows = findFeatureRows(model, features)
  const match = described ? matchProfiles(features, described, model.frequencies) : null
  const experts = scoreExperts(model, features, rows, columns, match)
  const biases = Float64Array.from(columns, (column) => model.folders[column]?.bias ?? 0)
  const shares = combine(model.stack.theta, experts.matrix, biases)
  const considered = {
    mail,
    columns,
    described,
    features,
    rows,
    match,
    experts,
    shares,
  }
  LAST_PREDICTION.set(model, considered)
  return considered
}

/** Features of the message, computed once for observing, predicting and learning. */
export function cachedFeatures(model: Model, mail: MessageToSort): Features {
  const known = LAST_FEATURES.get(model)
  const isAtSharedDomain = isSharedDomain(model, domainOf(cleanAddress(mail.from)))
  if (known?.mail === mail && known.isAtSharedDomain === isAtSharedDomain) return known.features
  const features = featuresOf(mail, isAtSharedDomain)
  LAST_FEATURES.set(model, { mail, isAtSharedDomain, features })
  return features
}

/** Call it before the model changes. */
export function invalidatePrediction(model: Model): void {
  LAST_PREDICTION.delete(model)
}

function isSame<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((one, k) => one === b[k])
}
