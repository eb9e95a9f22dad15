import type { Features } from './features.ts'
import { featuresOf } from './features.ts'
import type { Placed } from './inputs.ts'
import { findPlaces } from './inputs.ts'
import type { FolderToSort, MailToSort } from './mail.ts'
import type { Opinions } from './opinions.ts'
import { opinionsOf } from './opinions.ts'
import type { Match } from './profile.ts'
import { matchProfiles } from './profile.ts'
import { combine } from './stack.ts'
import type { Model } from './state.ts'

/** A mail as the model sees it, and what it thinks of each folder in question. */
export interface Considered {
  mail: MailToSort
  /** Columns in question, -1 where the model has not met the folder; and as what the folders are described, if they are. */
  columns: readonly number[]
  described: readonly FolderToSort[] | null
  features: Features
  placed: Placed
  match: Match | null
  opinions: Opinions
  shares: Float64Array
}

/** What a model was asked last, until it changes: mail is mostly learned right after it was asked about, and half of the work is the same. */
const LAST = new WeakMap<Model, Considered>()
const READ = new WeakMap<Model, { mail: MailToSort; features: Features }>()

export function consider(
  model: Model,
  mail: MailToSort,
  columns: readonly number[],
  described: readonly FolderToSort[] | null,
): Considered {
  const last = LAST.get(model)
  if (last?.mail === mail && isSame(last.columns, columns) && isSame(last.described ?? [], described ?? [])) return last
  const features = readMail(model, mail)
  const placed = findPlaces(model, features)
  const match = described ? matchProfiles(features, described, model.noticed) : null
  const opinions = opinionsOf(model, features, placed, columns, match)
  const leans = Float64Array.from(columns, (column) => model.folders[column]?.lean ?? 0)
  const shares = combine(model.stack.theta, opinions.matrix, leans)
  const considered = {
    mail,
    columns,
    described,
    features,
    placed,
    match,
    opinions,
    shares,
  }
  LAST.set(model, considered)
  return considered
}

/** The mail's features: read once for noticing, asking and learning. */
export function readMail(model: Model, mail: MailToSort): Features {
  const known = READ.get(model)
  if (known?.mail === mail) return known.features
  const features = featuresOf(mail)
  READ.set(model, { mail, features })
  return features
}

/** To be called before the model changes. */
export function forgetLast(model: Model): void {
  LAST.delete(model)
}

function isSame<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((one, k) => one === b[k])
}
