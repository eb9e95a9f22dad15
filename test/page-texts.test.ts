import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { actionRunTexts } from '../contract/action-runs.ts'
import { actionTexts } from '../contract/actions.ts'
import { errors } from '../contract/errors.ts'
import { reasonTexts } from '../contract/reasons.ts'
import { german as catalogue } from '../web/texts/de/german.ts'
import type { Catalogue } from '../web/texts/translate.ts'
import { pageTexts } from './kit/page-texts.ts'

/** Written the same in every language. */
const names = new RegExp(
  'Mailroom|STARTTLS|TLS|Outlook|Microsoft|Google Drive|Google|Dropbox|OneDrive|TeamLeader|Stripe|English|Deutsch|' +
    'Enter|Escape|Esc|Ctrl|Edge|Opera|Samsung Internet|Vivaldi|Firefox|Chrome|Safari|Android|iPhone|iPad|Windows|' +
    'ChromeOS|Mac|Linux',
  'g',
)

const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'web', 'contract', 'server'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$|\/seed\.sql$/.test(file) && !/\.test\.tsx?$/.test(file) && existsSync(file))
const page = sources
  .filter((file) => file.startsWith('web/') && !file.startsWith('web/texts/'))
  .map((file) => pageTexts(file, names))
/** Messages with values; the page recognises them in what the server sends. */
const composed = sources
  .filter((file) => /^(?:contract|server)\//.test(file) && /\bcomposeText\(/.test(readFileSync(file, 'utf8')))
  .map((file) => pageTexts(file, names))
const messages = composed.flatMap((texts) => texts.used).filter(({ by }) => by === 'composeText')
const used = [...page.flatMap((texts) => texts.used), ...messages]
const cataloguesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name): { name: string; entries: Catalogue } => ({
      name,
      entries: JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')),
    }))
const files = cataloguesIn('web/texts/de')

test('the page shows no text without t(), tn(), rich() or richCount(); text() marks constants', () => {
  expect(page.flatMap(({ untranslated }) => untranslated)).toEqual([])
})

test('composeText() is called with literal templates', () => {
  const others = composed.flatMap(({ untranslated }) => untranslated).filter((text) => text.includes('composeText'))
  expect(others).toEqual([])
})

test('each message and action that the page shows by its code has a translation', () => {
  const ofActions = Object.values(actionTexts).flatMap(({ name, description }) => [name, description])
  const shown = [...Object.values(errors).map(([, message]) => message), ...Object.values(reasonTexts), ...ofActions]
  expect([...shown, ...Object.values(actionRunTexts)].filter((english) => catalogue[english] === undefined)).toEqual([])
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
    .replaceAll('\\\\', '\\')
  const isUsed = (file: string, english: string): boolean =>
    shown.has(english) || (file.startsWith('server') && served.includes(english))
  const all = files.flatMap(({ name, entries }) => Object.keys(entries).map((english) => ({ file: name, english })))
  expect(all.filter(({ file, english }) => !isUsed(file, english))).toEqual([])
  expect(all.filter(({ english }, index) => all.findIndex((entry) => entry.english === english) !== index)).toEqual([])
})

test('a text with a count has each plural form of the language', () => {
  const forms = new Intl.PluralRules('de').resolvedOptions().pluralCategories.toSorted()
  const entries = Object.entries(catalogue).filter(([, entry]) => typeof entry === 'object')
  expect(entries.filter(([, entry]) => String(Object.keys(entry).toSorted()) !== String(forms))).toEqual([])
})

/** Names of the `{placeholders}` and `<tags>`; a plural form need not have the count. */
const formsOf = (entry: Catalogue[string]): string[] => (typeof entry === 'object' ? Object.values(entry) : [entry])
const slotsOf = (...texts: string[]): string =>
  [...new Set(texts.flatMap((text) => [...text.matchAll(/[{<](\w+)[}>]/g)]).map(([, name]) => name ?? ''))]
    .filter((name) => name !== 'count')
    .toSorted()
    .join(' ')

test('a translation and the call have the placeholders and tags of the text', () => {
  const wrong = used.filter(({ english, other = english, values }) => {
    const entry = catalogue[english] ?? english
    const slots = slotsOf(english, other)
    const passed = values === undefined ? slots : slotsOf(...values.map((name) => `{${name}}`))
    return passed !== slots || formsOf(entry).some((translation) => slotsOf(translation) !== slots)
  })
  expect(wrong.map(({ english, at }) => `${at}: ${english}`)).toEqual([])
})

describe('emails and the pages behind their links', () => {
  const ofServer = cataloguesIn('server/texts/de')
  const german: Catalogue = Object.assign({}, ...ofServer.map(({ entries }) => entries))
  const composers = sources.filter((file) => file.startsWith('server/') && /\btn?\(/.test(readFileSync(file, 'utf8')))
  const shown = composers.flatMap((file) => pageTexts(file, names).used).filter(({ by }) => by === 't' || by === 'tn')

  test('each text has a translation: add it to server/texts/de', () => {
    const missing = shown.filter(({ english, other }) => {
      const entry = german[english]
      return other === undefined ? typeof entry !== 'string' : typeof entry !== 'object'
    })
    expect(missing.map(({ english, at }) => `${at}: ${english}`)).toEqual([])
  })

  test('each translation is of a text that is used, and is in one file: remove others', () => {
    // The texts of a page are in an object of type `LinkPage`.
    const pages = sources.map((file) => readFileSync(file, 'utf8')).filter((source) => /links?\/link-/.test(source))
    const ofPages = pages.join('\n').replaceAll(/['`] \+\s+['`]/g, '')
    const isUsed = (english: string): boolean =>
      shown.some((text) => text.english === english) || ofPages.includes(english)
    const all = ofServer.flatMap(({ entries }) => Object.keys(entries))
    expect(all.filter((english) => !isUsed(english))).toEqual([])
    expect(all.filter((english, index) => all.indexOf(english) !== index)).toEqual([])
  })

  test('a translation has the placeholders of the text', () => {
    const others = new Map(shown.map(({ english, other }) => [english, other]))
    const wrong = Object.entries(german).filter(([english, entry]) => {
      const slots = slotsOf(english, others.get(english) ?? english)
      return formsOf(entry).some((translation) => slotsOf(translation) !== slots)
    })
    expect(wrong).toEqual([])
  })
})

test('a translation closes its tags', () => {
  const texts = Object.values(catalogue).flatMap(formsOf)
  expect(texts.filter((text) => /[<>]/.test(text.replaceAll(/<(\w+)>[^<>]*<\/\1>/g, '')))).toEqual([])
})
