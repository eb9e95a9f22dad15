import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { FileProvider } from '../../../contract/providers.ts'
import type { Tx } from '../../db/database.ts'
import { actionClaimSeconds } from '../limits.ts'
import { isFolderCreationFree } from '../runner/calls-in-flight-queries.ts'

interface FolderCreation {
  provider: FileProvider
  accountId: string
  path: string
  runId: string
}

const hashPath = (path: string): Buffer => createHash('sha256').update(path).digest()

/**
 * Claims the creation of a folder, by the database's clock. A run that continues after a failure keeps its claim.
 * @returns false while another run creates the folder
 */
export async function claimFolderCreation(
  tx: Tx,
  { provider, accountId, path, runId, userId, node }: FolderCreation & { userId: string; node: number },
): Promise<boolean> {
  const claim = {
    run_id: runId,
    user_id: userId,
    claim_node: node,
    claimed_until: sql<Date>`now() + ${actionClaimSeconds} * interval '1 second'`,
  }
  const claimed = await tx
    .insertInto('app.folder_creations')
    .values({ provider, account_id: accountId, path_hash: hashPath(path), ...claim })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'account_id', 'path_hash'])
        .doUpdateSet(claim)
        .where((eb) =>
          eb.or([eb('app.folder_creations.run_id', '=', runId), isFolderCreationFree('app.folder_creations')]),
        ),
    )
    .returning('run_id')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function releaseFolderCreation(
  tx: Tx,
  { provider, accountId, path, runId }: FolderCreation,
): Promise<void> {
  await tx
    .deleteFrom('app.folder_creations')
    .where('provider', '=', provider)
    .where('account_id', '=', accountId)
    .where('path_hash', '=', hashPath(path))
    .where('run_id', '=', runId)
    .execute()
}
