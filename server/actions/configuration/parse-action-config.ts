import type { z } from 'zod'
import { fail } from '../../errors.ts'
import { validationMessageMaxLength } from '../../limits.ts'

/** Problems of a refused configuration that the response names. */
const reportedMaxConfigProblems = 3

/**
 * Validates a received configuration by the action's type; missing fields get their defaults.
 * @throws AppError `action_config_invalid`, which names the invalid fields but not their values
 */
export function parseActionConfig<C>(schema: z.ZodType<C>, received: unknown): C {
  const parsed = schema.safeParse(received)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues
    .slice(0, reportedMaxConfigProblems)
    .map(({ path, message }) => [...path.map(String), message].join(': '))
  return fail(
    'action_config_invalid',
    `These settings do not fit the action. ${problems.join('; ')}`.slice(0, validationMessageMaxLength),
  )
}
