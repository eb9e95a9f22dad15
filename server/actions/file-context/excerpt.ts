import { foldWords } from './search-words.ts'

const passageLength = 300

/**
 * The part of a text that has most to do with the words, at most `most` characters: all of it where it fits, else its passages with most of
 * the words, in their order, the beginning where none of them stands in it.
 */
export function excerpt(text: string, words: readonly string[], most: number): string {
  if (text.length <= most) return text
  const passages = passagesOf(text).map((passage, at) => ({ passage, at, hits: hitsIn(passage, words) }))
  const chosen: { passage: string; at: number }[] = []
  let room = most
  for (const each of passages.toSorted((a, b) => b.hits - a.hits || a.at - b.at)) {
    if (each.passage.length + 1 > room) break
    chosen.push(each)
    room -= each.passage.length + 1
  }
  if (chosen.length === 0) return text.slice(0, most).trim()
  return chosen
    .toSorted((a, b) => a.at - b.at)
    .map(({ passage }) => passage)
    .join('\n')
}

/** Whole lines where they are short, else pieces of them. */
function passagesOf(text: string): string[] {
  const passages: string[] = []
  let open = ''
  for (const line of text.split('\n')) {
    if (open !== '' && open.length + line.length > passageLength) {
      passages.push(open)
      open = ''
    }
    open = open === '' ? line : `${open}\n${line}`
    for (; open.length > passageLength; open = open.slice(passageLength)) passages.push(open.slice(0, passageLength))
  }
  return [...passages, open].map((passage) => passage.trim()).filter((passage) => passage !== '')
}

function hitsIn(passage: string, words: readonly string[]): number {
  const folded = ` ${foldWords(passage)}`
  return words.filter((word) => folded.includes(` ${word}`)).length
}

/** So many characters for each, at most `total` together: what a short one leaves is for the longer ones. */
export function fairShares(lengths: readonly number[], total: number): number[] {
  const shares = lengths.map(() => 0)
  let room = Math.max(0, total)
  const shortestFirst = lengths.map((length, at) => ({ length, at })).toSorted((a, b) => a.length - b.length)
  for (const [done, { length, at }] of shortestFirst.entries()) {
    const share = Math.min(length, Math.floor(room / (lengths.length - done)))
    shares[at] = share
    room -= share
  }
  return shares
}
