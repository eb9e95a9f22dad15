import { z } from 'zod'

/**
 * Final reason of every processing log: `sorted`, or why the message stayed in place. `assigned` has the status
 * `processed`: its folder exists only here, so its actions run and the message stays in the inbox. `delayed`: it is
 * filed later (`contract/filing-time.ts`).
 */
export const ReasonCode = z.enum([
  'sorted',
  'assigned',
  'limit',
  'known_person',
  'no_match',
  'low_confidence',
  'name_only',
  'instructions_pasted',
  'instructions_conflict',
  'model_invalid',
  'model_down',
  'budget',
  'auth',
  'gone',
  'user_moved',
  'disabled',
  'poison',
  'too_large',
  'own_mail',
  'preview',
  'sign_in_code',
  'account_security',
  'phishing',
  'delayed',
])
export type ReasonCode = z.infer<typeof ReasonCode>

/** Reasons of unsure messages in the inbox, which the user may want to review. */
export const unsureReasons = [
  'low_confidence',
  'name_only',
  'instructions_pasted',
  'instructions_conflict',
  'model_invalid',
  'model_down',
  'budget',
] as const satisfies ReasonCode[]
/** Reasons of messages in the inbox that the review asks about. */
export const reviewReasons = [...unsureReasons, 'no_match'] as const satisfies ReasonCode[]
export const isUnsure = (reason: ReasonCode | null): boolean => unsureReasons.some((unsure) => unsure === reason)

/** Text of a processing log without its own explanation. */
export const reasonTexts: Record<ReasonCode, string> = {
  sorted: 'Sorted',
  assigned: 'Decided for a folder that exists only in our system, so the email was not moved',
  limit: 'The monthly limit is reached, so the email stayed in the inbox',
  known_person: 'You have written to this person, so the email stayed in the inbox',
  no_match: 'No folder fits',
  low_confidence: 'Not sure enough, so the email stayed in the inbox',
  name_only: 'Only the name of the folder matches and the sender is new, so the email stayed in the inbox',
  instructions_pasted: 'The email repeats your instructions and the sender is new, so it stayed in the inbox',
  instructions_conflict: 'Your instructions and the email that you filed before point to different folders',
  model_invalid: 'The language model responded with something that is not one of your folders',
  model_down: 'The language model did not respond',
  budget: 'The budget for the language model is used up',
  auth: 'The mailbox no longer accepts the sign-in; please reconnect it',
  gone: 'The email was deleted or moved before it could be read',
  user_moved: 'It was moved or deleted elsewhere, so it was left alone',
  disabled: 'The folder was switched off',
  poison: 'The email could not be processed after several attempts, so it stayed in the inbox',
  too_large: 'The email is too large to be read',
  own_mail: 'It is an email of this service itself, so it stays in your inbox',
  preview: 'Email is only previewed, so it stayed in the inbox',
  sign_in_code: 'It has a code or link to sign in, so it stayed in the inbox',
  account_security: 'It is about the security of an account, so it stayed in the inbox',
  phishing: 'It looks like phishing, so it stayed in the inbox',
  delayed: 'It stays in the inbox until it is filed',
}

/** `security`: codes, notices about accounts and phishing, which stay in the inbox until they are read. */
export const DecidedBy = z.enum(['condition', 'correction', 'known_person', 'security', 'classifier', 'model', 'user'])
export type DecidedBy = z.infer<typeof DecidedBy>

/**
 * What a decision is due to: the folder's name and instructions, or learned messages. An address in the instructions
 * decides like a condition (`decided_by`), with the basis `instructions`.
 */
export const DecisionBasis = z.enum(['instructions', 'learning'])
export type DecisionBasis = z.infer<typeof DecisionBasis>

/**
 * Source of a piece of evidence. `instructions`: a word of the message that the folder's name or instructions contain;
 * `instruction_sentence`: the user's own sentence that matched; `quote`: quoted by the language model.
 */
export const EvidenceKind = z.enum([
  'sender',
  'domain',
  'list',
  'thread',
  'subject',
  'instructions',
  'instruction_sentence',
  'quote',
])
export type EvidenceKind = z.infer<typeof EvidenceKind>

export const LogStatus = z.enum(['processing', 'processed', 'left', 'limit_reached', 'failed'])
export type LogStatus = z.infer<typeof LogStatus>

/** Clients may also send 'success'. */
export const isSuccess = (status: string): boolean => status === 'processed' || status === 'success'
