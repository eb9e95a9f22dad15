import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { GraphDraft } from '../../vendors/graph.ts'

/**
 * How far a forward is, kept before each call (invariant I5).
 * - `creating`: a draft may have been made
 * - `writing`: it was, looked like this, and may have got its text and recipient since
 * - `sending`: it is whole, looks like this, and may have been sent
 * - `accepted`: Outlook has taken it to be sent, and still showed it as a draft
 */
export const Progress = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('creating') }),
  z.strictObject({
    step: z.literal('writing'),
    draftId: z.string(),
    print: z.string(),
    address: z.string(),
    at: z.coerce.date(),
  }),
  z.strictObject({ step: z.literal('sending'), draftId: z.string(), print: z.string(), address: z.string() }),
  z.strictObject({ step: z.literal('accepted'), draftId: z.string(), print: z.string(), address: z.string() }),
])
export type Progress = z.infer<typeof Progress>

/** `blank`: made, and nobody has touched it; `theirs`: somebody has changed it, sent it or thrown it away, and it is left alone; `unclear`: what we know and what is there do not fit. */
export type Place =
  | { state: 'none' }
  | { state: 'blank' | 'written'; draft: GraphDraft }
  | { state: 'sent'; draft: GraphDraft | null; address: string }
  | { state: 'unclear'; known: Extract<Progress, { step: 'sending' | 'accepted' }> }
  | { state: 'theirs' }

/** Outlook itself touches a draft for a moment after it was made or written. */
const settlingMs = 60_000

/** What a person can change of a draft, where it lies included; how Outlook counts its versions is not part of it. */
export const printOf = ({ folderId, subject, recipients, html }: GraphDraft): string =>
  createHash('sha256')
    .update(JSON.stringify([folderId, subject, recipients, html]))
    .digest('hex')

export const isTo = ({ recipients }: GraphDraft, address: string): boolean =>
  recipients.length === 1 && recipients[0] === address.toLowerCase()

/** What there is in Outlook says what became of the step that is known. */
export function placeOf(known: Progress, draft: GraphDraft | null): Place {
  if (known.step === 'creating') {
    if (!draft) return { state: 'none' }
    const untouched = draft.changedAt.getTime() - draft.createdAt.getTime() <= settlingMs
    return draft.isDraft && untouched ? { state: 'blank', draft } : { state: 'theirs' }
  }
  if (known.step === 'writing') {
    if (!draft?.isDraft) return { state: 'theirs' }
    if (draft.isWritten && isTo(draft, known.address))
      return draft.changedAt.getTime() <= known.at.getTime() + settlingMs
        ? { state: 'written', draft }
        : { state: 'theirs' }
    return printOf(draft) === known.print ? { state: 'blank', draft } : { state: 'theirs' }
  }
  if (draft && !draft.isDraft) return { state: 'sent', draft, address: known.address }
  if (known.step === 'accepted')
    return draft ? { state: 'unclear', known } : { state: 'sent', draft, address: known.address }
  // The copy in Sent Items has the draft's id and would be there by now; a draft that was deleted for good is not there, either.
  if (!draft) return { state: 'unclear', known }
  return printOf(draft) === known.print ? { state: 'written', draft } : { state: 'theirs' }
}
