import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type {
  EnteredValues,
  OperatorSettingsState,
  SettingProblem,
} from '../../contract/functions/operator-settings.ts'
import {
  isAddressForEntra,
  OperatorSetting,
  secretSettings,
  setUpParts,
  type SetUpPart,
} from '../../contract/operator-settings.ts'
import { type Config, readConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { mergeSettings, usesStoredSettings } from '../settings/merge-settings.ts'
import { findOperatorSettings, type FoundSettings } from '../shared/operator-settings.ts'

type SetUpContext = Pick<Context, 'config' | 'db' | 'sealer' | 'stored'>

const environmentOf = ({ config }: Pick<Context, 'config'>): Config => readConfig(config.given)

/** What is set, and by whom. Contains no secret. */
export async function describeSettings(ctx: SetUpContext): Promise<OperatorSettingsState> {
  const stored = await ctx.db.asService((tx) => findOperatorSettings(tx, ctx.sealer))
  const environment = environmentOf(ctx)
  const settings = OperatorSetting.options.map((name) => {
    const given = environment.given[name]
    const value = given ?? stored.values[name]
    const source = given !== undefined ? ('environment' as const) : value === undefined ? null : ('page' as const)
    return { name, source, value: value === undefined ? null : shownValue(name, value) }
  })
  return {
    settings,
    problems: [
      ...mergeSettings(environment, stored).problems.map(problemOf),
      ...(ctx.stored.hasFailed ? [{ name: null, message: failedStart }] : []),
    ],
    // Where the start has failed, nothing is waited for.
    isInEffect: ctx.stored.hasFailed === true || isDeepStrictEqual(stored, ctx.stored),
    usesSandbox: !usesStoredSettings(environment),
    publicUrl: environment.publicUrl,
  }
}

const failedStart =
  'The server could not start with it, and goes on with the former settings. Correct what was changed last; the log ' +
  'has the reason (restart_failed).'

function shownValue(name: OperatorSetting, value: string): string | null {
  if (secretSettings.includes(name)) return null
  if (name !== 'SMTP_URL') return value
  const url = URL.parse(value)
  if (url) url.password = ''
  return url?.href ?? null
}

/** `name` is null where a line concerns several settings, or one that is not among those of the page. */
function problemOf(line: string): SettingProblem {
  const [, name = '', message = ''] = /^([A-Z_]+): (.+)$/s.exec(line) ?? []
  const setting = OperatorSetting.safeParse(name).data
  return setting === undefined ? { name: null, message: line } : { name: setting, message }
}

interface Candidate {
  /** What the node would work with. */
  config: Config
  /** What would change: of a part whose address is another one, its secret as well. */
  changes: EnteredValues
  /** Why the node would not work with it. */
  problems: SettingProblem[]
  /** Those of the part, and those that the change makes: what is wrong with other parts is mended there. */
  obstacles: SettingProblem[]
}

/** What is stored, with what was entered for a part. Changes nothing. */
export async function composeCandidate(ctx: SetUpContext, part: SetUpPart, values: EnteredValues): Promise<Candidate> {
  const stored = await ctx.db.asService((tx) => findOperatorSettings(tx, ctx.sealer))
  const environment = environmentOf(ctx)
  const changes = withoutForeignKey(stored, values)
  const entered = Object.entries({ ...stored.values, ...changes }).filter(([, value]) => value !== '')
  const names: readonly OperatorSetting[] = setUpParts[part]
  const unreadable = stored.unreadable.filter((name) => names.includes(name) && changes[name] === undefined)
  const { config, problems } = mergeSettings(environment, { values: Object.fromEntries(entered), unreadable })
  const before = mergeSettings(environment, stored).problems
  const isObstacle = (line: string): boolean => !before.includes(line) || names.some((name) => line.includes(name))
  const refused = refusedNames(environment, part, changes)
  // Allowed in the environment, where the passphrase may be entered on the page.
  if (changes.BACKUP_DIR && ![...entered, ...Object.entries(environment.given)].some(isPassphrase))
    refused.push({ name: 'BACKUP_PASSPHRASE', message: 'must be set together with BACKUP_DIR' })
  return {
    config,
    changes,
    problems: [...refused, ...problems.map(problemOf)],
    obstacles: [...refused, ...problems.filter(isObstacle).map(problemOf)],
  }
}

const isPassphrase = ([name]: [string, string]): boolean => name === 'BACKUP_PASSPHRASE'

/** A key is not sent to another server than the one that it was entered for. */
function withoutForeignKey({ values: stored }: FoundSettings, values: EnteredValues): EnteredValues {
  const isOtherServer = values.AI_BASE_URL !== undefined && values.AI_BASE_URL !== stored.AI_BASE_URL
  return isOtherServer && stored.AI_API_KEY !== undefined ? { AI_API_KEY: '', ...values } : values
}

function refusedNames(environment: Config, part: SetUpPart, values: EnteredValues): SettingProblem[] {
  const names: readonly string[] = setUpParts[part]
  const problems = OperatorSetting.options
    .filter((name) => values[name] !== undefined)
    .flatMap((name): SettingProblem[] => {
      if (!names.includes(name)) return [{ name, message: 'belongs to another part' }]
      if (environment.given[name] === undefined) return []
      return [{ name, message: 'is set in the environment; change it there' }]
    })
  if (values.MICROSOFT_CLIENT_ID && !isAddressForEntra(environment.publicUrl))
    problems.push({ name: 'MICROSOFT_CLIENT_ID', message: entraAddress })
  if (values.BACKUP_DIR && !path.isAbsolute(values.BACKUP_DIR))
    problems.push({ name: 'BACKUP_DIR', message: 'must be a whole path, such as /srv/backups' })
  return problems
}

const entraAddress =
  'Microsoft registers https addresses only, and http://localhost. Set PUBLIC_URL to such an address first, as ' +
  'docs/home-server.md describes, or connect the mailbox by IMAP.'
