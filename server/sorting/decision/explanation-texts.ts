import type { ConditionKind } from '../../../contract/functions/folder-conditions.ts'
import type { Evidence, SenderRule } from '../../../packages/classifier/classifier.ts'
import { explanationMaxLength, explanationNameMaxLength, explanationSentenceMaxLength } from '../../limits.ts'

/** Pieces of evidence in one sentence; the history lists the others. */
const maxQuoted = 4

/** One line for the processing history. The sender chooses names: no line breaks, no control characters, cut. */
function oneLine(text: string, maxLength: number): string {
  const clean = text.replace(/[\p{C}\s]+/gu, ' ').trim()
  const cut = clean.length <= maxLength ? clean : `${clean.slice(0, maxLength - 1).trimEnd()}…`
  return cut.toWellFormed()
}

function named(name: string): string {
  return oneLine(name, explanationNameMaxLength)
}

const conditionWords = {
  address: (value: string) => `mail from ${value}`,
  domain: (value: string) => `mail from ${value}`,
  list: (value: string) => `mail of the list ${value}`,
  subject: (value: string) => `“${value}” in the subject`,
} satisfies Record<ConditionKind, (value: string) => string>

const condition = ({ kind, value }: { kind: ConditionKind; value: string }): string =>
  conditionWords[kind](named(value))

export function conditionMatched(matched: { kind: ConditionKind; value: string }): string {
  return `Your condition: ${condition(matched)}`
}

export function conditionFolderDisabled(matched: { kind: ConditionKind; value: string }): string {
  return `Your condition (${condition(matched)}) names a folder that is not sorted into now`
}

type InstructedSender = Pick<SenderRule, 'value' | 'scope'>

const instructed = ({ value, scope }: InstructedSender): string =>
  scope === 'rest' ? `everything else from ${named(value)}` : `mail from ${named(value)}`

export function instructedSender(rule: InstructedSender): string {
  return `Your instructions: ${instructed(rule)}`
}

export function instructedFolderDisabled(rule: InstructedSender): string {
  return `Your instructions (${instructed(rule)}) belong to a folder that is not sorted into now`
}

export function instructionsContradict(rule: InstructedSender, first: string, second: string): string {
  return oneLine(
    `“${named(first)}” and “${named(second)}” both want ${instructed(rule)}: choose one of them`,
    explanationMaxLength,
  )
}

export function correctedToExcludingFolder(about: string, folder: string): string {
  return oneLine(
    `You moved mail from ${named(about)} to “${named(folder)}”, but its instructions exclude it, so you decide`,
    explanationMaxLength,
  )
}

export function knownSender(address: string): string {
  return `You have written to ${named(address)}, and mail from people you know stays in the inbox`
}

export function correctedSender(about: string): string {
  return `You moved mail from ${named(about)} here before`
}

export function correctedToInbox(about: string): string {
  return `You keep mail from ${named(about)} in the inbox`
}

export function correctedFolderDisabled(about: string): string {
  return `You moved mail from ${named(about)} to a folder that is not sorted into now`
}

/** @param open the number of folders whose instructions do not exclude the sender */
export function noMatch({ folders, open }: { folders: number; open: number }): string {
  if (folders === 0) return 'No folder is switched on for sorting'
  return open === 0
    ? 'The instructions of every folder exclude this sender'
    : 'Nothing in this email points to one of your folders'
}

function percent(share: number): string {
  return `${Math.round(100 * share)}%`
}

/** Formats a confidence so that it is never shown as equal to the threshold. */
const percentBelow = (confidence: number, threshold: number): string =>
  percent(Math.max(0, Math.min(confidence, threshold - 0.01)))

export function belowThreshold(folder: string, confidence: number, threshold: number): string {
  const shown = percentBelow(confidence, threshold)
  return `Perhaps “${named(folder)}” (${shown}), but sorting starts at ${percent(threshold)}`
}

export function nameOnly(folder: string): string {
  return `Only the name “${named(folder)}” matches and you have filed nothing from this sender yet, so you decide`
}

export function instructionsPasted(folder: string): string {
  return `A new sender repeats your instructions for “${named(folder)}” word for word, so you decide`
}

/** @param features of the message that the learned folder has */
export function instructionsConflict(folder: string, learned: string, features: readonly Evidence[]): string {
  const known = knownOf(features) ?? 'mail like it'
  return `Your instructions for “${named(folder)}” match, but “${named(learned)}” has ${known}: choose one of them`
}

