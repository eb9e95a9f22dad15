import { actionConfigs, type UsableActionType, fileProviderOf } from '../../../contract/actions.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { findStoredPlan, savePlan, type PreparedPlan } from '../../prompts/action-plan.ts'
import type { Caller } from '../../http/request/caller.ts'
import { checkNewDestination } from '../forward-addresses/request-address-confirmation.ts'
import { parseActionConfig } from './parse-action-config.ts'
import { notifyFileDestination } from './notify-file-destination.ts'
import { type FileProvider, providerNames } from '../../../contract/providers.ts'
import { storedFoldersOf } from '../../prompts/describe-plan.ts'
import type { StoredPlan } from '../../prompts/plan-schema.ts'

/**
 * Where an action stores files, as the user reads it: "Dropbox: /Shared/(year)". The folders of its plan are below the
 * configured base folder.
 */
function fileDestinations(type: string, basePath: string | null | undefined, plan: StoredPlan | null): string[] {
  const provider = fileProviderOf(type)
  const base = (basePath ?? '').split('/').filter((name) => name.trim() !== '')
  if (provider) {
    const folders = plan?.kind === 'store' ? storedFoldersOf(plan, provider) : []
    const [{ folder } = { folder: [] }] = folders
    return [destination(provider, [...base, ...folder])]
  }
  if (type !== 'ai_agent_action' || plan?.kind !== 'agent') return []
  const all = storedFoldersOf(plan, 'dropbox').map(({ platform, folder }) => destination(platform, folder))
  return [...new Set(all)]
}

const destination = (provider: FileProvider, folder: readonly string[]): string =>
  `${providerNames[provider]}: /${folder.join('/')}`

/**
 * Before a configuration is saved, by the function or through the table: it is valid for the action's type, and a new
 * address to forward to needs a recent sign-in.
 * @returns the whole configuration, with defaults
 * @throws AppError `action_config_invalid`, `reauthentication_needed`, `forward_address_own`
 */
export async function checkConfiguration(
  ctx: Pick<Context, 'clock' | 'db' | 'vendors'>,
  user: Pick<Caller, 'userId' | 'sessionId'>,
  type: UsableActionType,
  received: unknown,
): Promise<Record<string, unknown>> {
  const config = parseActionConfig<Record<string, unknown>>(actionConfigs[type], received)
  if (type === 'forward_mail') await checkNewDestination(ctx, user, config)
  return config
}

/** In the transaction that saves a configuration, or right after it: its plan, and what is reported to the user. */
export async function applyConfiguration(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'limits' | 'sealer'>,
  about: {
    at: { userId: string; folderId: string; actionId: string }
    folderActionId: string
    mailboxId: string
    type: UsableActionType
    formerBasePath: string | null | undefined
    /** Every place is another one then. */
    isFormerUnknown?: boolean
    basePath: string | null | undefined
    plan: PreparedPlan | null
    ip: string
  },
): Promise<void> {
  const { at, folderActionId, mailboxId, type, formerBasePath, isFormerUnknown = false, basePath, plan, ip } = about
  const formerPlan = await findStoredPlan(tx, folderActionId)
  const former = new Set(isFormerUnknown ? [] : fileDestinations(type, formerBasePath, formerPlan))
  await savePlan(ctx, tx, at, plan)
  const destinations = fileDestinations(type, basePath, plan?.plan ?? null).filter((each) => !former.has(each))
  if (destinations.length > 0)
    await notifyFileDestination(tx, ctx, { userId: at.userId, mailboxId, folderActionId, destinations, ip })
  await publishLiveEvent(tx, at.userId, { type: 'folders', mailboxId })
}

/** Where the action sends mail or stores files, for the audit log. */
export const destinationOf = (config: unknown): string | null => {
  const { destination_email: address, baseFolderPath: path } = Object(config)
  return [address, path].find((value) => typeof value === 'string' && value !== '')?.toString() ?? null
}
