import { leakedPasswords } from './leaked-passwords.ts'

/**
 * Passwords that attackers try first: a leaked password or one of the user's own words with a few digits and signs
 * around it, keyboard sequences, repeated patterns and dates. Case is ignored.
 * @param ownWords words of this user or product, in lower case (their address, its name)
 */
export async function isCommonPassword(password: string, ownWords: string[]): Promise<boolean> {
  const text = password.normalize('NFKC').toLowerCase()
  const leaked = await leakedPasswords()
  if (leaked.has(text)) return true
  const isKnown = (word: string): boolean =>
    (word.length >= minWordLength && leaked.has(word)) || ownWords.includes(word)
  return isWordWithAffixes(text, isKnown) || isKeyboardSequence(text) || isRepeatedPattern(text) || isDate(text)
}

/** Shorter words are too common to count as the core of a password. */
const minWordLength = 4

/** The word alone or with a few digits and signs around it. */
function isWordWithAffixes(text: string, isKnown: (word: string) => boolean): boolean {
  const withoutSigns = text.replace(/[^\p{L}\p{N}]{1,2}$/u, '')
  const bare = text.replace(/^[0-9]{1,4}/, '').replace(/[0-9]{0,6}[^\p{L}\p{N}]{0,2}[0-9]{0,2}$/u, '')
  return [text, withoutSigns, bare].some(isKnown)
}

const keySequences = [
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
const allKeySequences = keySequences.flatMap((row) => [row, row.split('').toReversed().join('')])

const isKeySequence = (part: string): boolean => allKeySequences.some((row) => row.includes(part))

/** A keyboard sequence, or two of them ("qwer1234"). */
function isKeyboardSequence(text: string): boolean {
  if (isKeySequence(text)) return true
  for (let cut = 3; cut <= text.length - 3; cut++) {
    if (isKeySequence(text.slice(0, cut)) && isKeySequence(text.slice(cut))) return true
  }
  return false
}

const isRepeatedPattern = (text: string): boolean => /^(.{1,4}?)\1+.{0,2}$/su.test(text)

const dayFirstDate = /^(?:0?[1-9]|[12]\d|3[01])[-./]?(?:0?[1-9]|[12]\d|3[01])[-./]?(?:19|20)\d\d$/
const yearFirstDate = /^(?:19|20)\d\d[-./]?(?:0?[1-9]|1[0-2])[-./]?(?:0?[1-9]|[12]\d|3[01])$/
const isDate = (text: string): boolean => dayFirstDate.test(text) || yearFirstDate.test(text)
