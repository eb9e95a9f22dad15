import { afterAll, describe, expect, test } from 'vitest'
import { emailKinds } from '../../../contract/email-kinds.ts'
import { createModel, rank } from '../../../packages/classifier/classifier.ts'
import { mailWith } from '../../../packages/classifier/testing/messages.ts'
import { german } from '../../texts/de/german.ts'
import { setLanguage, t } from '../../texts/translate.ts'
import inGerman from './emails-of-kinds.de.json' with { type: 'json' }
import english from './emails-of-kinds.en.json' with { type: 'json' }
import { kindTexts } from './kind-texts.ts'

const languages = [
  ['en', english, {}],
  ['de', inGerman, german],
] as const
afterAll(() => setLanguage('en', {}))

/** Folders of all kinds at once: the sentence of one must not attract the emails of another. */
describe.each(languages)('in %s', (language, emails, catalogue) => {
  setLanguage(language, catalogue)
  const folders = emailKinds.map((kind) => ({
    id: kind,
    name: t(kindTexts[kind].folder),
    instructions: t(kindTexts[kind].sentence),
  }))
  test.each(
    emailKinds.flatMap((kind) => emails[kind].map(([subject = '', text = '']) => [kind, subject, text] as const)),
  )('the folder for %s attracts “%s”', (kind, subject, text) => {
    const { candidates } = rank(createModel(), mailWith({ from: 'hello@sender.example', subject, text }), folders)
    expect(candidates[0]?.folderId).toBe(kind)
  })
})
