import { toOneLine } from '../../../contract/clean-text.ts'
import { maxEvidence } from '../../../contract/limits.ts'
import type { Evidence } from '../../../contract/tables.ts'
import {
  type Evidence as Feature,
  fold,
  type FolderToSort,
  type MessageToSort,
  quoteInstructions,
  REPLY_MARK,
} from '../../../packages/classifier/classifier.ts'

const evidenceTextMaxLength = 100
/** Characters of a sentence of the folder's instructions as evidence. */
const instructionSentenceMaxLength = 160

/**
 * Quotes the features that decided, as written in the mail: the classifier's features have no case and accents. Of
 * the text only words from the user's own folder names and instructions are features. A feature that is not found
 * in the mail is left out.
 */
export function quoteEvidence(mail: MessageToSort, features: readonly Pick<Feature, 'kind' | 'label'>[]): Evidence[] {
  const quoted: Evidence[] = []
  for (const { kind, label } of features) {
    const text = quote(mail, kind, label)
    if (text !== '' && !quoted.some((other) => other.text === text)) quoted.push({ kind: kindOf(kind), text })
  }
  return quoted.slice(0, maxEvidence)
}

/** The features with their words as written in the mail, for the explanation: "Fünf", not "funf". */
export function inSpellingOf<F extends Pick<Feature, 'kind' | 'label'>>(
  mail: MessageToSort,
  features: readonly F[],
): F[] {
  return features.map((feature) => {
    const isWord = feature.kind === 'instructions' || feature.kind === 'concept' || feature.kind === 'subject'
    return { ...feature, label: (isWord && quote(mail, feature.kind, feature.label)) || feature.label }
  })
}

const quote = (mail: MessageToSort, kind: Feature['kind'], label: string): string =>
  shortLine(findInMail(mail, kind, label) ?? '')

/** A topic is quoted from the user's instructions, and never from the email. */
const storedKinds = { mailing_list: 'list', topic: 'instruction_sentence', concept: 'subject' } as const
const kindOf = (kind: Feature['kind']): Evidence['kind'] =>
  kind === 'mailing_list' || kind === 'topic' || kind === 'concept' ? storedKinds[kind] : kind

/** The sentence of the folder's instructions that matches the mail; null where none matches. */
export function quoteSentence(mail: MessageToSort, folder: FolderToSort): string | null {
  return shortLine(quoteInstructions(mail, folder) ?? '', instructionSentenceMaxLength) || null
}

function findInMail(mail: MessageToSort, kind: Feature['kind'], label: string): string | null {
  if (kind === 'sender' || kind === 'domain') return findPart([mail.from], label)
  if (kind === 'topic') return null
  if (kind === 'list' || kind === 'mailing_list') return findPart(Object.values(mail.headers), label)
  if (kind === 'thread') return mail.subject.replace(REPLY_MARK, '')
  if (kind === 'subject' || kind === 'concept') return findWord([mail.subject], label)
  return findWord([mail.subject, mail.fromName, mail.from, ...mail.attachmentNames, mail.text], label)
}

/** Addresses and list ids are compared without case. */
function findPart(fields: readonly string[], label: string): string | null {
  for (const field of fields) {
    const at = field.toLowerCase().indexOf(label)
    const part = field.slice(at, at + label.length)
    // The lower-case form can be longer than the original; then the positions differ.
    if (at >= 0 && part.toLowerCase() === label) return part
  }
  return null
}

function findWord(fields: readonly string[], label: string): string | null {
  for (const field of fields) {
    for (const [word] of field.matchAll(/[\p{L}\p{N}\p{M}\p{Join_Control}]+/gu)) {
      if (fold(word) === label) return word
      // In scripts without spaces the word is part of a longer run.
      if (word.includes(label)) return label
    }
  }
  return null
}

/** The sender or the user chooses the text: one line, no control characters, cut. */
function shortLine(text: string, maxLength = evidenceTextMaxLength): string {
  const clean = toOneLine(text)
  return clean.length <= maxLength ? clean : [...clean].slice(0, maxLength).join('').trim()
}
