import { z } from 'zod'

/** Bodies of the calls by https://developer.focus.teamleader.eu. Unknown properties are refused. */
const Page = z.strictObject({
  size: z.number().int().min(1).max(100).default(20),
  number: z.number().int().min(1).default(1),
})
const Email = z.strictObject({ type: z.enum(['primary', 'invoicing']), email: z.email() })
const Telephone = z.strictObject({ type: z.enum(['phone', 'mobile', 'fax']), number: z.string().min(1) })
const Customer = z.strictObject({ type: z.enum(['contact', 'company']), id: z.string() })
const Money = z.strictObject({ amount: z.number(), currency: z.string().regex(/^[A-Z]{3}$/) })
const CustomField = z.strictObject({ id: z.string(), value: z.unknown() })
const Day = z.iso.date()
const Address = z.strictObject({
  type: z.enum(['primary', 'invoicing', 'delivery', 'visiting']),
  address: z.record(z.string(), z.unknown()),
})

export const ContactBody = z.strictObject({
  first_name: z.string().optional(),
  last_name: z.string().trim().min(1),
  emails: z.array(Email).default([]),
  salutation: z.string().optional(),
  telephones: z.array(Telephone).default([]),
  website: z.string().optional(),
  addresses: z.array(Address).default([]),
  language: z.string().optional(),
  gender: z.enum(['female', 'male', 'non_binary', 'prefers_not_to_say', 'unknown']).optional(),
  birthdate: Day.optional(),
  iban: z.string().optional(),
  bic: z.string().optional(),
  national_identification_number: z.string().optional(),
  remarks: z.string().optional(),
  tags: z.array(z.string()).default([]),
  custom_fields: z.array(CustomField).default([]),
  marketing_mails_consent: z.boolean().default(false),
})
export type ContactBody = z.infer<typeof ContactBody>

export const DealBody = z.strictObject({
  lead: z.strictObject({ customer: Customer, contact_person_id: z.string().optional() }),
  title: z.string().trim().min(1),
  summary: z.string().optional(),
  source_id: z.string().optional(),
  department_id: z.string().optional(),
  responsible_user_id: z.string().optional(),
  phase_id: z.string().optional(),
  estimated_value: Money.optional(),
  estimated_probability: z.number().min(0).max(1).optional(),
  estimated_closing_date: Day.optional(),
  custom_fields: z.array(CustomField).default([]),
})
export type DealBody = z.infer<typeof DealBody>

const paging = { page: Page.default({ size: 20, number: 1 }) }

export const ContactList = z.strictObject({
  filter: z
    .strictObject({
      email: z.strictObject({ type: z.literal('primary'), email: z.string() }).optional(),
      ids: z.array(z.string()).optional(),
      term: z.string().optional(),
    })
    .default({}),
  sort: z.array(z.strictObject({ field: z.literal('added_at'), order: z.enum(['asc', 'desc']).optional() })).optional(),
  ...paging,
})

export const DealList = z.strictObject({
  filter: z
    .strictObject({
      ids: z.array(z.string()).optional(),
      term: z.string().optional(),
      customer: Customer.optional(),
      phase_id: z.string().optional(),
      status: z.array(z.enum(['open', 'won', 'lost'])).optional(),
    })
    .default({}),
  sort: z
    .array(z.strictObject({ field: z.literal('created_at'), order: z.enum(['asc', 'desc']).optional() }))
    .optional(),
  ...paging,
})

export const ById = z.strictObject({ id: z.string() })
export const Nothing = z.strictObject({})

export type Contact = { id: string; fields: ContactBody; addedAt: number }
export type Deal = { id: string; fields: DealBody; reference: string; phaseId: string; createdAt: number }
