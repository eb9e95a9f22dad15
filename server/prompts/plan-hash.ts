import { createHash } from 'node:crypto'
import type { StoredPlan } from './plan.ts'

export type PlanKind = StoredPlan['kind']

/** The same for the same plan, however the database orders the keys of its JSON: what runs can be held against what was shown (checklist A5). */
export const planHash = (plan: StoredPlan): Buffer => createHash('sha256').update(canonical(plan)).digest()

/** Of the words and of what they are to become; blanks at the ends do not count. */
export const promptHash = (prompt: string, kind: PlanKind): Buffer =>
  createHash('sha256').update(`${kind}\n${prompt.trim()}`).digest()

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(',')}}`
}
