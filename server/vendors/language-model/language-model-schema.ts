import { z } from 'zod'

type Schema = z.core.JSONSchema.BaseSchema

/** Keywords that servers reject or ignore in a strict schema; zod validates the response in any case. */
const unsupportedKeywords = ['minLength', 'maxLength', 'pattern', 'format', 'default'] as const

/**
 * Converts a zod schema to a strict JSON schema: every field required, no additional ones, alternatives as `anyOf`
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
  for (const name of unsupportedKeywords) delete schema[name]
  if (schema.oneOf) {
    schema.anyOf = schema.oneOf
    delete schema.oneOf
  }
  if (schema.type === 'object' && schema.properties) {
    schema.required = Object.keys(schema.properties)
    schema.additionalProperties = false
  }
}
