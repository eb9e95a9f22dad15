import type { z } from 'zod'
import { isUsableAction, type UsableActionType } from '../../contract/actions.ts'
import type { ActionRunsInput, TestRun } from '../../contract/functions/action-runs.ts'
import type { Context } from '../context.ts'
import { ServiceProblem } from '../connections/service-problem.ts'
import { fail } from '../errors.ts'
import { orOutlookFailure } from '../mail/outlook-failure.ts'
import { isGone } from '../vendors/graph-error.ts'
import { VendorError } from '../vendors/vendor-error.ts'
import { actionToTest, mailToTest } from './action-runs-queries.ts'
import { readConfig } from './read-config.ts'
import type { ActionRunner, RunAbout } from './runner.ts'
import { runners, schemas, type ConfigSchema } from './runners.ts'

type Asked = Extract<z.output<typeof ActionRunsInput>, { action: 'test' }>
type Mail = NonNullable<Awaited<ReturnType<typeof mailToTest>>>

/** What an action would do to a past mail with the configuration as it was sent, which may not be saved yet. Does nothing. */
export async function testAction(ctx: Context, userId: string, asked: Asked): Promise<TestRun> {
  const { folderId, actionId, logId } = asked
  const { action, mail } = await ctx.db.asService(async (tx) => {
    const found = (await actionToTest(tx, { userId, folderId, actionId })) ?? fail('folder_action_not_found')
    const tested = await mailToTest(tx, { userId, mailboxId: found.mailboxId, folderId, logId })
    return { action: found, mail: tested ?? fail(logId === undefined ? 'no_mail_to_test' : 'log_not_found') }
  })
  const { type } = action
  if (!isUsableAction(type)) fail('action_coming_soon')
  return testAs(ctx, { userId, ...action }, mail, { given: asked.config, runner: runners[type], schema: schemas[type] })
}

async function testAs<T extends UsableActionType>(
  ctx: Context,
  at: Pick<RunAbout<T>, 'userId' | 'mailboxId' | 'folderActionId' | 'configVersion'>,
  { logId, messageId, subject, from }: Mail,
  { given, runner, schema }: { given: unknown; runner: ActionRunner<T>; schema: ConfigSchema<T> },
): Promise<TestRun> {
  const { userId, mailboxId, folderActionId, configVersion } = at
  const config = readConfig(schema, given)
  const about = { userId, mailboxId, folderActionId, configVersion, logId, messageId, config }
  const shown = await orOutlookFailure(() => runner.test(ctx, about).catch(inOurWords))
  return { mail: { subject, from }, ...shown }
}

function inOurWords(error: unknown): never {
  if (isGone(error)) fail('mail_gone')
  if (error instanceof ServiceProblem) fail('service_not_connected')
  const isOutlook = !(error instanceof VendorError) || error.vendor === 'graph' || error.vendor === 'entra'
  if (!isOutlook) fail('action_not_testable')
  throw error
}
