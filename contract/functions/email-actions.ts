import { z } from 'zod'
import { ActionType } from '../actions.ts'
import { ShownPlan } from './prompts.ts'

export const EmailActionsInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('list') }),
  z.strictObject({
    action: z.literal('config'),
    folderId: z.uuid(),
    actionId: z.uuid(),
    /** Checked by the schema of the action's type in `contract/actions.ts`. */
    config: z.record(z.string(), z.unknown()),
    /**
     * `config_version` of the action as it was read. Where another configuration was saved meanwhile it is refused with
     * `action_config_changed`. Left out: whatever is stored is replaced.
     */
    configVersion: z.int().positive().optional(),
  }),
  /** Reads the plan that an action runs; for those without a prompt there is none. */
  z.strictObject({ action: z.literal('plan'), folderId: z.uuid(), actionId: z.uuid() }),
  /** Puts the actions of a folder in another order, whole or not at all. */
  z.strictObject({
    action: z.literal('order'),
    folderId: z.uuid(),
    /** All of the folder, in the order in which they are to run. */
    actionIds: z.array(z.uuid()).min(1).max(50),
  }),
])
export type EmailActionsInput = z.input<typeof EmailActionsInput>

export const EmailAction = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  action_type: ActionType,
  /** Listed, but it cannot be added or set up yet. */
  coming_soon: z.boolean(),
})
export type EmailAction = z.infer<typeof EmailAction>

export const EmailActionsOutput = z.union([
  /** By name. */
  z.object({ actions: z.array(EmailAction) }),
  z.object({
    success: z.literal(true),
    /** As it is stored now, with the defaults for what was left out. */
    config: z.record(z.string(), z.unknown()),
    /** What the prompt was read as; null where the action has none, or nothing of it could be planned: it then does nothing. */
    plan: ShownPlan.nullable(),
  }),
  z.object({ plan: ShownPlan.nullable() }),
  z.object({ success: z.literal(true) }),
])
export type EmailActionsOutput = z.infer<typeof EmailActionsOutput>
