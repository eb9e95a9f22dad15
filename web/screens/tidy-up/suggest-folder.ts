import type { EmailKind } from '../../../contract/email-kinds.ts'
import type { EmailFolder } from '../../../contract/tables.ts'
import { folderName } from '../../lib/folder-name.ts'
import { t } from '../../texts/translate.ts'
import type { EmailGroup } from '../../features/mail/group-emails.ts'
import { kindTexts } from '../../features/mail/kind-texts.ts'

/** Where a press puts emails: a folder, or one that it creates first. */
export type Target = { id: string; name: string } | { id: null; name: string; instructions: string }

/**
 * The folder for a group: the one that fits, the one into which the user has put this kind, the one with its name, or a
 * new one. Null: the user chooses.
 * @param folders those in the mailbox
 * @param chosen by kind
 */
export function suggestFolder(
  { type, kind, folderId }: EmailGroup,
  folders: readonly EmailFolder[],
  chosen: ReadonlyMap<EmailKind, string>,
): Target | null {
  if (type === 'mixed' || type === 'other') return null
  const found = folders.find(({ id }) => id === folderId)
  if (found || kind === null) return found ? targetOf(found) : null
  const name = t(kindTexts[kind].folder)
  const named = folders.find(({ id }) => id === chosen.get(kind)) ?? folderNamed(folders, name)
  return named ? targetOf(named) : { id: null, name, instructions: t(kindTexts[kind].sentence) }
}

export const targetOf = (folder: EmailFolder): Target => ({ id: folder.id, name: folderName(folder) })

/** Outlook does not distinguish case. */
export const folderNamed = (folders: readonly EmailFolder[], name: string): EmailFolder | undefined =>
  folders.find(({ folder_name }) => folder_name.toLocaleLowerCase() === name.toLocaleLowerCase())

/** Those into which emails can be moved. */
export const foldersInMailbox = (folders: readonly EmailFolder[]): EmailFolder[] =>
  folders.filter((folder) => folder.provider_folder_id !== null && folder.deleted_in_outlook_at === null)
