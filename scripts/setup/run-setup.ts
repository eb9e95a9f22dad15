import { randomBytes } from 'node:crypto'
import type { Clock } from '../../server/clock.ts'
import { ConfigError, readConfig, type Config } from '../../server/config.ts'
import { defaultOf } from '../../server/setting-fields.ts'
import type { Finding } from '../../server/doctor/finding.ts'
import { findGeneratedSecrets } from '../../server/secrets.ts'
import { isLoopback } from '../../server/setting-combinations.ts'
import { readEnvFile, updateEnvFile, type Settings } from './env-file.ts'
import { sections, type Section } from './sections.ts'
import type { Terminal } from './terminal.ts'

interface SetupOptions {
  file: string
  /** Settings of the environment, which win over those of the file. */
  environment: Record<string, string | undefined>
  clock: Clock
}

/** Asks for all settings, checks each part by real calls, and writes the file at the end. */
export async function runSetup(terminal: Terminal, { file, environment, clock }: SetupOptions): Promise<void> {
  const before = await readEnvFile(file)
  const settings: Settings = { ...before }
  terminal.say('This asks what you want to use, checks it, and writes the settings. Enter keeps the value in brackets.')
  await askAddress(terminal, settings, environment['DATA_DIR'] || settings['DATA_DIR'] || (defaultOf('DATA_DIR') ?? ''))
  const configOf = (changes: Settings): Config => readConfig({ ...environment, ...settings, ...changes })
  for (const section of sections) {
    const isNew = section.fields.every(({ name }) => !environment[name] && !settings[name])
    const suggested = isNew ? await section.suggest?.(environment) : null
    const question = suggested?.question ?? section.question
    if (question && !(await terminal.confirm(`\n${section.title}: ${question}`))) continue
    const found = suggested ?? (isNew ? await section.search?.(terminal) : null)
    const offered = found ? withFallbacks(section, found.fallbacks) : section
    Object.assign(
      settings,
      await fillIn(terminal, offered, settings, (changes) => checkSection(section, configOf(changes), clock)),
    )
  }
  await askSandbox(terminal, settings, environment)
  const changes = Object.fromEntries(Object.entries(settings).filter(([name, value]) => before[name] !== value))
  await updateEnvFile(file, changes)
  const names = Object.keys(changes)
  terminal.say(`\n${names.length === 0 ? 'Nothing has changed.' : `Wrote ${names.join(', ')} to ${file}.`}`)
  terminal.say('Next: npm run doctor checks everything; npm start runs it.')
}

async function askAddress(terminal: Terminal, settings: Settings, dataDir: string): Promise<void> {
  settings['PUBLIC_URL'] = await terminal.ask(
    '\nAddress of the page in the browser',
    settings['PUBLIC_URL'] || 'http://localhost:3000',
  )
  const { protocol, port, hostname = 'localhost' } = URL.parse(settings['PUBLIC_URL']) ?? {}
  // Without a proxy in between, the server listens on the port of the address, and for other machines.
  if (protocol === 'http:' && port) settings['PORT'] = port
  if (protocol === 'http:' && !isLoopback(hostname)) settings['HOST'] ||= '0.0.0.0'
  if (protocol !== 'https:') return
  settings['NODE_ENV'] = 'production'
  // A proxy with the certificate, most often on the same machine.
  settings['TRUSTED_PROXIES'] ||= 'loopback'
  // The embedded database is encrypted with the generated key: with another one its mailboxes could not be used.
  const generated = await findGeneratedSecrets(dataDir)
  settings['JWT_SECRET'] ||= generated?.jwtSecret ?? randomBytes(48).toString('base64')
  settings['ENCRYPTION_KEYS'] ||= generated?.encryptionKey ?? randomBytes(32).toString('base64')
  settings['SUPPORT_EMAIL'] = await terminal.ask('Address to which users write for help', settings['SUPPORT_EMAIL'])
  terminal.say('Secrets for production are created and written, not shown. npm run backup includes them.')
}

/** A set-up is for real mailboxes: mail servers need no setting that would end the sandbox. */
async function askSandbox(terminal: Terminal, settings: Settings, environment: SetupOptions['environment']) {
  const isDecided = ['SANDBOX', 'SANDBOX_URL'].some((name) => environment[name] || settings[name])
  if (isDecided || settings['NODE_ENV'] === 'production') return
  const question = '\nSandbox: simulate Outlook and the other services that you did not set up?'
  settings['SANDBOX'] = String(await terminal.confirm(question))
}

const withFallbacks = (section: Section, fallbacks: Settings): Section => ({
  ...section,
  fields: section.fields.map((field) => ({ ...field, fallback: fallbacks[field.name] ?? field.fallback ?? '' })),
})

async function checkSection({ check, checks }: Section, config: Config, clock: Clock): Promise<Finding[]> {
  const found = check ? await check(config, clock) : []
  return checks ? found.filter((finding) => checks.includes(finding.check)) : found
}

/** Repeats until the check succeeds or the operator accepts or skips what was entered. */
async function fillIn(
  terminal: Terminal,
  section: Section,
  settings: Settings,
  check: (changes: Settings) => Promise<Finding[]>,
): Promise<Settings> {
  terminal.say(
    section
      .steps(settings)
      .map((line) => `  ${line}`)
      .join('\n'),
  )
  for (;;) {
    const changes = await askFields(terminal, section, settings)
    const problems = await problemsOf(() => check(changes))
    for (const line of problems.lines) terminal.say(`  ${line}`)
    if (!problems.isWrong) return changes
    const answer = await terminal.ask('  Enter again (a), keep as it is (k), or skip this part (s)', 'a')
    if (/^k/i.test(answer)) return changes
    if (/^s/i.test(answer)) return {}
  }
}

async function askFields(terminal: Terminal, { fields }: Section, settings: Settings): Promise<Settings> {
  const changes: Settings = {}
  for (const { name, question, secret, fallback } of fields) {
    const known = settings[name] ?? ''
    if (!secret) changes[name] = await terminal.ask(`  ${question}`, known || fallback)
    else changes[name] = (await terminal.askSecret(`  ${question}${known && '; Enter keeps the present one'}`)) || known
  }
  return changes
}

async function problemsOf(check: () => Promise<Finding[]>): Promise<{ lines: string[]; isWrong: boolean }> {
  try {
    const found = await check()
    const lines = found.map(
      ({ level, text, remedy }) => `${level}: ${text}${remedy === null ? '' : `\n    → ${remedy}`}`,
    )
    return { lines, isWrong: found.some(({ level }) => level === 'error') }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { lines: error.problems.map((problem) => `error: ${problem}`), isWrong: true }
  }
}
