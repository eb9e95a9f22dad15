import { composeText, joinMessages } from '../../../contract/compose-text.ts'
import type { Evidence, SenderRule } from '../../../packages/classifier/classifier.ts'
import { named, oneLine } from './explanation-name.ts'

/** Characters of a sentence of the folder's instructions within an explanation. */
const explanationSentenceMaxLength = 90

type InstructedSender = Pick<SenderRule, 'value' | 'scope'>

export function instructedSender({ value, scope }: InstructedSender): string {
  const address = named(value)
  return scope === 'rest'
    ? composeText('Your instructions: everything else from {address}', { address })
    : composeText('Your instructions: emails from {address}', { address })
}

export function instructedFolderDisabled({ value, scope }: InstructedSender): string {
  const address = named(value)
  return scope === 'rest'
    ? composeText('Your instructions (everything else from {address}) belong to a folder that is not sorted into now', {
        address,
      })
    : composeText('Your instructions (emails from {address}) belong to a folder that is not sorted into now', {
        address,
      })
}

export function instructionsContradict({ value, scope }: InstructedSender, first: string, second: string): string {
  const values = { first: named(first), second: named(second), address: named(value) }
  return scope === 'rest'
    ? composeText('“{first}” and “{second}” both want everything else from {address}: choose one of them', values)
    : composeText('“{first}” and “{second}” both want emails from {address}: choose one of them', values)
}

export function instructionsPasted(folder: string): string {
  return composeText(
    'New sender, and the email has the words of your instructions for “{folder}”. Does it belong there?',
    {
      folder: named(folder),
    },
  )
}

/** @param features of the message that the learned folder has */
export function instructionsConflict(folder: string, learned: string, features: readonly Evidence[]): string {
  const values = { folder: named(folder), learned: named(learned) }
  switch (knownOf(features)) {
    case 'sender':
      return composeText(
        'Your instructions for “{folder}” match, but “{learned}” has emails from this sender: choose one of them',
        values,
      )
    case 'list':
      return composeText(
        'Your instructions for “{folder}” match, but “{learned}” has emails of this list: choose one of them',
        values,
      )
    case 'thread':
      return composeText(
        'Your instructions for “{folder}” match, but “{learned}” has this conversation: choose one of them',
        values,
      )
    case 'domain':
      return composeText(
        'Your instructions for “{folder}” match, but “{learned}” has emails from this domain: choose one of them',
        values,
      )
    case null:
      return composeText(
        'Your instructions for “{folder}” match, but “{learned}” has similar emails: choose one of them',
        values,
      )
  }
}

export function instructionsAgainstInbox(folder: string): string {
  return composeText(
    'Your instructions for “{folder}” match, but you have kept similar emails in the inbox, so you decide',
    {
      folder: named(folder),
    },
  )
}

/**
 * @param sentence of the folder's instructions
 * @param other the folder that would have been chosen by what was learned, with the features that it has
 */
export function byInstructions(
  sentence: string,
  other: { folder: string; features: readonly Evidence[] } | null,
): string {
  const why = composeText('Your instructions: “{text}”', { text: oneLine(sentence, explanationSentenceMaxLength) })
  return other ? joinMessages([why, otherFolderText(named(other.folder), knownOf(other.features))], '; ') : why
}

function otherFolderText(folder: string, known: KnownFeature | null): string {
  switch (known) {
    case 'sender':
      return composeText('“{folder}” has emails from this sender too', { folder })
    case 'list':
      return composeText('“{folder}” has emails of this list too', { folder })
    case 'thread':
      return composeText('“{folder}” has this conversation too', { folder })
    case 'domain':
      return composeText('“{folder}” has emails from this domain too', { folder })
    case null:
      return composeText('“{folder}” has no emails from this sender', { folder })
  }
}

type KnownFeature = 'sender' | 'list' | 'thread' | 'domain'

/** What a folder has of a message's sender, list or conversation; null for nothing. */
function knownOf(features: readonly Evidence[]): KnownFeature | null {
  for (const { kind } of features)
    if (kind === 'sender' || kind === 'list' || kind === 'thread' || kind === 'domain') return kind
  return null
}
