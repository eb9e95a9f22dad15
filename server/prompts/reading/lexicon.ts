import type { Platform } from '../../../contract/functions/prompts.ts'
import type { MailField } from '../plan.ts'
import type { DocumentKind } from './document-kinds.ts'
import type { FileGroup } from './file-groups.ts'

/** What a word can mean in a prompt. Forms of a word stand beside each other, with `|` between; blanks join the words of a phrase. */
export interface Lexicon {
  language: string
  /** "sorted by", "per", "for each": the next is a field. */
  by: string
  /** "into", "under": the next is a folder or a service. */
  to: string
  /** Both, as German "nach". */
  byOrTo: string
  /** "from": the next is who sent it. */
  from: string
  folder: string
  called: string
  /** "about", "with": the next is what to look for. */
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
  /** "get": retrieves from a service, extracts from a mail. */
  get: string
  add: string
  /** What mail brings: attachments, files, documents. */
  files: string
  contact: string
  opportunity: string
  mail: string
  /** Words that say nothing for a plan. */
  filler: string
  /** What cannot be done, by what it is. */
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

/** What a phrase stands for. */
export interface Meaning {
  is: WordClass
  /** Which field, kind, group, platform, service or how many bytes. */
  what: string
}

/** Services that people name and that no step can use; beside the platforms of specification §9. */
const otherServices =
  'hubspot|salesforce|pipedrive|slack|teams|microsoft teams|discord|zoom|trello|asana|notion|monday|zapier|airtable|google sheets|calendly|typeform|figma|webflow|whatsapp|box|icloud|sharepoint|jira'
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

export const mostWordsOfPhrase = 5

/** All phrases of a language, with those that are the same in all. The first meaning of a phrase counts. */
export function phrasesOf(lexicon: Lexicon): Map<string, Meaning> {
  const phrases = new Map<string, Meaning>()
  const put = (is: WordClass, what: string, forms: string): void => {
    for (const form of forms.split('|')) if (form !== '' && !phrases.has(form)) phrases.set(form, { is, what })
  }
  for (const [what, forms] of Object.entries(platforms)) put('platform', what, forms)
  for (const name of otherServices.split('|')) put('service', name, name)
  for (const [what, forms] of Object.entries(lexicon.fields)) put('field', what, forms)
  for (const [what, forms] of Object.entries(lexicon.kinds)) put('kind', what, forms)
  for (const [what, forms] of Object.entries(lexicon.groups)) put('group', what, forms)
  for (const is of classNames) put(is, '', lexicon[is])
  for (const [what, forms] of Object.entries(units)) put('unit', what, forms)
  return phrases
}

const classNames = [
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
