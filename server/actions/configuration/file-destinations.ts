import { fileProviderOf } from '../../../contract/actions.ts'
import { type FileProvider, providerNames } from '../../../contract/providers.ts'
import { storedFoldersOf } from '../../prompts/describe-plan.ts'
import type { StoredPlan } from '../../prompts/plan-schema.ts'

/**
 * Where an action stores files, as the user reads it: "Dropbox: /Shared/{year}". The folders of its plan are below the
 * configured base folder.
 */
export function fileDestinations(type: string, basePath: string | null | undefined, plan: StoredPlan | null): string[] {
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
