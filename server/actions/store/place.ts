import { folderLevelsMost } from '../../../contract/actions.ts'
import type { FolderPlan, MailField, Template } from '../../prompts/plan.ts'
import { endingOf } from '../../prompts/matches-filter.ts'
import type { GraphAttachment, GraphMessage } from '../../vendors/graph.ts'
import { cleanName, nameMost } from './clean-name.ts'

/** Desktops and OneDrive take no longer paths; the service's own folders and the number of a twin come on top. */
const pathMost = 240
const twinRoom = 8
/** So much of a path is left to the name, whatever the folders are called. */
const nameLeast = 60
const folderMost = pathMost - nameLeast - twinRoom
const levelLeast = 12

export type Sent = Pick<GraphMessage, 'from' | 'subject' | 'receivedAt'>

/**
 * The folders of a file, outermost first: those of the person's settings, and below them those of the plan, filled from the mail. What a mail says
 * becomes part of one segment and never leads out of the base (decision T12).
 * @returns null where the base itself is deeper or longer than stores take
 */
export function folderFor(basePath: string, plan: FolderPlan, mail: Sent, fileName: string): string[] | null {
  const base = basePath.split('/').flatMap((name) => (name.trim() === '' ? [] : [cleanName(name)]))
  const left = folderMost - lengthOf(base)
  if (base.length > folderLevelsMost || left < 0) return null
  const levels = plan.slice(0, Math.min(folderLevelsMost - base.length, Math.floor(left / levelLeast)))
  const most = Math.min(nameMost, Math.floor(left / Math.max(1, levels.length)) - 1)
  return [
    ...base,
    ...levels.map((template) => cleanName(filled(template, mail, fileName), { fallback: 'Other', most })),
  ]
}

const lengthOf = (folder: readonly string[]): number => folder.join('/').length + 1

/** How a folder is shown, and kept in the ledger: "/Finance/2026"; the root is "/". */
export const pathOf = (folder: readonly string[]): string => `/${folder.join('/')}`

const filled = (template: Template, mail: Sent, fileName: string): string =>
  template.map((part) => ('text' in part ? part.text : valueOf(part.field, mail, fileName))).join('')

function valueOf(field: MailField, { from, subject, receivedAt }: Sent, fileName: string): string {
  const [year, month, day] = receivedAt.toISOString().slice(0, 10).split('-')
  const address = from?.address ?? ''
  const values: Record<MailField, [value: string | undefined, fallback: string]> = {
    sender_name: [from?.name || address, 'Unknown sender'],
    sender_address: [address, 'Unknown sender'],
    sender_domain: [address.slice(address.lastIndexOf('@') + 1), 'Unknown sender'],
    subject: [subject ?? '', 'No subject'],
    year: [year, '0000'],
    month: [month, '00'],
    day: [day, '00'],
    file_type: [endingOf(fileName), 'Other'],
  }
  const [value, fallback] = values[field]
  return cleanName(value ?? '', { fallback })
}

/** A mail that hangs on a mail has a subject for its name, and is stored as a mail. */
export const fullName = ({ type, name }: Pick<GraphAttachment, 'type' | 'name'>): string =>
  type === 'item' && endingOf(name) !== 'eml' ? `${name.slice(0, 1000)}.eml` : name

/**
 * The name of a file in its folder: its own, cleaned, or one of the mail's day, its sender and its number among the files.
 * @param number from 1
 */
export function nameFor(
  attachment: Pick<GraphAttachment, 'type' | 'name'>,
  { mail, keepsName, number, folder }: { mail: Sent; keepsName: boolean; number: number; folder: readonly string[] },
): string {
  const most = Math.min(nameMost, pathMost - twinRoom - lengthOf(folder))
  const own = fullName(attachment)
  if (keepsName) return cleanName(own, { most })
  const sender = cleanName(mail.from?.name || mail.from?.address || '', { fallback: 'unknown', most: 40 })
  const ending = endingOf(own)
  const name = `${mail.receivedAt.toISOString().slice(0, 10)}_${sender}_${number}`
  return cleanName(ending === '' ? name : `${name}.${ending}`, { most })
}
