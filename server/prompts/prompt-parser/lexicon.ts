import type { Platform } from '../../../contract/functions/prompts.ts'
import type { MailField } from '../plan-schema.ts'
import type { DocumentKind } from './document-kinds.ts'
import type { FileGroup } from './file-groups.ts'

/** Meanings of words in a prompt. Forms are separated by `|`; spaces join the words of a phrase. */
export interface Lexicon {
  language: string
  /** "sorted by", "per", "for each": a field follows. */
  by: string
  /** "into", "under": a folder or a service follows. */
  to: string
  /** Either `by` or `to`, as German "nach". */
  byOrTo: string
  /** "from": the sender follows. */
  from: string
  folder: string
  called: string
  /** "about", "with": what to search for follows. */
  about: string
  /** "name of the file". */
  name: string
  not: string
  and: string
  next: string
  larger: string
  smaller: string
  between: string
  store: string
  create: string
  extract: string
  search: string
  retrieve: string
  /** "get": retrieve from a service, or extract from a message. */
  get: string
  add: string
  /** Attachments, files, documents. */
  files: string
  contact: string
  opportunity: string
  mail: string
  /** Words without meaning for a plan. */
  filler: string
  /** Requests that are not supported, by kind. */
  delete: string
  send: string
  other: string
  fields: Record<MailField | 'date', string>
  kinds: Record<DocumentKind, string>
  groups: Record<FileGroup, string>
}

export type WordClass =
  | Exclude<keyof Lexicon, 'language' | 'fields' | 'kinds' | 'groups'>
  | 'field'
  | 'kind'
  | 'group'
  | 'platform'
  | 'service'
  | 'unit'

/** The meaning of a phrase. */
export interface Meaning {
  is: WordClass
  /** Which field, kind, group, platform or service, or how many bytes. */
  what: string
}

/** Services that users name but that no step supports, besides the known platforms. */
const unsupportedServices =
  'hubspot|salesforce|pipedrive|slack|teams|microsoft teams|discord|zoom|trello|asana|notion|monday|' +
  'zapier|airtable|google sheets|calendly|typeform|figma|webflow|whatsapp|box|icloud|sharepoint|' +
  'jira'
const platforms: Record<Platform, string> = {
  dropbox: 'dropbox|drop box',
  google_drive: 'google drive|googledrive|gdrive|google disk|drive de google|drive von google|drive van google',
  onedrive: 'onedrive|one drive',
  teamleader: 'teamleader|team leader|crm|crm system|crm systeem',
  shopify: 'shopify',
  email: '',
}
const units: Record<string, string> = {
  '1': 'bytes|byte|octets',
  '1024': 'kb|kib|ko|k|kilobyte|kilobytes|kilooctets',
  '1048576': 'mb|mib|mo|m|megabyte|megabytes|mega|megas|meg|megs|megaoctets',
  '1073741824': 'gb|gib|go|gigabyte|gigabytes|gigas|gigaoctets',
}

export const phraseMaxWords = 5

/**
 * All phrases of a language, with those common to all languages. If a phrase has several meanings, the first one
 * counts.
 */
export function buildPhrases(lexicon: Lexicon): Map<string, Meaning> {
  const phrases = new Map<string, Meaning>()
  const put = (is: WordClass, what: string, forms: string): void => {
    for (const form of forms.split('|')) if (form !== '' && !phrases.has(form)) phrases.set(form, { is, what })
  }
  for (const [what, forms] of Object.entries(platforms)) put('platform', what, forms)
  for (const name of unsupportedServices.split('|')) put('service', name, name)
  for (const [what, forms] of Object.entries(lexicon.fields)) put('field', what, forms)
  for (const [what, forms] of Object.entries(lexicon.kinds)) put('kind', what, forms)
  for (const [what, forms] of Object.entries(lexicon.groups)) put('group', what, forms)
  for (const is of wordClasses) put(is, '', lexicon[is])
  for (const [what, forms] of Object.entries(units)) put('unit', what, forms)
  return phrases
}

const wordClasses = [
  'by',
  'to',
  'byOrTo',
  'from',
  'folder',
  'called',
  'about',
  'name',
  'not',
  'and',
  'next',
  'larger',
  'smaller',
  'between',
  'store',
  'create',
  'extract',
  'search',
  'retrieve',
  'get',
  'add',
  'files',
  'contact',
  'opportunity',
  'mail',
  'delete',
  'send',
  'other',
  'filler',
] as const
