import { z } from 'zod'

const part = z.union([z.string(), z.array(z.strictObject({ type: z.literal('text'), text: z.string() }))])
const Message = z.strictObject({
  role: z.enum(['system', 'developer', 'user', 'assistant']),
  content: part,
  name: z.string().optional(),
})
const JsonSchema = z.record(z.string(), z.unknown())

/** The supported fields of a chat completion request; others are refused, as OpenAI refuses unknown arguments. */
export const ChatRequest = z.strictObject({
  model: z.string(),
  messages: z.array(Message).min(1),
  max_tokens: z.int().min(1).optional(),
  max_completion_tokens: z.int().min(1).optional(),
  temperature: z.number().min(0).max(2).optional(),
  top_p: z.number().optional(),
  seed: z.int().optional(),
  stop: z.array(z.string()).optional(),
  user: z.string().optional(),
  stream: z.literal(false).optional(),
  response_format: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('text') }),
      z.strictObject({ type: z.literal('json_object') }),
      z.strictObject({
        type: z.literal('json_schema'),
        json_schema: z.strictObject({
          name: z.string().regex(/^[\w-]{1,64}$/),
          description: z.string().optional(),
          strict: z.boolean().optional(),
          schema: JsonSchema,
        }),
      }),
    ])
    .optional(),
})
export type ChatRequest = z.infer<typeof ChatRequest>

const UNSUPPORTED_KEYWORDS = [
  'oneOf',
  'allOf',
  'not',
  'minLength',
  'maxLength',
  'default',
  'patternProperties',
  '$schema',
]

/** OpenAI's error for a schema that strict mode does not support; null if it does. */
export function strictSchemaError(schema: unknown, at = 'root'): string | null {
  if (typeof schema !== 'object' || schema === null) return null
  const unknown = UNSUPPORTED_KEYWORDS.find((name) => name in schema)
  if (unknown) return `In context=(${at}), '${unknown}' is not permitted.`
  const { type, properties, required, additionalProperties, items, anyOf, $defs } = asSchema(schema)
  if (type === 'object') {
    const names = Object.keys(properties)
    if (additionalProperties !== false)
      return `In context=(${at}), 'additionalProperties' is required to be supplied and to be false.`
    const missing = names.find((name) => !required.includes(name))
    if (missing)
      return (
        `In context=(${at}), 'required' is required to be supplied and to be an array including every key in ` +
        `properties. Missing '${missing}'.`
      )
  }
  const inside: [unknown, string][] = [
    ...Object.entries({ ...properties, ...$defs }).map(([name, value]): [unknown, string] => [value, `${at}, ${name}`]),
    ...anyOf.map((value, index): [unknown, string] => [value, `${at}, anyOf ${index}`]),
    [items, `${at}, items`],
  ]
  for (const [value, where] of inside) {
    const problem = strictSchemaError(value, where)
    if (problem) return problem
  }
  return null
}

const Schema = z.object({
  type: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).catch({}),
  required: z.array(z.string()).catch([]),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).catch([]),
  $defs: z.record(z.string(), z.unknown()).catch({}),
  $ref: z.string().nullable().catch(null),
  enum: z.array(z.unknown()).nullable().catch(null),
  const: z.unknown().optional(),
  maxItems: z.number().catch(5),
  minItems: z.number().catch(0),
  minimum: z.number().nullable().catch(null),
  maximum: z.number().nullable().catch(null),
  pattern: z.string().nullable().catch(null),
})
/** The parts of a JSON schema that the sandbox reads. */
type Schema = z.infer<typeof Schema>
export const asSchema = (value: unknown): Schema => Schema.parse(value)
