import {
  type EnteredValues,
  OperatorSettingsInput,
  OperatorSettingsOutput,
  type SettingProblem,
  type SetUpFinding,
} from '../../contract/functions/operator-settings.ts'
import type { SetUpPart } from '../../contract/operator-settings.ts'
import type { Context } from '../context.ts'
import { fail } from '../errors.ts'
import { functionRoute, perUser, type FunctionCall } from '../http/routing/route.ts'
import { usesStoredSettings } from '../settings/merge-settings.ts'
import { recordAuditEvent } from '../shared/audit-log.ts'
import { saveOperatorSettings } from '../shared/operator-settings.ts'
import { requireOperator, requireRecentOperator } from '../shared/operators.ts'
import { findInNetwork, findLanguageModels } from '../vendors/language-model/find-language-models.ts'
import { checkPart } from './check-part.ts'
import { composeCandidate, describeSettings } from './entered-settings.ts'
import { preparePlans } from './set-up-plans.ts'
import { sendTestEmail } from './send-test-email.ts'

/** The settings that an operator may enter on the page. Others do not learn that the function exists. */
export const operatorSettings = functionRoute('operator-settings', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: OperatorSettingsInput,
  output: OperatorSettingsOutput,
  async handle(ctx, { user, input, from }) {
    await requireOperator(ctx, user)
    if (input.action === 'read') return describeSettings(ctx)
    if (input.action === 'find-models' && input.where === 'machine') return { servers: await findLanguageModels({}) }
    // A check sends what is stored to servers that are entered.
    await requireRecentOperator(ctx, user)
    switch (input.action) {
      case 'check': {
        const { config, problems } = await composeCandidate(ctx, input.part, input.values)
        return { problems, findings: problems.length > 0 ? [] : await checkPart(input.part, config, ctx.clock) }
      }
      case 'save':
        return save(ctx, input, { user, from })
      case 'send-test-email':
        return { sentTo: await sendTestEmail(ctx, user.userId) }
      case 'find-models':
        return { servers: await findInNetwork() }
    }
  },
})

/** @returns `problems`: why nothing was saved; none: all nodes start again */
async function save(
  ctx: Context,
  { part, values: entered }: { part: SetUpPart; values: EnteredValues },
  { user, from }: Pick<FunctionCall<unknown>, 'user' | 'from'>,
): Promise<{ problems: SettingProblem[]; findings: SetUpFinding[] }> {
  if (!usesStoredSettings(ctx.config)) fail('sandbox_runs')
  const { values, problems, findings } = await preparePlans(ctx, entered)
  if (problems.length > 0) return { problems, findings }
  const { changes, obstacles } = await composeCandidate(ctx, part, values)
  const names = Object.keys(changes)
  if (obstacles.length > 0 || names.length === 0) return { problems: obstacles, findings }
  await ctx.db.asService((tx) => saveOperatorSettings(tx, ctx, user.userId, changes))
  const done = { ...user, action: 'settings_changed', detail: names.join(', ') }
  await recordAuditEvent(ctx, done, from)
  return { problems: [], findings }
}
