import { z } from 'zod'

/** Fields of functions that name something of one user. */
export const ownedFields = [
  'backfillId',
  'conditionId',
  'folderId',
  'followUpId',
  'learnedId',
  'logId',
  'mailboxId',
  'messageIds',
  'order',
  'parentFolderId',
  'pressId',
  'runId',
  'sessionId',
  'subscriptionId',
  'userId',
  'which',
  'withoutCondition',
] as const
export type OwnedField = (typeof ownedFields)[number]

/** Values of the other fields that must be given. Ids among them belong to lists that all users share. */
const samples: Record<string, unknown> = {
  address: 'books@example.com',
  addresses: ['books@example.com'],
  config: { prompt: 'Extract the order number.' },
  day: '2026-06-01',
  email: 'ada@outlook.com',
  folderName: 'A new folder',
  from: '1780000000000-100-200',
  instructions: 'Invoices.',
  lastDays: 30,
  host: '127.0.0.1',
  choiceId: '00000000-0000-4000-8000-000000000000',
  search: '',
  password: 'a password',
  prompt: 'Summarize the email.',
  timeZone: 'Europe/Brussels',
  value: 'anna@shop.example',
}

/** Stands for a value that belongs to a user, until `fillIn`. */
class Placeholder {
  readonly field: OwnedField
  constructor(field: OwnedField) {
    this.field = field
  }
}

const Schema = z.object({
  type: z.string().optional(),
  const: z.json().optional(),
  enum: z.array(z.json()).optional(),
  minimum: z.number().optional(),
  required: z.array(z.string()).default([]),
  get properties() {
    return z.record(z.string(), Schema).default({})
  },
  get items() {
    return Schema.optional()
  },
  get oneOf() {
    return z.array(Schema).optional()
  },
  get anyOf() {
    return z.array(Schema).optional()
  },
})
type Schema = z.infer<typeof Schema>

interface Template {
  /** Fields that name something of a user. */
  fields: OwnedField[]
  /** The body with values for these fields. */
  body: (valueOf: (field: OwnedField) => string) => unknown
}

/**
 * Bodies that an input schema accepts and that name something of a user: one for each alternative of the schema, with
 * and without the optional fields that name it. A field without a value here fails the test of its function.
 * @param ids values of ids that all users share, by field
 */
export function inputTemplates(schema: z.ZodType, ids: Record<string, unknown>): Template[] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return templatesOf(Schema.parse(json), '', { ...samples, ...ids })
    .map((template): Template => ({ fields: ownedFieldsOf(template), body: (valueOf) => fillIn(template, valueOf) }))
    .filter(({ fields }) => fields.length > 0)
}

function templatesOf(schema: Schema, field: string, values: Record<string, unknown>): unknown[] {
  if (field in values) return [values[field]]
  const owned = ownedFields.find((each) => each === field)
  const alternatives = schema.oneOf ?? schema.anyOf
  if (alternatives)
    return alternatives.filter(({ type }) => type !== 'null').flatMap((each) => templatesOf(each, field, values))
  if (schema.const !== undefined) return [schema.const]
  if (schema.enum) return [schema.enum[0]]
  if (schema.type === 'boolean') return [true]
  if (schema.type === 'integer' || schema.type === 'number') return [schema.minimum ?? 1]
  if (schema.type === 'array' && schema.items) return templatesOf(schema.items, field, values).map((item) => [item])
  if (schema.type === 'object') return objectTemplates(schema, values)
  if (owned) return [new Placeholder(owned)]
  throw new Error(`Add "${field}" to test/kit/function-inputs.ts: to ownedFields where it names something of a user`)
}

function objectTemplates({ properties, required }: Schema, values: Record<string, unknown>): object[] {
  let objects: object[] = [{}]
  for (const [field, property] of Object.entries(properties)) {
    const isOptional = !required.includes(field)
    if (isOptional && !namesOwnedField(property, field)) continue
    const options = templatesOf(property, field, values)
    const present = objects.flatMap((object) => options.map((value) => ({ ...object, [field]: value })))
    objects = isOptional ? [...objects, ...present] : present
  }
  return objects
}

function namesOwnedField(schema: Schema, field: string): boolean {
  if (ownedFields.some((each) => each === field)) return true
  if (Object.entries(schema.properties).some(([name, property]) => namesOwnedField(property, name))) return true
  return [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].some((each) => namesOwnedField(each, ''))
}

function ownedFieldsOf(template: unknown): OwnedField[] {
  if (template instanceof Placeholder) return [template.field]
  if (typeof template !== 'object' || template === null) return []
  return [...new Set(Object.values(template).flatMap(ownedFieldsOf))]
}

function fillIn(template: unknown, valueOf: (field: OwnedField) => string): unknown {
  if (template instanceof Placeholder) return valueOf(template.field)
  if (Array.isArray(template)) return template.map((each) => fillIn(each, valueOf))
  if (typeof template !== 'object' || template === null) return template
  return Object.fromEntries(Object.entries(template).map(([field, value]) => [field, fillIn(value, valueOf)]))
}
