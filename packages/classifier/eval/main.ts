import { parseArgs } from 'node:util'
import { reportInputErrors } from './input-error.ts'
import { switchOff } from './parts.ts'

reportInputErrors()

const { values } = parseArgs({ strict: false, options: { without: { type: 'string', multiple: true } } })
switchOff((values.without ?? []).map(String))
// Reads the classifier, after its parts are switched off.
await import('./commands.ts')
