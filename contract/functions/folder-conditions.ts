import { z } from 'zod'
import { exactAddress } from '../address.ts'
import { cleanLine } from '../clean-text.ts'
import { maxConditions, conditionValueMaxLength } from '../limits.ts'

/** `domain`: including subdomains. `subject`: all words, in any order; with symbols as they are. */
export const ConditionKind = z.enum(['address', 'domain', 'list', 'subject'])
export type ConditionKind = z.infer<typeof ConditionKind>

/** Local part: an atom of RFC 5322 with letters of all scripts (RFC 6531). */
const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const domain = z.string().regex(/^(?=.{3,253}$)([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/)
const list = z.string().regex(/^[^\s<>"']{3,320}$/)

/**
 * Normalizes a typed value for storage and comparison: lower case, without surrounding punctuation.
 * @returns null where it is invalid for its kind
 */
export function conditionValue(kind: ConditionKind, typed: string): string | null {
  // Refused before it is cleaned, which takes a third of a second for a megabyte.
  if (typed.length > 4 * conditionValueMaxLength) return null
  // An address that was copied often has zero-width characters around it.
  const text = kind === 'subject' ? typed.trim() : cleanLine(typed, Infinity)
  if (text.length > conditionValueMaxLength) return null
  if (kind === 'subject') return /[\p{L}\p{N}]/u.test(text) && !/\p{Cc}/u.test(text) ? text : null
  const bare = (/<([^<>]+)>/.exec(text)?.[1] ?? text).trim().toLowerCase()
  if (kind === 'list') return list.safeParse(bare).data ?? null
  if (kind === 'address') {
    const address = exactAddress(bare)
    const at = address.lastIndexOf('@')
    const isAddress = localPart.test(address.slice(0, at)) && domain.safeParse(address.slice(at + 1)).success
    return at > 0 && isAddress && address.length <= conditionValueMaxLength ? address : null
  }
  // A local part would be lost: a condition for one sender must not match the whole domain.
  if (/[^@]@/.test(bare)) return null
  // Non-ASCII letters are sent as punycode (xn--).
  const host = URL.parse(`https://${bare.replace(/^@/, '')}`)?.hostname ?? ''
  return domain.safeParse(host).data ?? null
}

const NewCondition = z
  .strictObject({ folderId: z.uuid(), kind: ConditionKind, value: z.string() })
  .transform(({ folderId, kind, value }, { issues }) => {
    const kept = conditionValue(kind, value)
    if (kept === null) issues.push({ code: 'custom', input: value, message: 'This is not a condition of its kind.' })
    return { folderId, kind, value: kept ?? '' }
  })

/** Ids in their new order. A missing id was added by another window and keeps its place; unknown ids are ignored. */
export const ConditionOrder = z.array(z.uuid('Must be the id of a condition.')).max(maxConditions)

/** The given conditions take this order within the positions that they occupy together. */
export function arranged<One extends { id: string }>(conditions: readonly One[], order: readonly string[]): One[] {
  const byId = new Map(conditions.map((one) => [one.id, one]))
  const named = [...new Set(order)].filter((id) => byId.has(id))
  const isNamed = new Set(named)
  const next = named.values()
  return conditions.map((one) => (isNamed.has(one.id) ? (byId.get(next.next().value ?? '') ?? one) : one))
}

export const FolderConditionsInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('list'), mailboxId: z.uuid() }),
  /** Appends a condition; an existing one changes its folder and keeps its position. */
  z.strictObject({ action: z.literal('add'), mailboxId: z.uuid(), condition: NewCondition }),
  z.strictObject({ action: z.literal('remove'), mailboxId: z.uuid(), conditionId: z.uuid() }),
  /** The first matching condition decides. */
  z.strictObject({ action: z.literal('order'), mailboxId: z.uuid(), order: ConditionOrder }),
])
export type FolderConditionsInput = z.infer<typeof FolderConditionsInput>

export const FolderCondition = z.object({
  id: z.uuid(),
  folderId: z.uuid(),
  kind: ConditionKind,
  value: z.string(),
})
export type FolderCondition = z.infer<typeof FolderCondition>

/** In the user's order, at most `maxConditions`. */
export const FolderConditionsOutput = z.object({ conditions: FolderCondition.array().max(maxConditions) })
export type FolderConditionsOutput = z.infer<typeof FolderConditionsOutput>
