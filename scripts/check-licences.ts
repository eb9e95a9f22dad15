/** Licences of the packages in the lock file; part of `npm run check`. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'

/** Licences that a program under the MIT licence may use unchanged. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  // Older packages name no version; their files hold the text of BSD-2-Clause or BSD-3-Clause.
  'BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

const Lock = z.object({ packages: z.record(z.string(), z.object({ license: z.string().optional() })) })

/** An expression is allowed if one alternative of each `OR` is, and every part of each `AND`. */
const isAllowed = (licence: string): boolean =>
  licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((alternative) => alternative.split(' AND ').every((part) => allowed.has(part.trim())))

async function refusedLicences(): Promise<string[]> {
  const lock = Lock.parse(JSON.parse(await readFile('package-lock.json', 'utf8')))
  return Object.entries(lock.packages)
    .filter(([path, { license }]) => path !== '' && !isAllowed(license ?? ''))
    .map(([path, { license = 'no licence' }]) => `${path.replace(/^.*node_modules\//, '')}: ${license}`)
}

const refused = await refusedLicences()
if (refused.length > 0) console.log(`Licences that are not allowed:\n${refused.join('\n')}`)
process.exit(refused.length > 0 ? 1 : 0)