export function instructionsAgainstInbox(folder: string): string {
  return `Your instructions for “${named(folder)}” match, but you have kept mail like it in the inbox, so you decide`
}

/**
 * @param sentence of the folder's instructions
 * @param other the folder that would have been chosen by what was learned, with the features that it has
 */
export function byInstructions(
  sentence: string,
  other: { folder: string; features: readonly Evidence[] } | null,
): string {
  const why = `Your instructions: “${oneLine(sentence, explanationSentenceMaxLength)}”`
  if (!other) return why
  const known = knownOf(other.features)
  const has = known === null ? 'has no mail from this sender' : `has ${known} too`
  return oneLine(`${why}; “${named(other.folder)}” ${has}`, explanationMaxLength)
}

const knownTexts: Partial<Record<Evidence['kind'], string>> = {
  sender: 'mail from this sender',
  list: 'mail of this list',
  thread: 'this conversation',
  domain: 'mail from this domain',
}

/** What a folder has of a message's sender, list or conversation; null for nothing. */
function knownOf(features: readonly Evidence[]): string | null {
  const known = features.find(({ kind }) => knownTexts[kind] !== undefined)
  return (known && knownTexts[known.kind]) ?? null
}

/** @param explanation of the decision */
export function previewOf(folder: string, explanation: string): string {
  return oneLine(
    `${previewPrefix}${named(folder).replaceAll('”', '"')}”: ${explanation}`,
    explanationMaxLength + explanationNameMaxLength,
  )
}
const previewPrefix = 'Would go to “'
/** PostgreSQL regular expression that matches what `previewOf` puts before the explanation. */
export const previewPattern = `^${previewPrefix}[^”]*”: `

export function matchingFeatures(features: readonly Evidence[]): string {
  const evidence = features.slice(0, maxQuoted)
  const parts: string[] = []
  for (const { kind, label, times } of evidence) {
    if (kind === 'sender' || kind === 'list' || kind === 'domain')
      parts.push(`mail from ${label} went here ${often(times)}`)
    if (kind === 'thread') parts.push('the conversation is in this folder')
  }
  const quoted = (kind: Evidence['kind']) =>
    evidence
      .filter((one) => one.kind === kind)
      .map(({ label }) => `“${label}”`)
      .join(', ')
  const instructions = quoted('instructions')
  if (instructions) parts.push(`the folder's name or instructions have ${instructions}`)
  const subject = quoted('subject')
  if (subject) parts.push(`${subject} in the subject`)
  // Senders come first: they explain most. Two reasons are enough.
  const text = parts.slice(0, 2).join('; ')
  return oneLine(text.charAt(0).toUpperCase() + text.slice(1), explanationMaxLength)
}

function often(times: number): string {
  return times === 1 ? 'once' : `${times} times`
}

export const movedBackByUser = 'You moved it back to the inbox; mail like it will stay there'
export const changedAfterUnknownMove =
  'Outlook did not confirm the move, and the email was changed in the inbox meanwhile'
export const takenBackByUser = 'You moved it back from a folder that Mailroom does not use'
export const keptByUser = 'You keep it in the inbox; mail like it will stay there'
export const undoneWithOthers = 'You undid it in a bulk undo; no rule about the sender was created'
export const movedInOutlook = 'You moved it here in Outlook; mail like it will follow'
export const movedElsewhere = 'You moved it here in Outlook, into a folder that is not sorted into'
export const filedInOutlook = 'It was filed here in Outlook, by you or by a rule'
export const movedByUser = 'You moved it here; mail like it will follow'

export function chosenByModel(quotes: readonly string[]): string {
  const because = quotes.map((quote) => `“${named(quote)}”`).join(', ')
  return oneLine(`The language model chose this folder${because && `: ${because}`}`, explanationMaxLength)
}

export function modelBelowThreshold(folder: string, confidence: number, threshold: number): string {
  const shown = percentBelow(confidence, threshold)
  return `The language model thinks of “${named(folder)}” (${shown}), but sorting starts at ${percent(threshold)}`
}

export const modelFoundNoMatch = 'The language model finds that none of your folders fits'

/** The classifier's explanation, and why the language model gave no answer. */
export function modelUnavailable(first: string, failure: string): string {
  return oneLine(`${first}; ${failure}`, explanationMaxLength)
}
