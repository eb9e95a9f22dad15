import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** The workflow `release` adds the repository, so that a clone asks no one for newer versions. */
const Package = z.object({ version: z.string(), repository: z.string().optional() })

/** Of this program. */
const { version, repository } = Package.parse(
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')),
)

export { version }

/** Where GitHub says which release is the newest; null: this program is no release. */
export const releasesUrl = repository?.startsWith('https://github.com/')
  ? `${repository.replace('https://github.com/', 'https://api.github.com/repos/')}/releases/latest`
  : null
