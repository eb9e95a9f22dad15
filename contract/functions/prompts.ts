import { z } from 'zod'
import { ActionType } from '../action-types.ts'
import { actionTextMaxLength, planTextMaxLength, maxPlanSteps, maxPlanWarnings } from '../limits.ts'

/** Known platforms. */
export const Platform = z.enum(['dropbox', 'google_drive', 'onedrive', 'teamleader', 'shopify', 'email'])
export type Platform = z.infer<typeof Platform>

export const platformNames = {
  dropbox: 'Dropbox',
  google_drive: 'Google Drive',
  onedrive: 'OneDrive',
  teamleader: 'TeamLeader',
  shopify: 'Shopify',
  email: 'Email',
} as const satisfies Record<Platform, string>

const shown = z.string().max(planTextMaxLength)

/** All strings are displayed as plain text. */
export const ExecutionPlan = z.object({
  summary: shown,
  steps: z.array(z.object({ action: shown, platform: Platform, description: shown })).max(maxPlanSteps),
  confidence: z.number().min(0).max(1),
  requiredPlatforms: z.array(z.object({ name: Platform, connected: z.boolean(), displayName: shown })),
})
export type ExecutionPlan = z.infer<typeof ExecutionPlan>

export const PromptAnalysis = z.object({
  executionPlan: ExecutionPlan,
  /** Tools that the plan calls; `supported`: this server can run them. */
  mcpActions: z.array(z.object({ name: shown, description: shown, platform: Platform, supported: z.boolean() })),
  warnings: z.array(shown).max(maxPlanWarnings),
})
export type PromptAnalysis = z.infer<typeof PromptAnalysis>

/** The plan that an action runs, made when its configuration was saved. */
export const ShownPlan = ExecutionPlan.pick({ summary: true, steps: true, requiredPlatforms: true }).extend({
  madeBy: z.enum(['parser', 'model']),
  /** SHA-256 of the plan in hexadecimal: the action runs exactly the displayed plan. */
  hash: z.string(),
})
export type ShownPlan = z.infer<typeof ShownPlan>

const someText = (most: number) => z.string('Expected a text.').max(most)

export const AnalyzePromptInput = z.strictObject({
  action: z.literal('analyze_prompt'),
  /** Ignored: the user of the access token counts. */
  userId: z.string().max(200).optional(),
  /** For store actions: prompt and instructions joined by a line break (`planPrompt`). */
  prompt: someText(2 * actionTextMaxLength + 1),
  /** Action type; without it the AI agent, or a store action where the prompt mentions nothing else. */
  actionType: ActionType.optional(),
  /** A sample message: data only, it never changes the plan's steps. */
  context: z
    .strictObject({
      emailSubject: someText(1000).optional(),
      emailFrom: someText(400).optional(),
      emailBody: someText(20_000).optional(),
      hasAttachments: z.boolean().optional(),
    })
    .optional(),
})
export type AnalyzePromptInput = z.infer<typeof AnalyzePromptInput>

export const EnhancePromptInput = z.strictObject({ prompt: someText(actionTextMaxLength) })
export type EnhancePromptInput = z.infer<typeof EnhancePromptInput>
export const EnhancePromptOutput = z.object({ enhancedPrompt: z.string().max(actionTextMaxLength) })
export type EnhancePromptOutput = z.infer<typeof EnhancePromptOutput>
