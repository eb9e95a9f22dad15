import type { z } from 'zod'
import { fail } from '../errors.ts'

/**
 * A configuration as it was sent, checked by the type of the action, whole: what is left out becomes the default.
 * @throws Failure `action_config_invalid`, which names the fields that are wrong, never what they held
 */
export function readConfig<C>(schema: z.ZodType<C>, given: unknown): C {
  const read = schema.safeParse(given)
  if (read.success) return read.data
  const told = read.error.issues.slice(0, 3).map(({ path, message }) => [...path.map(String), message].join(': '))
  return fail('action_config_invalid', `These settings do not fit the action. ${told.join('; ')}`.slice(0, 300))
}
