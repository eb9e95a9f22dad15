import { composeText, joinMessages } from '../../../contract/compose-text.ts'
import type { ConditionKind } from '../../../contract/functions/folder-conditions.ts'
import { likelyFolderConfidence } from '../../../contract/limits.ts'
import type { Evidence, Ranking } from '../../../packages/classifier/classifier.ts'
import { named } from './explanation-name.ts'

const explanationMaxLength = 200

/** Pieces of evidence in one sentence; the history lists the others. */
const maxQuoted = 4

interface MatchedCondition {
  kind: ConditionKind
  value: string
}

export function conditionMatched({ kind, value }: MatchedCondition): string {
  if (kind === 'subject') return composeText('Your condition: “{text}” in the subject', { text: named(value) })
  const address = named(value)
  return kind === 'list'
    ? composeText('Your condition: emails of the list {address}', { address })
    : composeText('Your condition: emails from {address}', { address })
}

export function conditionFolderDisabled({ kind, value }: MatchedCondition): string {
  const address = named(value)
  if (kind === 'subject')
    return composeText('Your condition (“{text}” in the subject) names a folder that is not sorted into now', {
      text: named(value),
    })
  return kind === 'list'
    ? composeText('Your condition (emails of the list {address}) names a folder that is not sorted into now', {
        address,
      })
    : composeText('Your condition (emails from {address}) names a folder that is not sorted into now', { address })
}

export function correctedToExcludingFolder(about: string, folder: string): string {
  return composeText(
    'You moved emails from {address} to “{folder}”, but its instructions exclude them, so you decide',
    {
      address: named(about),
      folder: named(folder),
    },
  )
}

export function knownSender(address: string): string {
  return composeText('You have written to {address}, and emails from people you know stay in the inbox', {
    address: named(address),
  })
}

export function correctedSender(about: string): string {
  return composeText('You moved emails from {address} here before', { address: named(about) })
}

export function correctedToInbox(about: string): string {
  return composeText('You keep emails from {address} in the inbox', { address: named(about) })
}

export function correctedFolderDisabled(about: string): string {
  return composeText('You moved emails from {address} to a folder that is not sorted into now', {
    address: named(about),
  })
}

/**
 * @param open the number of folders whose instructions do not exclude the email
 * @param closest the folder that something in the email points to; null for none
 */
export function noMatch({ folders, open, closest }: { folders: number; open: number; closest: string | null }): string {
  if (folders === 0) return composeText('No folder is switched on for sorting')
  if (open === 0) return composeText('The instructions of every folder exclude this email')
  return closest === null
    ? composeText('None of your folders mentions anything in this email')
    : composeText('Probably none of your folders. Closest: “{folder}”', { folder: named(closest) })
}

const percent = (share: number): number => Math.round(100 * share)

/** As a percentage that is never equal to the threshold. */
const percentBelow = (confidence: number, threshold: number): number =>
  percent(Math.max(0, Math.min(confidence, threshold - 0.01)))

export function belowThreshold(folder: string, confidence: number, threshold: number): string {
  if (confidence < likelyFolderConfidence)
    return composeText('Probably none of your folders. Closest: “{folder}” ({number}%)', {
      folder: named(folder),
      number: percent(confidence),
    })
  return composeText('Perhaps “{folder}” ({number}%), but sorting starts at {number2}%', {
    folder: named(folder),
    number: percentBelow(confidence, threshold),
    number2: percent(threshold),
  })
}

export function nameOnly(folder: string): string {
  return composeText('New sender: only words of your folder match. Does it belong in “{folder}”?', {
    folder: named(folder),
  })
}

export function textAlone(folder: string): string {
  return composeText('Only the text points to “{folder}”, not subject and sender. Does it belong there?', {
    folder: named(folder),
  })
}

export function oneWord(folder: string): string {
  return composeText('Only one word points to “{folder}”. Does it belong there?', { folder: named(folder) })
}

export function sameKind(folder: string): string {
  return composeText('You have put similar emails into “{folder}”. Does it belong there?', { folder: named(folder) })
}

/** @param explanation of the decision */
export function previewOf(folder: string, explanation: string): string {
  return composeText('Would go to “{folder}”: {message}', { folder: named(folder), message: explanation })
}
/** PostgreSQL regular expression that matches what `previewOf` puts before the explanation. */
export const previewPattern = '^Would go to “[^”]*”: '

/** Senders come first: they explain most. Two reasons are enough. */
export function matchingFeatures(features: readonly Evidence[], basis: Ranking['basis']): string {
  const evidence = features.slice(0, maxQuoted)
  const quoted = (...kinds: Evidence['kind'][]) => {
    const list = evidence.filter(({ kind }) => kinds.includes(kind)).map(({ label }) => named(label))
    return list.length === 0 ? [] : [{ list }]
  }
  const texts = [
    ...evidence.flatMap(({ kind, label, times }) => {
      if (kind === 'thread') return [threadTexts]
      return kind === 'sender' || kind === 'list' || kind === 'domain' ? [learnedTexts(named(label), times)] : []
    }),
    ...quoted('instructions', 'concept').map(instructionsTexts),
    ...quoted('subject').map(subjectTexts),
    ...evidence.filter(({ kind }) => kind === 'mailing_list').map(() => mailingListTexts),
    ...quoted('topic').map(topicTexts),
  ]
  const [first = asAWhole[basis], second] = texts.map(({ alone, afterAnother }, index) =>
    index === 0 ? alone : afterAnother,
  )
  const both = joinMessages(
    [first, second].filter((text) => text !== undefined),
    '; ',
  )
  return both.length <= explanationMaxLength ? both : first
}

