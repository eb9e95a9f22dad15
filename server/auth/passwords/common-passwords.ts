import { leakedPasswords } from './leaked-passwords.ts'

/**
 * What every guesser tries first: a leaked password, or one of the person's own words, with a few digits and signs around it; keys in
 * a row; a short piece repeated; a date. Case does not matter.
 * @param ownWords what belongs to this person or this product, in lower case (their address, its name)
 */
export async function isCommonPassword(password: string, ownWords: string[]): Promise<boolean> {
  const text = password.normalize('NFKC').toLowerCase()
  const leaked = await leakedPasswords()
  if (leaked.has(text)) return true
  const isKnown = (word: string): boolean =>
    (word.length >= minWordLength && leaked.has(word)) || ownWords.includes(word)
  return isWordWithAffixes(text, isKnown) || isRowOfKeys(text) || isShortPieceRepeated(text) || isDate(text)
}

/** Shorter ones of the list say nothing about what stands around them. */
const minWordLength = 4

/** The word alone or with a few digits and signs around it. */
function isWordWithAffixes(text: string, isKnown: (word: string) => boolean): boolean {
  const withoutSigns = text.replace(/[^\p{L}\p{N}]{1,2}$/u, '')
  const bare = text.replace(/^[0-9]{1,4}/, '').replace(/[0-9]{0,6}[^\p{L}\p{N}]{0,2}[0-9]{0,2}$/u, '')
  return [text, withoutSigns, bare].some(isKnown)
}

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  'asdfghjkl;',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8',
  'aa11bb22cc33',
  '!@#$%^&*()',
]
const allRows = rows.flatMap((row) => [row, row.split('').toReversed().join('')])

const isRow = (part: string): boolean => allRows.some((row) => row.includes(part))

/** Keys side by side, also two such rows one after the other ("qwer1234"). */
function isRowOfKeys(text: string): boolean {
  if (isRow(text)) return true
  for (let cut = 3; cut <= text.length - 3; cut++) {
    if (isRow(text.slice(0, cut)) && isRow(text.slice(cut))) return true
  }
  return false
}

const isShortPieceRepeated = (text: string): boolean => /^(.{1,4}?)\1+.{0,2}$/su.test(text)

const isDate = (text: string): boolean =>
  /^(?:(?:0?[1-9]|[12]\d|3[01])[-./]?(?:0?[1-9]|[12]\d|3[01])[-./]?(?:19|20)\d\d|(?:19|20)\d\d[-./]?(?:0?[1-9]|1[0-2])[-./]?(?:0?[1-9]|[12]\d|3[01]))$/.test(
    text,
  )
