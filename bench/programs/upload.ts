import { createHash, randomBytes } from 'node:crypto'
import { FileProvider } from '../../contract/providers.ts'
import { systemClock } from '../../server/clock.ts'
import { readConfig } from '../../server/config.ts'
import { createServices } from '../../server/vendors/create-services.ts'
import type { ServiceAuth } from '../../server/vendors/services/service-auth.ts'
import { contentOf, fileOf } from '../../test/kit/file-stores.ts'
import { answerConsent } from '../../test/kit/outlook.ts'
import { accountsAt, allServices, serviceNames } from '../../test/kit/services.ts'

/**
 * Connects one service and uploads one file of `UPLOAD_BYTES` bytes. Reports the growth of this process's memory and
 * the time taken.
 */
const provider = FileProvider.parse(process.env['UPLOAD_TO'])
const sandboxUrl = process.env['SANDBOX_URL'] ?? ''
const content = contentOf(Number(process.env['UPLOAD_BYTES']))

const service = createServices(readConfig({ ...allServices, SANDBOX_URL: sandboxUrl }), systemClock)[provider]
if (!service?.files) throw new Error(`${provider} stores no files`)
const token = await connect(service.auth)
// The first upload loads code, which must not count in the measured one.
await service.files.uploadFile(token, { ...fileOf(contentOf(1000)), name: 'first.pdf' })
const grown = process.resourceUsage().maxRSS
const begun = performance.now()
await service.files.uploadFile(token, fileOf(content))
const seconds = (performance.now() - begun) / 1000
process.send?.({ mib: (process.resourceUsage().maxRSS - grown) / 1024, seconds })
process.disconnect?.()

async function connect(auth: ServiceAuth): Promise<string> {
  const email = `${randomBytes(5).toString('hex')}@people.example`
  const made = await fetch(sandboxUrl + accountsAt[provider], {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  if (!made.ok) throw new Error(`${provider} returned ${made.status}`)
  const redirectUri = `http://localhost:3000/api/${serviceNames[provider].path}/callback`
  const codeVerifier = randomBytes(32).toString('base64url')
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const back = new URL(await answerConsent(auth.authorizeUrl({ redirectUri, state: 'bench', codeChallenge }), email))
  const code = back.searchParams.get('code') ?? ''
  return (await auth.redeem({ code, codeVerifier, redirectUri })).accessToken
}
