import { removeInvisible } from '../../../contract/clean-text.ts'
import { MailField, type FolderPlan, type Template } from '../plan-schema.ts'
import type { Lexicon } from './lexicon.ts'
import { normalizeToken } from './tokenize.ts'
import { planMaxFolderLevels } from '../limits.ts'

/** Fields by the words that may stand in braces, in all languages. `date` is a full date. */
export type FieldWords = ReadonlyMap<string, MailField | 'date'>

export function buildFieldWords(lexicons: readonly Lexicon[]): FieldWords {
  const words = new Map<string, MailField | 'date'>()
  for (const name of MailField.options) words.set(name.replaceAll('_', ' '), name)
  for (const { fields } of lexicons)
    for (const name of [...MailField.options, 'date' as const])
      for (const form of fields[name].split('|')) if (!words.has(form)) words.set(form, name)
  return words
}

const day: Template = [{ field: 'year' }, { text: '-' }, { field: 'month' }, { text: '-' }, { field: 'day' }]
const month: Template = [{ field: 'year' }, { text: '-' }, { field: 'month' }]
/** The folder level of a field, given the levels above: a month alone would mix the years. */
export function folderLevelFor(field: MailField | 'date', before: FolderPlan): Template {
  const has = (name: MailField) => before.some((level) => level.some((part) => 'field' in part && part.field === name))
  if (field === 'month' && !has('year')) return month
  if (field === 'day') return has('month') ? [{ field }] : day
  return field === 'date' ? day : [{ field }]
}

const templateTextMaxLength = 100
const templateMaxParts = 8
/** Characters that services refuse in names. */
const forbiddenInNames = /[\p{Cc}\\:*?"<>|{}]/gu

/**
 * Parses "Request from {sender}" into text and fields. Unknown names in braces are dropped. Null if nothing is left.
 */
export function parseTemplate(
  text: string,
  fields: FieldWords,
  cleanText: (part: string) => string = removeForbidden,
): Template | null {
  const parts: Template = []
  for (const [index, piece] of text.split(/\{([^{}]{1,40})\}/).entries()) {
    if (parts.length === templateMaxParts) break
    if (index % 2 === 0) {
      const shown = cleanText(piece)
      if (shown !== '') parts.push({ text: shown.slice(0, templateTextMaxLength) })
      continue
    }
    const field = fields.get(normalizeToken(piece).replaceAll(/[_-]/g, ' ').trim())
    if (field === 'date') parts.push(...day.slice(0, templateMaxParts - parts.length))
    else if (field) parts.push({ field })
  }
  return parts.length === 0 ? null : parts
}

const removeForbidden = (part: string): string => removeInvisible(part.replace(forbiddenInNames, ''))

/** Parses a path with `/` between the folders; never leads upwards. At most six levels. */
export function parseFolderPath(path: string, fields: FieldWords): FolderPlan {
  const levels = path.split('/').map((name) => trimLevel(parseTemplate(name, fields) ?? []))
  return levels.filter((level) => level.length > 0).slice(0, planMaxFolderLevels)
}

/** Removes spaces and dots at both ends: services drop them, and two dots would lead upwards. */
function trimLevel(level: Template): Template {
  const ends = level.map((part, at) => {
    if ('field' in part) return part
    const start = at === 0 ? part.text.replace(/^[\s.]+/u, '') : part.text
    return { text: at === level.length - 1 ? start.replace(/[\s.]+$/u, '') : start }
  })
  return ends.filter((part) => 'field' in part || part.text !== '')
}
