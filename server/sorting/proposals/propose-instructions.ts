import type { RemoteContext } from '../../context.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { findTargetFolders } from '../../mail/folders/target-folder-queries.ts'
import { findMailbox } from '../../mail/mailboxes/mailbox-queries.ts'
import { newestFiledMessages } from '../learning/learn-filed-mail.ts'
import { toMailToSort } from '../messages/mail-to-sort.ts'
import { describeFolder } from './describe-folder.ts'
import { countRecognized, type FiledMail } from './cross-validate.ts'
import { upsertProposal } from './proposal-queries.ts'

const proposalMaxMessages = 1500
const proposalMinMessagesPerFolder = 5
const proposalMaxMessagesPerFolder = 50

/** Proposes instructions for each folder that is sorted into and has none, from its newest mail. */
export async function proposeInstructions(ctx: RemoteContext, mailboxId: string): Promise<void> {
  const { mailbox, folders } = await ctx.db.asService(async (tx) => ({
    mailbox: await findMailbox(tx, mailboxId),
    folders: await findTargetFolders(tx, mailboxId),
  }))
  if (!mailbox || mailbox.status !== 'active') return
  const hasNoInstructions = ({ instructions }: { instructions: string }): boolean => instructions.trim() === ''
  if (!folders.some(hasNoInstructions)) return

  const limit = Math.min(
    proposalMaxMessagesPerFolder,
    Math.max(proposalMinMessagesPerFolder, Math.floor(proposalMaxMessages / folders.length)),
  )
  const filed: FiledMail[] = []
  for (const { id, provider_folder_id } of folders) {
    if (provider_folder_id === null) continue
    for (const message of await newestFiledMessages(ctx, mailboxId, provider_folder_id, limit))
      filed.push({ folderId: id, mail: toMailToSort(message) })
  }
  const candidates = folders.map(({ id, display_name, instructions }) => ({ id, name: display_name, instructions }))
  const recognized = await countRecognized(filed, candidates)

  await ctx.db.asService(async (tx) => {
    const now = ctx.clock.now()
    for (const { id: folderId } of folders.filter(hasNoInstructions)) {
      const mailOf = (own: boolean) =>
        filed.filter((one) => (one.folderId === folderId) === own).map(({ mail }) => mail)
      const own = mailOf(true)
      const instructions = describeFolder(own, mailOf(false))
      if (instructions === null) continue
      const proposal = { folderId, instructions, mails: own.length, foundAgain: recognized.get(folderId) ?? 0 }
      await upsertProposal(tx, { id: mailboxId, userId: mailbox.user_id }, proposal, now)
    }
    await publishLiveEvent(tx, mailbox.user_id, { type: 'folders', mailboxId })
  })
}
