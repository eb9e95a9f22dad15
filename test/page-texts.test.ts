import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogue } from '../web/texts/de/catalogue.ts'
import type { Catalogue } from '../web/texts/translate.ts'
import { pageTexts } from './kit/page-texts.ts'

/** Written the same in every language. */
const names =
  /Mailroom|Outlook|Microsoft|Google Drive|Google|Dropbox|OneDrive|TeamLeader|Stripe|English|Deutsch|Enter|Esc|Ctrl/g

const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'web', 'contract', 'server'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && existsSync(file))
/** Parts that are not translated yet. */
const notYet = /^web\/(?:shell|ui|forms|lib|api|screens)\//
const page = sources
  .filter((file) => file.startsWith('web/') && !file.startsWith('web/texts/') && !notYet.test(file))
  .map((file) => pageTexts(file, names))
const used = page.flatMap((texts) => texts.used)
const folder = 'web/texts/de'
const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
const entriesOf = (name: string): Catalogue => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'))

test('the page shows no text without t(), tn(), rich() or richCount(); text() marks constants', () => {
  expect(page.flatMap(({ untranslated }) => untranslated)).toEqual([])
})

test('each text has a translation: add it to web/texts/de', () => {
  const missing = used.filter(({ english, other }) => {
    const entry = catalogue[english]
    return other === undefined ? typeof entry !== 'string' : typeof entry !== 'object'
  })
  expect(missing.map(({ english, at }) => `${at}: ${english}`)).toEqual([])
})

test('each translation is of a text that is used, and is in one file: remove others', () => {
  const shown = new Set(used.map(({ english }) => english))
  // A text can be spread over lines of code.
  const served = sources
    .filter((file) => !file.startsWith('web/'))
    .map((file) => readFileSync(file, 'utf8').replaceAll(/['`] \+\s+['`]/g, ''))
    .join('\n')
    .replaceAll("\\'", "'")
  const isUsed = (file: string, english: string): boolean =>
    shown.has(english) || (file === 'server.json' && served.includes(english))
  const all = files.flatMap((file) => Object.keys(entriesOf(file)).map((english) => ({ file, english })))
  expect(all.filter(({ file, english }) => !isUsed(file, english))).toEqual([])
  expect(all.filter(({ english }, index) => all.findIndex((entry) => entry.english === english) !== index)).toEqual([])
})

/** `{placeholders}` and `<tags>`, each once. */
const slots = (text: string): string[] =>
  [...new Set(text.match(/\{\w+\}|<\/?\w+>/g))].toSorted((a, b) => a.localeCompare(b))

test('a translation and the call have the placeholders and tags of the text', () => {
  const wrong = used.flatMap(({ english, other = english, at, values }) => {
    const entry = catalogue[english]
    const translations = typeof entry === 'object' ? [entry.other ?? ''] : [entry ?? english]
    const differs = translations.some((translation) => String(slots(translation)) !== String(slots(other)))
    const needed = new Set(slots(`${english} ${other}`).map((slot) => slot.replaceAll(/[{}<>/]/g, '')))
    const passed = values === undefined || String([...needed].toSorted()) === String([...new Set(values)].toSorted())
    return differs || !passed ? [`${at}: ${english}`] : []
  })
  expect(wrong).toEqual([])
})
