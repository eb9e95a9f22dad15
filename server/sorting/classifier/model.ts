import { learnCounts, surprise } from './bayes.ts'
import type { Features, TraitKind } from './features.ts'
import { featuresOf } from './features.ts'
import { habit, usualShares } from './habits.ts'
import type { FolderToSort, MailToSort } from './mail.ts'
import { matchProfiles } from './profile.ts'
import type { Inputs } from './softmax.ts'
import { SOFTMAX, score, step, toLogShares } from './softmax.ts'
import { EXPERTS, EXPERT_COUNT, calibrated, combine, learnCalibration, learnStack } from './stack.ts'
import type { Model } from './state.ts'
import { bucketOfKey, findRow, makeColumns, makeRow } from './table.ts'

export type { Model } from './state.ts'
export { createModel } from './state.ts'

export interface Ranking {
  candidates: { folderId: string; probability: number }[]
  confidence: number
  evidence: string[]
}

const HABITS = ['sender', 'domain', 'list', 'thread', 'circle', 'pattern'] as const satisfies readonly TraitKind[]
const SMOOTHING: Record<(typeof HABITS)[number], number> = { sender: 1, domain: 1, list: 0.5, thread: 0.5, circle: 1, pattern: 0.7 }
const AT = Object.fromEntries(EXPERTS.map((name, j) => [name, j])) as Record<(typeof EXPERTS)[number], number>

interface Known { words: number[]; traits: number[] }

function knownRows(model: Model, f: Features): Known {
  const words: number[] = []
  for (const key of f.words) { const r = findRow(model.table, key); if (r >= 0) words.push(r) }
  const traits: number[] = []
  for (const t of f.traits) { const r = findRow(model.table, t.key); if (r >= 0) traits.push(r) }
  return { words, traits }
}

function inputsOf(known: Known, f: Features): Inputs[] {
  return [
    { rows: known.words, value: SOFTMAX.word / Math.sqrt(f.words.length + 1) },
    { rows: known.traits, value: SOFTMAX.trait },
  ]
}

export const P = { wordsPow: 0.5 }

function opinionsOf(model: Model, f: Features, known: Known, columns: number[], profile: Float64Array | null): Float64Array {
  const n = columns.length
  const x = new Float64Array(EXPERT_COUNT * n)
  const shares = new Float64Array(n)
  usualShares(model, columns, shares)
  surprise(model, known.words, columns, x, AT.words * n)
  const cut = 4 / (4 + Math.sqrt(known.words.length))
  for (let k = 0; k < n; k++) x[AT.words * n + k] = (x[AT.words * n + k] ?? 0) * cut
  surprise(model, known.traits, columns, x, AT.traits * n)
  score(model, inputsOf(known, f), columns, x, AT.softmax * n)
  toLogShares(x, AT.softmax * n, n)
  for (const t of f.traits) {
    const row = findRow(model.table, t.key)
    if (row < 0) continue
    for (const kind of HABITS) if (t.kind === kind) habit(model, row, columns, shares, SMOOTHING[kind], x, AT[kind] * n)
    const last = (model.table.last[row] ?? 0) - 1
    if (last >= 0 && (t.kind === 'thread' || t.kind === 'pattern')) {
      const k = columns.indexOf(last)
      if (k >= 0) x[(t.kind === 'thread' ? AT.lastThread : AT.lastSender) * n + k] = 1
    }
  }
  for (let k = 0; k < n; k++) {
    x[AT.usual * n + k] = Math.log(shares[k] ?? 1)
    const folder = model.folders[columns[k] ?? -1]
    x[AT.recent * n + k] = Math.log((folder?.recent ?? 0) + 0.5 / n)
    if (profile) {
      x[AT.profile * n + k] = profile[k] ?? 0
      x[AT.profileEarly * n + k] = (profile[k] ?? 0) * (10 / (10 + model.mails / n))
    }
  }
  return x
}

export function rank(model: Model, mail: MailToSort, folders: FolderToSort[]): Ranking {
  const f = featuresOf(mail)
  const columns = folders.map((folder) => model.folders.findIndex((state) => state.id === folder.id))
  const known = knownRows(model, f)
  const x = opinionsOf(model, f, known, columns, matchProfiles(f, folders))
  const shares = combine(model.stack.theta, x, columns.length)
  const candidates = folders.map((folder, k) => ({ folderId: folder.id, probability: shares[k] ?? 0 }))
  candidates.sort((a, b) => b.probability - a.probability)
  return { candidates, confidence: calibrated(model.stack, candidates[0]?.probability ?? 0), evidence: [] }
}

export function learn(model: Model, mail: MailToSort, folderId: string, folders?: readonly FolderToSort[]): void {
  const f = featuresOf(mail)
  let column = model.folders.findIndex((state) => state.id === folderId)
  const isNew = column < 0
  if (isNew) {
    column = model.folders.length
    model.folders.push({ id: folderId, mails: 0, weight: 1, mass: 0, recent: 0 })
    makeColumns(model.table, model.folders.length)
  }
  const columns = model.folders.map((_, i) => i)
  const known = knownRows(model, f)
  if (!isNew && columns.length > 1) {
    const byId = new Map(folders?.map((folder) => [folder.id, folder]))
    const profile = folders
      ? matchProfiles(f, model.folders.map((s) => byId.get(s.id) ?? { id: s.id, name: '', instructions: '' }))
      : null
    const x = opinionsOf(model, f, known, columns, profile)
    const shares = combine(model.stack.theta, x, columns.length)
    let best = 0
    for (let k = 1; k < shares.length; k++) if ((shares[k] ?? 0) > (shares[best] ?? 0)) best = k
    learnCalibration(model.stack, shares[best] ?? 0, best === column)
    learnStack(model.stack, x, shares, column)
  }
  const all: Known = {
    words: [...new Set(f.words.map((key) => makeRow(model.table, bucketOfKey(key))))],
    traits: [...new Set(f.traits.map((t) => makeRow(model.table, bucketOfKey(t.key))))],
  }
  if (columns.length > 1) {
    const z = new Float64Array(columns.length)
    score(model, inputsOf(all, f), columns, z, 0)
    toLogShares(z, 0, columns.length)
    for (let k = 0; k < z.length; k++) z[k] = Math.exp(z[k] ?? 0)
    step(model, inputsOf(all, f), z, column)
  }
  learnCounts(model, [...all.words, ...all.traits], column)
}
