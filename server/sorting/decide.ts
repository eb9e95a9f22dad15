import type { DecidedBy, ReasonCode } from '../../contract/reasons.ts'
import { cleanAddress, listIdOf } from './classifier/features.ts'
import type { FolderToSort, MailToSort } from './classifier/mail.ts'
import type { Model } from './classifier/model.ts'
import { INBOX, rank } from './classifier/model.ts'
import { keptInInbox, learnedSender, likely, nothingFits, switchedOff, unsure } from './explanation.ts'

/** A folder that mail may be sorted into: active and included in AI. */
export type Candidate = FolderToSort

/** The user moved mail of this sender or list, by hand or in the log. */
export interface Correction {
  kind: 'sender' | 'list'
  /** The exact address, or the exact list id. */
  value: string
  /** A folder's id, or 'inbox': leave such mail alone. */
  folderId: string
}

export interface Memory {
  model: Model
  /** Latest first. */
  corrections: readonly Correction[]
  /** The mailbox's own: sorted from this confidence on, 0 to 1. */
  threshold: number
}

export interface Decision {
  /** Null: leave the mail in the inbox. */
  folderId: string | null
  confidence: number
  by: DecidedBy
  reason: ReasonCode
  explanation: string
  runnerUp: { folderId: string; probability: number } | null
}

/** Where a mail goes, and why. Pure: the same mail, folders and memory always give the same answer. */
export function decide(mail: MailToSort, folders: readonly Candidate[], memory: Memory): Decision {
  const candidates = folders.filter((folder) => folder.id !== INBOX)
  return fromCorrections(mail, candidates, memory.corrections) ?? fromClassifier(mail, candidates, memory)
}

/** The last word of the user about this very sender or list. Never the display name or a part of an address: strangers choose those. */
function fromCorrections(
  mail: MailToSort,
  folders: readonly Candidate[],
  corrections: readonly Correction[],
): Decision | null {
  const sender = cleanAddress(mail.from)
  const list = listIdOf(mail.headers)
  const last = corrections.find((correction) => {
    const own = correction.kind === 'list' ? list : sender
    return own !== '' && cleanAddress(correction.value) === own
  })
  if (!last) return null
  const about = last.kind === 'list' ? list : sender
  if (last.folderId === INBOX) return left('correction', 'no_match', 1, keptInInbox(about))
  const folder = folders.find(({ id }) => id === last.folderId)
  // The user's folder is switched off. A second-best folder of ours would overrule them; the inbox does not.
  if (!folder) return left('correction', 'disabled', 1, switchedOff(about))
  return {
    folderId: folder.id,
    confidence: 1,
    by: 'correction',
    reason: 'sorted',
    explanation: learnedSender(about),
    runnerUp: null,
  }
}

function fromClassifier(mail: MailToSort, folders: readonly Candidate[], { model, threshold }: Memory): Decision {
  const { candidates, confidence, evidence } = rank(model, mail, folders)
  const [best, runnerUp = null] = candidates
  const folder = folders.find(({ id }) => id === best?.folderId)
  if (!best || !folder || evidence.length === 0)
    return left('classifier', 'no_match', confidence, nothingFits(folders.length), runnerUp)
  if (confidence >= threshold) {
    const explanation = likely(evidence)
    return { folderId: folder.id, confidence, by: 'classifier', reason: 'sorted', explanation, runnerUp }
  }
  return left('classifier', 'low_confidence', confidence, unsure(folder.name, confidence, threshold), best)
}

function left(
  by: DecidedBy,
  reason: ReasonCode,
  confidence: number,
  explanation: string,
  runnerUp: Decision['runnerUp'] = null,
): Decision {
  return { folderId: null, confidence, by, reason, explanation, runnerUp }
}
