import { z } from 'zod'
import type { Platform } from '../../contract/functions/prompts.ts'

/**
 * What a person's own words were read as, when they saved them (checklist A5): closed lists and templates that a mail can fill and never
 * change. Stored with its hash; while mail is processed nothing adds, removes or reorders a step.
 */

/** What of a mail may stand in a name or a title. The value becomes one clean segment, whatever the mail says. */
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

const words = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u)

/** "Invoices {year}-{month}": text of the person's own, and fields. */
export const Template = z
  .array(z.union([z.strictObject({ text: words(100) }), z.strictObject({ field: MailField })]))
  .min(1)
  .max(8)
export type Template = z.infer<typeof Template>

/** Folders below the configured base folder, outermost first; each is one segment. Empty: the base folder itself. */
export const FolderPlan = z.array(Template).max(6)
export type FolderPlan = z.infer<typeof FolderPlan>

const fileTypes = z
  .array(z.string().regex(/^[a-z0-9]{1,8}$/))
  .max(30)
  .default([])

/** Which attachments (`matches-filter.ts`); all conditions must hold. Empty: all of them. */
export const AttachmentFilter = z.strictObject({
  /** File endings without the dot, lower case: "pdf", "docx". */
  types: fileTypes,
  /** None of these endings. */
  notTypes: fileTypes,
  /** From one of these: an address, a domain, or words of the sender's name. */
  senders: z.array(words(100)).max(10).default([]),
  /** One of these words in the name of the file or in the subject of the mail. */
  words: z.array(words(60)).max(20).default([]),
  /** None of these words in the name of the file. */
  notWords: z.array(words(60)).max(20).default([]),
  minBytes: z.int().min(0).nullable().default(null),
  maxBytes: z.int().min(0).nullable().default(null),
})
export type AttachmentFilter = z.infer<typeof AttachmentFilter>

/** What `store_attachment_*` runs: which attachments, and where below the base folder. */
export const StorePlan = z.strictObject({ kind: z.literal('store'), filter: AttachmentFilter, folder: FolderPlan })
export type StorePlan = z.infer<typeof StorePlan>

/** Services that keep files, and those of the catalogue that a step may name. */
const files = z.enum(['dropbox', 'google_drive', 'onedrive'])

/** One step of an agent's plan: a tool of the built-in catalogue (specification §9) with its arguments. */
export const AgentStep = z.discriminatedUnion('tool', [
  z.strictObject({ tool: z.literal('store_file'), platform: files, filter: AttachmentFilter, folder: FolderPlan }),
  z.strictObject({ tool: z.literal('search_files'), platform: files, query: Template }),
  z.strictObject({ tool: z.literal('retrieve_file'), platform: files, query: Template }),
  /** The contact is the sender of the mail. */
  z.strictObject({ tool: z.literal('create_contact'), platform: z.literal('teamleader') }),
  z.strictObject({ tool: z.literal('create_opportunity'), platform: z.literal('teamleader'), title: Template }),
  /** What to find in the mail, in the person's words ("invoice number", "total"). */
  z.strictObject({
    tool: z.literal('extract_data'),
    platform: z.literal('email'),
    fields: z.array(words(60)).min(1).max(10),
  }),
])
export type AgentStep = z.infer<typeof AgentStep>

export const AgentPlan = z.strictObject({ kind: z.literal('agent'), steps: z.array(AgentStep).min(1).max(10) })
export type AgentPlan = z.infer<typeof AgentPlan>

export const StoredPlan = z.discriminatedUnion('kind', [StorePlan, AgentPlan])
export type StoredPlan = z.infer<typeof StoredPlan>

/** What reading a prompt gives: the plan where there is one, how sure the reading is, what was understood as not possible. */
export interface ReadPrompt {
  /** Null where nothing of it was understood. */
  plan: StoredPlan | null
  /** 0 to 1. */
  confidence: number
  /** Platforms that the words name, also those that cannot be used. */
  platforms: Platform[]
  /** What was left out of the plan and why, in plain words; at most 200 characters each. */
  warnings: string[]
}
