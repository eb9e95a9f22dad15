import type { RemoteContext } from '../../context.ts'
import { tellPages } from '../../db/live.ts'
import { activeFoldersOf, mailboxById } from '../../mail/queries.ts'
import { filedMails } from '../learning/learn-mailbox.ts'
import { toMailToSort } from '../ledger/mail-to-sort.ts'
import { describeFolder } from './describe-folder.ts'
import { foundAgain, type Filed } from './found-again.ts'
import { putProposal } from './proposal-queries.ts'

const mostPerFolder = 50
const fewestPerFolder = 5
const mostMails = 1500

/** Proposes instructions for each folder that is sorted into and has none, from the newest mail that lies in it. */
export async function makeProposals(ctx: RemoteContext, mailboxId: string): Promise<void> {
  const { mailbox, folders } = await ctx.db.asService(async (tx) => ({
    mailbox: await mailboxById(tx, mailboxId),
    folders: await activeFoldersOf(tx, mailboxId),
  }))
  if (!mailbox || mailbox.status !== 'active') return
  const isOpen = ({ instructions }: { instructions: string }): boolean => instructions.trim() === ''
  if (!folders.some(isOpen)) return

  const newest = Math.min(mostPerFolder, Math.max(fewestPerFolder, Math.floor(mostMails / folders.length)))
  const filed: Filed[] = []
  for (const { id, provider_folder_id } of folders) {
    if (provider_folder_id === null) continue
    for (const message of await filedMails(ctx, mailboxId, provider_folder_id, newest))
      filed.push({ folderId: id, mail: toMailToSort(message) })
  }
  const candidates = folders.map(({ id, display_name, instructions }) => ({ id, name: display_name, instructions }))
  const found = await foundAgain(filed, candidates)

  await ctx.db.asService(async (tx) => {
    const now = ctx.clock.now()
    for (const { id: folderId } of folders.filter(isOpen)) {
      const mailOf = (own: boolean) =>
        filed.filter((one) => (one.folderId === folderId) === own).map(({ mail }) => mail)
      const own = mailOf(true)
      const instructions = describeFolder(own, mailOf(false))
      if (instructions === null) continue
      const proposal = { folderId, instructions, mails: own.length, foundAgain: found.get(folderId) ?? 0 }
      await putProposal(tx, { id: mailboxId, userId: mailbox.user_id }, proposal, now)
    }
    await tellPages(tx, mailbox.user_id, { type: 'folders', mailboxId })
  })
}
