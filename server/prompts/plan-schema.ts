import { z } from 'zod'
import type { Platform } from '../../contract/functions/prompts.ts'
import {
  planNameMaxLength,
  filterWordMaxLength,
  filterMaxWords,
  filterMaxSenders,
  filterMaxFileTypes,
  planMaxFolderLevels,
} from './limits.ts'
import { extractionMaxFields } from '../limits.ts'
import { maxPlanSteps } from '../../contract/limits.ts'

/** Parts of the template of a level. */
const templateMaxParts = 8

/**
 * A plan is fixed when the user saves the action, and stored with its hash. It consists of closed lists and
 * templates. While a message is processed, neither the message nor a model can add, remove or reorder a step: a
 * message only fills the fields of the templates. See docs/security.md.
 */

/** Fields of a message that a name or title may contain. The value is sanitized to one segment. */
export const MailField = z.enum([
  'sender_name',
  'sender_address',
  'sender_domain',
  'subject',
  'year',
  'month',
  'day',
  'file_type',
])
export type MailField = z.infer<typeof MailField>

const cleanText = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u)

/** "Invoices {year}-{month}": the user's text, and fields. */
export const Template = z
  .array(z.union([z.strictObject({ text: cleanText(planNameMaxLength) }), z.strictObject({ field: MailField })]))
  .min(1)
  .max(templateMaxParts)
export type Template = z.infer<typeof Template>

/** Folders below the configured base folder, outermost first; each is one segment. Empty: the base folder. */
export const FolderPlan = z.array(Template).max(planMaxFolderLevels)
export type FolderPlan = z.infer<typeof FolderPlan>

const fileTypes = z
  .array(z.string().regex(/^[a-z0-9]{1,8}$/))
  .max(filterMaxFileTypes)
  .default([])

/** Selects attachments (`matches-filter.ts`); all conditions must hold. Empty: all attachments. */
export const AttachmentFilter = z.strictObject({
  /** File extensions without the dot, lower case: "pdf", "docx". */
  types: fileTypes,
  /** None of these extensions. */
  notTypes: fileTypes,
  /** From one of these: an address, a domain, or words of the sender's name. */
  senders: z.array(cleanText(planNameMaxLength)).max(filterMaxSenders).default([]),
  /** One of these words in the file's name or the message's subject. */
  words: z.array(cleanText(filterWordMaxLength)).max(filterMaxWords).default([]),
  /** None of these words in the file's name. */
  notWords: z.array(cleanText(filterWordMaxLength)).max(filterMaxWords).default([]),
  minBytes: z.int().min(0).nullable().default(null),
  maxBytes: z.int().min(0).nullable().default(null),
})
export type AttachmentFilter = z.infer<typeof AttachmentFilter>

/** The plan of `store_attachment_*`: which attachments, and where below the base folder. */
export const StorePlan = z.strictObject({ kind: z.literal('store'), filter: AttachmentFilter, folder: FolderPlan })
export type StorePlan = z.infer<typeof StorePlan>

/** Services that store files. */
const files = z.enum(['dropbox', 'google_drive', 'onedrive'])

/** One step of an agent's plan: a built-in tool with its arguments. */
export const AgentStep = z.discriminatedUnion('tool', [
  z.strictObject({ tool: z.literal('store_file'), platform: files, filter: AttachmentFilter, folder: FolderPlan }),
  z.strictObject({ tool: z.literal('search_files'), platform: files, query: Template }),
  z.strictObject({ tool: z.literal('retrieve_file'), platform: files, query: Template }),
  /** The contact is the message's sender. */
  z.strictObject({ tool: z.literal('create_contact'), platform: z.literal('teamleader') }),
  z.strictObject({ tool: z.literal('create_opportunity'), platform: z.literal('teamleader'), title: Template }),
  /** What to find in the message, in the user's words ("invoice number", "total"). */
  z.strictObject({
    tool: z.literal('extract_data'),
    platform: z.literal('email'),
    fields: z.array(cleanText(filterWordMaxLength)).min(1).max(extractionMaxFields),
  }),
])
export type AgentStep = z.infer<typeof AgentStep>

export const AgentPlan = z.strictObject({
  kind: z.literal('agent'),
  steps: z.array(AgentStep).min(1).max(maxPlanSteps),
})
export type AgentPlan = z.infer<typeof AgentPlan>

export const StoredPlan = z.discriminatedUnion('kind', [StorePlan, AgentPlan])
export type StoredPlan = z.infer<typeof StoredPlan>

/** The result of parsing a prompt. */
export interface PromptReading {
  /** Null if nothing was understood. */
  plan: StoredPlan | null
  /** 0 to 1. */
  confidence: number
  /** Platforms that the prompt names, including unsupported ones. */
  platforms: Platform[]
  /** What was left out of the plan and why, in plain words; at most 200 characters each. */
  warnings: string[]
}
