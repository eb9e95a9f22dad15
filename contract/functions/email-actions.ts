import { z } from 'zod'
import { ActionType } from '../action-types.ts'
import { ShownPlan } from './prompts.ts'

export const EmailActionsInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('list') }),
  z.strictObject({
    action: z.literal('config'),
    folderId: z.uuid(),
    actionId: z.uuid(),
    /** Validated by the action type's schema in `contract/actions.ts`. */
    config: z.record(z.string(), z.unknown()),
    /**
     * `config_version` of the configuration that was edited; refused with `action_config_changed` where a newer one was
     * saved. 0: the folder does not have the action yet, and gets it. Missing: overwrites any version.
     */
    configVersion: z.int().nonnegative().optional(),
    /** Switches the action on with the same save. */
    activate: z.literal(true).optional(),
  }),
  /** The plan that an action runs; null for actions without a prompt. */
  z.strictObject({ action: z.literal('plan'), folderId: z.uuid(), actionId: z.uuid() }),
  /** Reorders the actions of a folder in one transaction. */
  z.strictObject({
    action: z.literal('order'),
    folderId: z.uuid(),
    /** All actions of the folder in their new order. */
    actionIds: z.array(z.uuid()).min(1).max(50),
  }),
])
export type EmailActionsInput = z.input<typeof EmailActionsInput>

export const EmailAction = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  action_type: ActionType,
  /** Listed, but cannot be added or configured yet. */
  coming_soon: z.boolean(),
})
export type EmailAction = z.infer<typeof EmailAction>

export const EmailActionsOutput = z.union([
  /** By name. */
  z.object({ actions: z.array(EmailAction) }),
  z.object({
    success: z.literal(true),
    /** As stored, defaults included. */
    config: z.record(z.string(), z.unknown()),
    /** Plan of the prompt; null where the action has none, or nothing could be planned: it then does nothing. */
    plan: ShownPlan.nullable(),
  }),
  z.object({ plan: ShownPlan.nullable() }),
  z.object({ success: z.literal(true) }),
])
export type EmailActionsOutput = z.infer<typeof EmailActionsOutput>
