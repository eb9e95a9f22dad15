import { sql } from 'kysely'
import type { ProposedInstructions } from '../../../contract/functions/propose-instructions.ts'
import type { Tx } from '../../db/database.ts'

/** Proposals for folders that are sorted into and still have no instructions, by folder name. */
export async function openProposals(tx: Tx, mailboxId: string): Promise<ProposedInstructions[]> {
  const rows = await tx
    .selectFrom('app.instruction_proposals as p')
    .innerJoin('email_folders as f', 'f.id', 'p.folder_id')
    .select(['p.folder_id', 'p.instructions', 'p.sample_size', 'p.correctly_classified'])
    .where('p.mailbox_id', '=', mailboxId)
    .where('p.dismissed_at', 'is', null)
    .where('f.active', '=', true)
    .where('f.include_in_ai', '=', true)
    .where(sql<boolean>`btrim(f.instructions) = ''`)
    .orderBy('f.display_name')
    .orderBy('f.id')
    .execute()
  return rows.map(({ folder_id, instructions, sample_size, correctly_classified }) => ({
    folderId: folder_id,
    instructions,
    mails: sample_size,
    foundAgain: correctly_classified,
  }))
}

/** A dismissed proposal stays dismissed. Writes nothing where the folder was deleted meanwhile. */
export async function upsertProposal(
  tx: Tx,
  mailbox: { id: string; userId: string },
  proposal: ProposedInstructions,
  now: Date,
): Promise<void> {
  const { folderId, instructions, mails, foundAgain } = proposal
  await sql`
    insert into app.instruction_proposals
      (folder_id, user_id, mailbox_id, instructions, sample_size, correctly_classified, created_at)
    select f.id, ${mailbox.userId}::uuid, f.mailbox_id, ${instructions}, ${mails}, ${foundAgain}, ${now}
    from public.email_folders f where f.id = ${folderId}::uuid and f.mailbox_id = ${mailbox.id}::uuid
    on conflict (folder_id) do update set instructions = excluded.instructions, sample_size = excluded.sample_size,
      correctly_classified = excluded.correctly_classified, created_at = excluded.created_at`.execute(tx)
}

/** A folder that has instructions by now keeps them. */
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
