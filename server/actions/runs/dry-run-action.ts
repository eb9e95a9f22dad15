import type { z } from 'zod'
import { isUsableAction, type UsableActionType } from '../../../contract/actions.ts'
import type { ActionRunsInput, DryRun } from '../../../contract/functions/action-runs.ts'
import type { Context } from '../../context.ts'
import { ConnectionAccessError } from '../../connections/connection-access-error.ts'
import { fail } from '../../errors.ts'
import { mapMailboxFailure } from '../../mail/access/mailbox-failure.ts'
import { isMailboxError } from '../../mail/providers/mail-providers.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import { findActionForDryRun, findMessageForDryRun } from './dry-run-queries.ts'
import { parseActionConfig } from '../configuration/parse-action-config.ts'
import type { ActionRunner, ActionTarget } from '../runner/action-runner.ts'
import { actionRunners, configSchemas, type ConfigSchema } from '../engine/action-runners.ts'

type DryRunInput = Extract<z.output<typeof ActionRunsInput>, { action: 'test' }>
type PastMessage = NonNullable<Awaited<ReturnType<typeof findMessageForDryRun>>>

/**
 * What an action would do to a past message with the submitted configuration, which may not be saved yet. Has no
 * effect.
 */
export async function dryRunAction(ctx: Context, userId: string, input: DryRunInput): Promise<DryRun> {
  const { folderId, actionId, logId } = input
  const { action, message } = await ctx.db.asService(async (tx) => {
    const found = (await findActionForDryRun(tx, { userId, folderId, actionId })) ?? fail('folder_action_not_found')
    const tested = await findMessageForDryRun(tx, { userId, mailboxId: found.mailboxId, folderId, logId })
    return { action: found, message: tested ?? fail(logId === undefined ? 'no_mail_to_test' : 'log_not_found') }
  })
  const { type } = action
  if (!isUsableAction(type)) fail('action_coming_soon')
  return dryRunTyped(ctx, { userId, ...action }, message, {
    received: input.config,
    runner: actionRunners[type],
    schema: configSchemas[type],
  })
}

async function dryRunTyped<T extends UsableActionType>(
  ctx: Context,
  at: Pick<ActionTarget<T>, 'userId' | 'mailboxId' | 'folderActionId'>,
  { logId, messageId, subject, from }: PastMessage,
  { received, runner, schema }: { received: unknown; runner: ActionRunner<T>; schema: ConfigSchema<T> },
): Promise<DryRun> {
  const { userId, mailboxId, folderActionId } = at
  const config = parseActionConfig(schema, received)
  const target = { userId, mailboxId, folderActionId, logId, messageId, config }
  const preview = await mapMailboxFailure(() => runner.dryRun(ctx, target).catch(failForUser))
  return { mail: { subject, from }, ...preview }
}

function failForUser(error: unknown): never {
  if (error instanceof ConnectionAccessError) fail('service_not_connected')
  if (error instanceof VendorError && !isMailboxError(error)) fail('action_not_testable')
  throw error
}
