import { sql } from 'kysely'
import type { ProposedInstructions } from '../../../contract/functions/propose-instructions.ts'
import type { Tx } from '../../db/database.ts'

/** Of folders that are sorted into and have no instructions by now, in the order of their names. */
export async function openProposals(tx: Tx, mailboxId: string): Promise<ProposedInstructions[]> {
  const rows = await tx
    .selectFrom('app.instruction_proposals as p')
    .innerJoin('email_folders as f', 'f.id', 'p.folder_id')
    .select(['p.folder_id', 'p.instructions', 'p.mails', 'p.found_again'])
    .where('p.mailbox_id', '=', mailboxId)
    .where('p.dismissed_at', 'is', null)
    .where('f.active', '=', true)
    .where('f.include_in_ai', '=', true)
    .where(sql<boolean>`btrim(f.instructions) = ''`)
    .orderBy('f.display_name')
    .orderBy('f.id')
    .execute()
  return rows.map(({ folder_id, instructions, mails, found_again }) => ({
    folderId: folder_id,
    instructions,
    mails,
    foundAgain: found_again,
  }))
}

/** What was dismissed stays so. A folder that is gone meanwhile is left out. */
export async function putProposal(
  tx: Tx,
  mailbox: { id: string; userId: string },
  proposal: ProposedInstructions,
  now: Date,
): Promise<void> {
  const { folderId, instructions, mails, foundAgain } = proposal
  await sql`
    insert into app.instruction_proposals (folder_id, user_id, mailbox_id, instructions, mails, found_again, made_at)
    select f.id, ${mailbox.userId}::uuid, f.mailbox_id, ${instructions}, ${mails}, ${foundAgain}, ${now}
    from public.email_folders f where f.id = ${folderId}::uuid and f.mailbox_id = ${mailbox.id}::uuid
    on conflict (folder_id) do update set instructions = excluded.instructions, mails = excluded.mails,
      found_again = excluded.found_again, made_at = excluded.made_at`.execute(tx)
}

/** Never overwrites: a folder that has instructions by now keeps them. */
export async function fillInstructions(
  tx: Tx,
  mailboxId: string,
  { folderId, instructions }: { folderId: string; instructions: string },
): Promise<void> {
  await tx
    .updateTable('email_folders')
    .set({ instructions })
    .where('id', '=', folderId)
    .where('mailbox_id', '=', mailboxId)
    .where(sql<boolean>`btrim(instructions) = ''`)
    .execute()
}

export async function dismissProposal(tx: Tx, mailboxId: string, folderId: string, now: Date): Promise<void> {
  await tx
    .updateTable('app.instruction_proposals')
    .set({ dismissed_at: now })
    .where('mailbox_id', '=', mailboxId)
    .where('folder_id', '=', folderId)
    .execute()
}
