import { createHash } from 'node:crypto'
import type { StoredPlan } from './plan-schema.ts'

export type PlanKind = StoredPlan['kind']

/**
 * Equal for equal plans, whatever order the database gives to the JSON keys. Verifies that the plan that runs is the
 * one that was shown.
 */
export const planHash = (plan: StoredPlan): Buffer => createHash('sha256').update(canonical(plan)).digest()

/** Hash of the prompt and the kind of plan; surrounding whitespace is ignored. */
export const promptHash = (prompt: string, kind: PlanKind): Buffer =>
  createHash('sha256').update(`${kind}\n${prompt.trim()}`).digest()

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(',')}}`
}
