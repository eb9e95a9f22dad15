import { z } from 'zod'
import { errors } from '../../contract/errors.ts'
import { routes } from '../../server/app.ts'

const ErrorBody = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

/** docs/openapi.json: the functions of the page, from the schemas that validate their requests and responses. */
export function openApi(): object {
  const functions = routes.flatMap((route) => (route.kind === 'function' ? [route] : []))
  const paths = functions
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ name, input, output, limit }) => [
      `/functions/v1/${name}`,
      {
        post: {
          operationId: name,
          description: `At most ${limit.points} requests in ${limit.seconds} seconds per ${limit.by}.`,
          requestBody: { required: true, content: json(input, 'input') },
          responses: {
            200: { description: 'Success', content: json(output, 'output') },
            default: { description: 'Refused: a code of components.x-error-codes', content: json(ErrorBody, 'output') },
          },
        },
      },
    ])
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mailroom',
      version: '1',
      description:
        'Functions for signed-in users. Accounts (/auth/v1) follow the GoTrue protocol and tables (/rest/v1) the ' +
        'PostgREST protocol; the official Supabase clients speak both.',
    },
    servers: [{ url: '/' }],
    security: [{ user: [] }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: { user: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      'x-error-codes': Object.fromEntries(
        Object.entries(errors).map(([code, [status, message]]) => [code, { status, message }]),
      ),
    },
  }
}

const json = (schema: z.ZodType, io: 'input' | 'output') => ({
  'application/json': { schema: schemaOf(schema, io) },
})

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
