/** `npm run docs`: generates docs/settings.md and docs/openapi.json from the code. */
import { writeFile } from 'node:fs/promises'
import { openApi } from './reference/openapi.ts'
import { settingsReference } from './reference/settings-reference.ts'

await writeFile('docs/settings.md', settingsReference())
await writeFile('docs/openapi.json', `${JSON.stringify(openApi(), null, 2)}\n`)
