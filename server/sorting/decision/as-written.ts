import { evidenceMost } from '../../../contract/limits.ts'
import type { Evidence } from '../../../contract/tables.ts'
import { fold } from '../../../packages/classifier/tokens.ts'
import { REPLY_MARK } from '../../../packages/classifier/features.ts'
import type { MailToSort } from '../../../packages/classifier/mail.ts'
import type { Evidence as Weighed } from '../../../packages/classifier/model.ts'

const longest = 100

/**
 * What weighed, as it stands in the mail: the classifier knows words without case and accents, a reader looks for what was written.
 * Of the mail's text only words that the user's own folder names or instructions have. What cannot be found again is left out.
 */
export function asWritten(mail: MailToSort, weighed: readonly Pick<Weighed, 'kind' | 'label'>[]): Evidence[] {
  const found: Evidence[] = []
  for (const { kind, label } of weighed) {
    const text = oneLine(written(mail, kind, label) ?? '')
    if (text !== '' && !found.some((other) => other.text === text)) found.push({ kind, text })
  }
  return found.slice(0, evidenceMost)
}

function written(mail: MailToSort, kind: Weighed['kind'], label: string): string | null {
  if (kind === 'sender' || kind === 'domain') return partOf([mail.from], label)
  if (kind === 'list') return partOf(Object.values(mail.headers), label)
  if (kind === 'thread') return mail.subject.replace(REPLY_MARK, '')
  if (kind === 'subject') return wordOf([mail.subject], label)
  return wordOf([mail.subject, mail.fromName, mail.from, ...mail.attachmentNames, mail.text], label)
}

/** Addresses and list ids are compared without case. */
function partOf(places: readonly string[], label: string): string | null {
  for (const place of places) {
    const at = place.toLowerCase().indexOf(label)
    const part = place.slice(at, at + label.length)
    // Lower case can be longer than what it was made of; then the place is not the same in both.
    if (at >= 0 && part.toLowerCase() === label) return part
  }
  return null
}

function wordOf(places: readonly string[], label: string): string | null {
  for (const place of places) {
    for (const [word] of place.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
      if (fold(word) === label) return word
      // Scripts without spaces: the word is a part of a longer run.
      if (word.includes(label)) return label
    }
  }
  return null
}

/** Strangers write it: one line, no control characters, cut. */
function oneLine(text: string): string {
  const clean = text.replace(/[\p{C}\s]+/gu, ' ').trim()
  return clean.length <= longest ? clean : [...clean].slice(0, longest).join('').trim()
}
