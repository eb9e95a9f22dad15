/**
 * Known vulnerabilities of the packages, where the registry reports them; part of `npm run test:long`, since the answer
 * for one commit changes from day to day.
 */
import { spawnSync } from 'node:child_process'
import { z } from 'zod'

/** @returns what is wrong; null where the registry has no audit or cannot be reached */
function auditFindings(): string | null {
  const { status, stdout } = spawnSync('npm', ['audit', '--audit-level=high', '--json', '--fetch-retries=0'], {
    encoding: 'utf8',
    timeout: 20_000,
  })
  const report = z.object({ metadata: z.object({ vulnerabilities: z.unknown() }) }).safeParse(parseJson(stdout))
  if (!report.success) return null
  return status === 0 ? '' : `npm audit reports: ${JSON.stringify(report.data.metadata.vulnerabilities)}`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const findings = auditFindings()
if (findings === null) console.log('skipped: the registry did not answer npm audit')
else if (findings !== '') console.log(findings)
process.exit(findings ? 1 : 0)
