import { normalizeWords } from './search-words.ts'

const passageMaxLength = 300

/**
 * The most relevant part of a text, at most `maxLength` characters: the whole text if it fits, otherwise the passages
 * with the most words in their original order, or the beginning if no word occurs.
 */
export function excerpt(text: string, words: readonly string[], maxLength: number): string {
  if (text.length <= maxLength) return text
  const passages = splitPassages(text).map((passage, at) => ({ passage, at, hits: countHits(passage, words) }))
  const chosen: { passage: string; at: number }[] = []
  let remaining = maxLength
  for (const each of passages.toSorted((a, b) => b.hits - a.hits || a.at - b.at)) {
    if (each.passage.length + 1 > remaining) break
    chosen.push(each)
    remaining -= each.passage.length + 1
  }
  if (chosen.length === 0) return text.slice(0, maxLength).trim()
  return chosen
    .toSorted((a, b) => a.at - b.at)
    .map(({ passage }) => passage)
    .join('\n')
}

/** Groups of short lines; longer lines are cut. */
function splitPassages(text: string): string[] {
  const passages: string[] = []
  let open = ''
  for (const line of text.split('\n')) {
    if (open !== '' && open.length + line.length > passageMaxLength) {
      passages.push(open)
      open = ''
    }
    open = open === '' ? line : `${open}\n${line}`
    for (; open.length > passageMaxLength; open = open.slice(passageMaxLength))
      passages.push(open.slice(0, passageMaxLength))
  }
  return [...passages, open].map((passage) => passage.trim()).filter((passage) => passage !== '')
}

function countHits(passage: string, words: readonly string[]): number {
  const normalized = ` ${normalizeWords(passage)}`
  return words.filter((word) => normalized.includes(` ${word}`)).length
}

/** Divides `total` characters fairly: what short texts do not need goes to the longer ones. */
export function fairShares(lengths: readonly number[], total: number): number[] {
  const shares = lengths.map(() => 0)
  let remaining = Math.max(0, total)
  const shortestFirst = lengths.map((length, at) => ({ length, at })).toSorted((a, b) => a.length - b.length)
  for (const [done, { length, at }] of shortestFirst.entries()) {
    const share = Math.min(length, Math.floor(remaining / (lengths.length - done)))
    shares[at] = share
    remaining -= share
  }
  return shares
}