/** No single feature decides. */
const asAWhole = {
  learning: composeText('Its words are like those of the emails in this folder'),
  instructions: composeText("As a whole it fits the folder's name or instructions"),
} as const satisfies Record<Ranking['basis'], unknown>

/** A reason as a sentence of its own, and after another one. */
interface ReasonTexts {
  alone: string
  afterAnother: string
}

const learnedTexts = (address: string, number: number): ReasonTexts =>
  number === 1
    ? {
        alone: composeText('An email from {address} went here once', { address }),
        afterAnother: composeText('an email from {address} went here once', { address }),
      }
    : {
        alone: composeText('Emails from {address} went here {number} times', { address, number }),
        afterAnother: composeText('emails from {address} went here {number} times', { address, number }),
      }

const threadTexts: ReasonTexts = {
  alone: composeText('The conversation is in this folder'),
  afterAnother: composeText('the conversation is in this folder'),
}

/** Words of the email: the folder may have another form of them, or another word for the same. */
const instructionsTexts = (values: { list: string[] }): ReasonTexts => ({
  alone: composeText("It fits the folder's name or instructions: {list}", values),
  afterAnother: composeText("it fits the folder's name or instructions: {list}", values),
})

const mailingListTexts: ReasonTexts = {
  alone: composeText('It comes from a mailing list that you can unsubscribe from'),
  afterAnother: composeText('it comes from a mailing list that you can unsubscribe from'),
}

/** Parts of the user's own name or instructions. */
const topicTexts = (values: { list: string[] }): ReasonTexts => ({
  alone: composeText('It is about {list}', values),
  afterAnother: composeText('it is about {list}', values),
})

const subjectTexts = (values: { list: string[] }): ReasonTexts => ({
  alone: composeText('Emails in this folder often say {list}', values),
  afterAnother: composeText('emails in this folder often say {list}', values),
})

export const returnedByUser = composeText('You moved it back to the inbox; similar emails will stay there')
export const changedAfterUnknownMove = composeText(
  'The mailbox did not confirm the move, and the email was changed in the inbox meanwhile',
)
export const deletedElsewhere = composeText('It was deleted elsewhere, so it was left alone')
export const folderGone = composeText('The folder no longer exists in the mailbox, so the email stayed in the inbox')
export const cannotFile = composeText(
  'The mail server neither moves single emails nor stores tags, so the email stayed in the inbox',
)
export const returnedFromUnusedFolder = composeText('You moved it back from a folder that Mailroom does not use')
export const keptByUser = composeText('You keep it in the inbox; similar emails will stay there')
export const undoneWithOthers = composeText('You undid it in a bulk undo; no rule about the sender was created')
export const keptWithOthers = composeText('You keep it and similar emails in the inbox')
export const chosenInTidyUp = composeText('You chose a folder for it and similar emails')
export const filedInTidyUp = composeText('You filed it together with similar emails')
export const undoneInTidyUp = composeText('You filed it together with similar emails, and undid that')
export const movedByHand = composeText('You moved it here in your mail program; similar emails will follow')
export const untagged = composeText('You took its tag off; similar emails will stay in the inbox')
export const retagged = composeText('You gave it the tag of this folder; similar emails will follow')
export const movedElsewhere = composeText(
  'You moved it here in your mail program, into a folder that is not sorted into',
)
export const movedWithMany = composeText(
  'You moved it here together with many others; nothing is learned from that until you say so',
)
export const returnedWithMany = composeText(
  'You moved it back to the inbox together with many others; nothing is learned from that until you say so',
)
export const filedByUserOrRule = composeText('It was filed here by you, or by a rule of the mailbox')
export const movedByUser = composeText('You moved it here; similar emails will follow')

export function chosenByModel(quotes: readonly string[]): string {
  if (quotes.length === 0) return composeText('The language model chose this folder')
  return composeText('The language model chose this folder: {list}', { list: quotes.map(named) })
}

export function modelBelowThreshold(folder: string, confidence: number, threshold: number): string {
  return composeText('The language model thinks of “{folder}” ({number}%), but sorting starts at {number2}%', {
    folder: named(folder),
    number: percentBelow(confidence, threshold),
    number2: percent(threshold),
  })
}

export const modelFoundNoMatch = composeText('The language model finds that none of your folders fits')

/** The classifier's explanation, and why the language model gave no answer. */
export const modelUnavailable = (first: string, failure: string): string => joinMessages([first, failure], '; ')
