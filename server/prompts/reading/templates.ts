import { MailField, type FolderPlan, type Template } from '../plan.ts'
import type { Lexicon } from './lexicon.ts'
import { foldWord } from './tokens.ts'

/** Which field of a mail a word in braces means, in any of the languages; null where it is none. `date` is a day in full. */
export type FieldWords = ReadonlyMap<string, MailField | 'date'>

export function fieldWordsOf(lexicons: readonly Lexicon[]): FieldWords {
  const words = new Map<string, MailField | 'date'>()
  for (const name of MailField.options) words.set(name.replaceAll('_', ' '), name)
  for (const { fields } of lexicons)
    for (const name of [...MailField.options, 'date' as const])
      for (const form of fields[name].split('|')) if (!words.has(form)) words.set(form, name)
  return words
}

const day: Template = [{ field: 'year' }, { text: '-' }, { field: 'month' }, { text: '-' }, { field: 'day' }]
const month: Template = [{ field: 'year' }, { text: '-' }, { field: 'month' }]
/** One level of folders for a field, where those before it are known: a month alone would mix the years. */
export function levelOf(field: MailField | 'date', before: FolderPlan): Template {
  const has = (name: MailField) => before.some((level) => level.some((part) => 'field' in part && part.field === name))
  if (field === 'month' && !has('year')) return month
  if (field === 'day') return has('month') ? [{ field }] : day
  return field === 'date' ? day : [{ field }]
}

const longestText = 100
const mostParts = 8
/** What no service takes in a name (checklist F3), and what nobody sees. */
const notInNames = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\\:*?"<>|{}]/gu

/** "Request from {sender}": text and fields. Braces around a word that is no field are left out. Null where nothing is left. */
export function templateOf(
  text: string,
  fields: FieldWords,
  cleanText: (part: string) => string = clean,
): Template | null {
  const parts: Template = []
  for (const [index, piece] of text.split(/\{([^{}]{1,40})\}/).entries()) {
    if (parts.length === mostParts) break
    if (index % 2 === 0) {
      const shown = cleanText(piece)
      if (shown !== '') parts.push({ text: shown.slice(0, longestText) })
      continue
    }
    const field = fields.get(foldWord(piece).replaceAll(/[_-]/g, ' ').trim())
    if (field === 'date') parts.push(...day.slice(0, mostParts - parts.length))
    else if (field) parts.push({ field })
  }
  return parts.length === 0 ? null : parts
}

const clean = (part: string): string => part.replace(notInNames, '')

/** Folders as they were written, with `/` between; never a way up. At most six. */
export function foldersOf(path: string, fields: FieldWords): FolderPlan {
  const levels = path.split('/').map((name) => trimmed(templateOf(name, fields) ?? []))
  return levels.filter((level) => level.length > 0).slice(0, 6)
}

/** Without blanks and dots at the ends: no service keeps them, and two dots would lead up. */
function trimmed(level: Template): Template {
  const ends = level.map((part, at) => {
    if ('field' in part) return part
    const start = at === 0 ? part.text.replace(/^[\s.]+/u, '') : part.text
    return { text: at === level.length - 1 ? start.replace(/[\s.]+$/u, '') : start }
  })
  return ends.filter((part) => 'field' in part || part.text !== '')
}
