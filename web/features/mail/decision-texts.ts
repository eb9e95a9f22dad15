import type { RunStatus } from '../../../contract/action-runs.ts'
import type { DecisionBasis, EvidenceKind, ReasonCode } from '../../../contract/reasons.ts'
import type { ProcessingLog } from '../../../contract/tables.ts'
import type { HistoryEntry } from '../../api/processing-logs.ts'
import { now } from '../../lib/clock.ts'
import { formatDateTime, formatTime } from '../../lib/format.ts'
import { safeText } from '../../lib/safe-text.ts'
import { dayOf } from '../../lib/time-zone.ts'
import { t, text } from '../../texts/translate.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

/** Short texts of the reasons. `sorted` is missing: it is a status. */
export const reasonLabels: Record<Exclude<ReasonCode, 'sorted'>, string> = {
  low_confidence: text('Not sure enough'),
  instructions_conflict: text('Instructions and filed email differ'),
  name_only: text('New sender, words of your folder'),
  instructions_pasted: text('New sender, words of your instructions'),
  assigned: text('Assigned, not moved'),
  no_match: text('No folder fits'),
  known_person: text('Someone you have written to'),
  user_moved: text('Moved by you, or moved or deleted elsewhere'),
  disabled: text('Folder switched off'),
  gone: text('Deleted or moved before it was read'),
  preview: text('Previewed only'),
  own_mail: text('Sent by this service'),
  sign_in_code: text('Code or link to sign in'),
  account_security: text('Security of an account'),
  phishing: text('Looks like phishing'),
  delayed: text('Filed later'),
  limit: text('Monthly limit reached'),
  too_large: text('Too large to be read'),
  poison: text('Failed after several attempts'),
  auth: text('Sign-in no longer accepted'),
  model_invalid: text('Language model: wrong response'),
  model_down: text('Language model: no response'),
  budget: text('Language model: budget used up'),
}
const evidenceReasons: Record<EvidenceKind, string> = {
  sender: text('You filed this sender here'),
  domain: text('You filed emails from {text} here'),
  list: text('You filed this mailing list here'),
  thread: text('Belongs to a conversation here'),
  subject: text('“{text}” in the subject'),
  instructions: text('“{text}”, as you describe it'),
  instruction_sentence: text('As your instructions say'),
  quote: text('Says “{text}”'),
}

const deciderReasons: Partial<Record<NonNullable<ProcessingLog['decided_by']>, string>> = {
  condition: text('Meets your condition'),
  correction: text('You corrected this sender before'),
  model: text('Your instructions, read by the model'),
}

/** Why a message is where it is, in about five words; null where nothing is known. */
export function shortReason(entry: HistoryEntry): string | null {
  const { status, reason, decided_by: decider, evidence, decision_basis: basis } = entry
  if (status === 'processing') return t('Being sorted')
  if (decider === 'user' && entry.stays_in_inbox) return t('You chose this tag')
  if (decider === 'user')
    return entry.target_folder_id === null ? t('You keep it in the inbox') : t('You moved it here')
  if (decider === 'correction' && reason === 'no_match') return t('You keep this sender in the inbox')
  if (reason === 'preview' && entry.runner_up_folder !== null)
    return t('Would go to “{folder}”', { folder: safeText(entry.runner_up_folder) })
  if (reason === 'delayed') return filedLaterText(entry)
  if (reason !== null && reason !== 'sorted') return t(reasonLabels[reason])
  if (decider === 'condition' && basis === 'instructions') return t('Your instructions name the sender')
  const ofDecider = decider && deciderReasons[decider]
  if (ofDecider) return t(ofDecider)
  if (decider !== 'classifier') return null
  const [strongest] = evidence
  if (strongest) return t(evidenceReasons[strongest.kind], { text: safeText(strongest.text) })
  return basis === 'instructions' ? t('Fits your instructions as a whole') : t('Like other emails in this folder')
}

/** When an email that waits in the inbox is filed. */
export function filedLaterText({ runner_up_folder, file_at: at, file_once_read: isOnceRead }: HistoryEntry): string {
  if (runner_up_folder === null) return t(reasonLabels.delayed)
  const folder = safeText(runner_up_folder)
  if (at === null) return t('Will be filed in {folder} once you have read it', { folder })
  if (new Date(at) <= now()) return t('Is being filed in {folder}', { folder })
  const isToday = dayOf(new Date(at)) === dayOf(now())
  const values = { folder, time: isToday ? formatTime(at) : formatDateTime(at) }
  if (isOnceRead) return t('Will be filed in {folder} once you have read it, at the latest: {time}', values)
  return isToday ? t('Will be filed in {folder} at {time}', values) : t('Will be filed in {folder}: {time}', values)
}

const deciderTexts: Record<NonNullable<ProcessingLog['decided_by']>, string> = {
  user: text('You'),
  condition: text('A condition of yours'),
  known_person: text('Your setting that emails from people you have written to stay in the inbox'),
  correction: text('An earlier correction of yours about similar emails'),
  security: text('Your protection: codes, security notices and phishing stay in the inbox'),
  classifier: text('How your emails are filed, and your instructions'),
  model: text('The language model, from your instructions'),
}

const basisTexts = {
  instructions: text('Your instructions'),
  learning: text('How your emails are filed'),
} as const satisfies Record<DecisionBasis, string>

/** Null: it was not decided; the reason says why. */
export function deciderText({ decided_by, decision_basis }: ProcessingLog): string | null {
  if (decided_by === null) return null
  if (decided_by === 'condition' && decision_basis === 'instructions')
    return t('Your instructions, which name the sender')
  return t(decided_by === 'classifier' && decision_basis ? basisTexts[decision_basis] : deciderTexts[decided_by])
}

export const notSetUpBadge = { tone: 'neutral', label: text('Not set up') } as const satisfies {
  tone: BadgeTone
  label: string
}

/** The action runs when the user says so. */
export const waitsForUserBadge = { tone: 'accent', label: text('Waits for you') } as const satisfies {
  tone: BadgeTone
  label: string
}

export const runBadges = {
  waiting: { tone: 'neutral', label: text('Waiting') },
  running: { tone: 'accent', label: text('Running') },
  done: { tone: 'good', label: text('Done') },
  skipped: { tone: 'neutral', label: text('Not needed') },
  failed: { tone: 'bad', label: text('Failed') },
} as const satisfies Record<RunStatus, { tone: BadgeTone; label: string }>
