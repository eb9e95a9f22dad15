import type { ConditionKind } from '../../../contract/functions/folder-conditions.ts'
import type { Evidence } from '../../../packages/classifier/model.ts'

const LONGEST = 200
const LONGEST_NAME = 60
/** Pieces of evidence that one sentence can bear; the history lists the others. */
const QUOTED = 4

/** One short line for the history. Names come from strangers: no line breaks, no control characters, cut. */
function oneLine(text: string, longest: number): string {
  const clean = text.replace(/[\p{C}\s]+/gu, ' ').trim()
  const cut = clean.length <= longest ? clean : `${clean.slice(0, longest - 1).trimEnd()}…`
  return cut.toWellFormed()
}

function named(name: string): string {
  return oneLine(name, LONGEST_NAME)
}

const conditionWords = {
  address: (value: string) => `mail from ${value}`,
  domain: (value: string) => `mail from ${value}`,
  list: (value: string) => `mail of the list ${value}`,
  subject: (value: string) => `“${value}” in the subject`,
} satisfies Record<ConditionKind, (value: string) => string>

const condition = ({ kind, value }: { kind: ConditionKind; value: string }): string =>
  conditionWords[kind](named(value))

export function conditionFulfilled(fulfilled: { kind: ConditionKind; value: string }): string {
  return `Your condition: ${condition(fulfilled)}`
}

export function conditionSwitchedOff(fulfilled: { kind: ConditionKind; value: string }): string {
  return `Your condition (${condition(fulfilled)}) names a folder that is not sorted into now`
}

export function writtenTo(address: string): string {
  return `You have written to ${named(address)}, and mail from people you know stays in the inbox`
}

export function learnedSender(about: string): string {
  return `You moved mail from ${named(about)} here before`
}

export function keptInInbox(about: string): string {
  return `You keep mail from ${named(about)} in the inbox`
}

export function switchedOff(about: string): string {
  return `You moved mail from ${named(about)} to a folder that is not sorted into now`
}

export function nothingFits(folders: number): string {
  return folders === 0 ? 'No folder is switched on for sorting' : 'Nothing in this mail points to one of your folders'
}

function percent(share: number): string {
  return `${Math.round(100 * share)}%`
}

/** What is too little shows as less, also where both would be rounded to the same. */
const tooLittle = (confidence: number, threshold: number): string =>
  percent(Math.max(0, Math.min(confidence, threshold - 0.01)))

export function unsure(folder: string, confidence: number, threshold: number): string {
  return `Perhaps “${named(folder)}” (${tooLittle(confidence, threshold)}), but sorting starts at ${percent(threshold)}`
}

/** @param explanation why it would go there */
export function wouldGo(folder: string, explanation: string): string {
  return oneLine(`${wouldGoTo}${named(folder).replaceAll('”', '"')}”: ${explanation}`, LONGEST + LONGEST_NAME)
}
const wouldGoTo = 'Would go to “'
/** What `wouldGo` puts before the explanation, for the database. */
export const wouldGoPattern = `^${wouldGoTo}[^”]*”: `

export function likely(weighed: readonly Evidence[]): string {
  const evidence = weighed.slice(0, QUOTED)
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
  // The sender says most to a reader; two reasons are enough.
  const text = parts.slice(0, 2).join('; ')
  return oneLine(text.charAt(0).toUpperCase() + text.slice(1), LONGEST)
}

function often(times: number): string {
  return times === 1 ? 'once' : `${times} times`
}

export const movedBackByUser = 'You moved it back to the inbox; mail like it will stay there'
export const takenBackByUser = 'You took it back to the inbox from a folder that is not sorted into'
export const keptByUser = 'You keep it in the inbox; mail like it will stay there'
export const undoneWithOthers = 'You undid it together with others; the sorter takes it as a hint, not as a rule'
export const movedInOutlook = 'You moved it here in Outlook; mail like it will follow'
export const movedElsewhere = 'You moved it here in Outlook, into a folder that is not sorted into'
export const filedInOutlook = 'It was filed here in Outlook, by you or by a rule'
export const movedByUser = 'You moved it here; mail like it will follow'

export function chosenByModel(quotes: readonly string[]): string {
  const because = quotes.map((quote) => `“${named(quote)}”`).join(', ')
  return oneLine(`The language model chose this folder${because && `: ${because}`}`, LONGEST)
}

export function unsureModel(folder: string, confidence: number, threshold: number): string {
  return `The language model thinks of “${named(folder)}” (${tooLittle(confidence, threshold)}), but sorting starts at ${percent(threshold)}`
}

export const leftByModel = 'The language model finds that none of your folders fits'

/** What the classifier had said, and why the language model did not help. */
export function withoutModel(first: string, words: string): string {
  return oneLine(`${first}; ${words}`, LONGEST)
}
