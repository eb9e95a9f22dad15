import { z } from 'zod'
import { Mailbox } from '../connected-mailbox.ts'
import { instructionsMaxLength } from '../limits.ts'
import { EmailFolder } from '../tables.ts'

/** Shared by `mail-graph` and `microsoft-graph`, which have the same actions. */
export const MailGraphInput = z.discriminatedUnion('action', [
  /** Without a mailbox: lists all mailboxes. */
  z.strictObject({ action: z.literal('status'), mailboxId: z.uuid().optional() }),
  z.strictObject({ action: z.literal('sync-folders'), mailboxId: z.uuid() }),
  z.strictObject({
    action: z.literal('create-folder'),
    mailboxId: z.uuid(),
    folderName: z.string(),
    /** The folder that contains the new one; without it, the new one is at the top. */
    parentFolderId: z.uuid().optional(),
    instructions: z.string().trim().max(instructionsMaxLength).optional(),
  }),
  /** Creates a folder again that was deleted in Outlook. */
  z.strictObject({ action: z.literal('restore-folder'), mailboxId: z.uuid(), folderId: z.uuid() }),
])
export type MailGraphInput = z.infer<typeof MailGraphInput>

export const MailboxStatus = Mailbox.extend({ connected: z.literal(true), mailbox_id: z.uuid() })
export const MailboxList = z.object({ connected: z.boolean(), mailboxes: z.array(Mailbox) })
export const SyncFoldersResult = z.object({ success: z.literal(true), folder_count: z.int() })
/** `in_outlook` is false where Outlook did not respond: a later sync creates the folder. */
export const RestoreFolderResult = z.object({ success: z.literal(true), in_outlook: z.boolean() })
export const CreateFolderResult = z.object({ success: z.literal(true), folder: EmailFolder })

export const MailGraphOutput = z.union([
  MailboxStatus,
  MailboxList,
  SyncFoldersResult,
  CreateFolderResult,
  RestoreFolderResult,
  /** A missing mailbox, or one of another user. */
  z.object({ connected: z.literal(false) }),
])
export type MailGraphOutput = z.infer<typeof MailGraphOutput>
