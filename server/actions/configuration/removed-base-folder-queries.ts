import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../../db/database.ts'

/** What the trigger of the table stores. */
const ActionRows = z.array(
  z.object({
    change: z.enum(['insert', 'delete']),
    id: z.uuid(),
    folderId: z.uuid(),
    actionId: z.uuid(),
    basePath: z.string(),
    hasPrompt: z.boolean(),
  }),
)
type ActionRow = z.output<typeof ActionRows>[number]

/** An added action that was removed before; the base path is null where its prompt named a folder too. */
export interface AddedAgain {
  id: string
  basePath: string | null
}

/** The rows that the transaction has added and removed. @param tx of the request */
export const readActionRows = async (tx: Tx): Promise<ActionRow[]> =>
  ActionRows.parse(await readSetting(tx, 'request.action_rows'))

/** A list that triggers have collected in this transaction. */
export async function readSetting(tx: Tx, name: string): Promise<unknown> {
  const { rows } = await sql<{ noted: string | null }>`
    select nullif(current_setting(${name}, true), '') as noted`.execute(tx)
  return JSON.parse(rows[0]?.noted ?? '[]')
}

/** Remembers the base folders of removed storing actions. */
export async function saveRemovedBaseFolders(tx: Tx, userId: string, removed: readonly ActionRow[]): Promise<void> {
  for (const { folderId, actionId, basePath, hasPrompt } of removed)
    await tx
      .insertInto('app.removed_base_folders')
      .columns(['folder_id', 'action_id', 'user_id', 'base_path'])
      .expression((eb) =>
        eb
          .selectFrom('email_actions as a')
          .innerJoin('email_folders as f', (join) => join.on('f.id', '=', folderId).on('f.user_id', '=', userId))
          .select([
            'f.id',
            'a.id',
            'f.user_id',
            sql<string | null>`${hasPrompt ? null : basePath}::text`.as('base_path'),
          ])
          .where('a.id', '=', actionId)
          .where('a.action_type', 'like', 'store\\_attachment\\_%'),
      )
      .onConflict((conflict) =>
        conflict.columns(['folder_id', 'action_id']).doUpdateSet((eb) => ({ base_path: eb.ref('excluded.base_path') })),
      )
      .execute()
}

/** Those of the added rows whose action was removed before. */
export async function findAddedAgain(
  tx: Tx,
  userId: string,
  added: readonly Pick<ActionRow, 'id' | 'folderId' | 'actionId'>[],
): Promise<AddedAgain[]> {
  const removed = await tx
    .selectFrom('app.removed_base_folders')
    .select(['folder_id', 'action_id', 'base_path'])
    .where('user_id', '=', userId)
    .where('folder_id', '=', (eb) => eb.fn.any(eb.val(added.map(({ folderId }) => folderId))))
    .execute()
  return added.flatMap(({ id, folderId, actionId }) =>
    removed
      .filter((row) => row.folder_id === folderId && row.action_id === actionId)
      .map((row) => ({ id, basePath: row.base_path })),
  )
}
