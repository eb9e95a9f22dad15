import { z } from 'zod'

type Schema = z.core.JSONSchema.BaseSchema

/** What servers of this protocol refuse in a strict schema, or do not look at; the answer is checked by zod in any case. */
const notSent = ['minLength', 'maxLength', 'pattern', 'format', 'default'] as const

/**
 * The JSON schema that goes along with a question: every field required, nothing beside them, alternatives as `anyOf`
 * (platform.openai.com/docs/guides/structured-outputs, "Supported schemas").
 */
export function strictJsonSchema(schema: z.ZodType): Schema {
  const { $schema: _, ...strict } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => makeStrict(jsonSchema),
  })
  return strict
}

function makeStrict(schema: Schema): void {
  for (const name of notSent) delete schema[name]
  if (schema.oneOf) {
    schema.anyOf = schema.oneOf
    delete schema.oneOf
  }
  if (schema.type === 'object' && schema.properties) {
    schema.required = Object.keys(schema.properties)
    schema.additionalProperties = false
  }
}
