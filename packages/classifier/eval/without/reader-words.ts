import { eachWord } from '../../tokenize.ts'
import type { eachReaderWord as original } from '../../reader-words.ts'

export * from '../../reader-words.ts'

export const eachReaderWord: typeof original = (text, limit, _ends, meet, visit) =>
  eachWord(text, limit, (word, stem, start, end) => {
    visit(stem, start, end)
    meet(word, start, end)
  })
