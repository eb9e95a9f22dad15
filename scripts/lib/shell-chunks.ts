import { normalizePath, type Rolldown } from 'vite'

const isLayout = (id: string): boolean => id.endsWith('/web/shell/layout.tsx')
const isPublicScreen = (id: string): boolean => /\/web\/screens\/(?:auth|legal|help)\//.test(id)
/** Few users open them: what they share with other screens is not loaded with every page. */
const isOperatorScreen = (id: string): boolean => /\/web\/screens\/(?:operator|set-up)\//.test(id)
const isDashboard = (id: string): boolean => id.endsWith('/dashboard-screen.tsx')
/** The tabs of the dashboard that most users see. */
const isTab = (id: string): boolean => /\/(?:overview-content|folders-tab)\.tsx$/.test(id)
const isPalette = (id: string): boolean => id.endsWith('/command-palette.tsx')
const isIcon = (id: string): boolean => id.includes('/node_modules/lucide-react/')
const isLibrary = (id: string): boolean => id.includes('/node_modules/') && !isIcon(id)

/** Tabs and switches with the Radix modules that they need, and small modules of lists of emails. */
const ofMostPages = new RegExp(
  '/web/(?:ui/(?:tabs|switch)|lib/(?:commands|confidence)|api/mail-excerpt|' +
    'features/mail/(?:confidence-label|mail-places|suggested-answer|use-open-in-mailbox))\\.|' +
    '/contract/functions/(?:mail-excerpt|sorted-mail)\\.|/icons/external-link\\.|' +
    '/node_modules/@radix-ui/(?:primitive|react-(?:tabs|switch|roving-focus|' +
    'collection|presence|primitive|slot|context|compose-refs|direction|id|use-[\\w-]+))/',
)

/**
 * Bundles what signed-in pages need into few files: `shell` (around the screens, and what several of them import),
 * `common` (the part of it that public screens need as well), and in the file of the dashboard what only its tabs and
 * their later parts share with it. By default the bundler splits modules by the set of screens and parts that share
 * them, which gives some twenty files of a kilobyte before anything shows. `npm run dev` keeps the split of its first
 * build.
 * @param root the folder of the repository
 */
export function shellChunks(root: string): Rolldown.CodeSplittingGroup {
  let chunks: ReadonlyMap<string, string> | undefined
  return {
    debugName: 'shell',
    name: (id, modules) => {
      chunks ??= chunkNames(normalizePath(root), modules)
      return chunks.get(id) ?? null
    },
    // The imports of these modules are already in these groups, earlier groups or the entry; including them here would
    // empty the entry.
    includeDependenciesRecursively: false,
  }
}

/** The name of the chunk of each module that is not left to the bundler. */
function chunkNames(root: string, modules: Rolldown.ChunkingContext): Map<string, string> {
  const reach = (ids: readonly string[]): Set<string> => collectImports(ids, modules)
  const laterPartsOf = (ids: Iterable<string>): string[] =>
    [...ids].flatMap((id) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
  const entry = reach([`${root}/web/main.tsx`])
  const routed = laterPartsOf([`${root}/web/routes.tsx`])
  const shell = reach(routed.filter(isLayout))
  if (entry.size === 1 || shell.size === 0)
    throw new Error(`${root}/web/main.tsx or the layout that web/routes.tsx loads was not found`)
  const palette = reach(laterPartsOf(shell).filter(isPalette))

  const dashboard = reach(routed.filter(isDashboard))
  const partsOfDashboard = laterPartsOf(dashboard)
  const tabs = reach(partsOfDashboard.filter(isTab))
  const afterTabs = reach([...partsOfDashboard, ...laterPartsOf(tabs)].filter((id) => !isTab(id)))
  const screens = routed
    .filter((id) => !isLayout(id) && !isPublicScreen(id) && !isOperatorScreen(id))
    .map((id) => (isDashboard(id) ? dashboard.union(tabs) : reach([id])))
  const operatorScreens = reach(routed.filter(isOperatorScreen))
  const isShared = (id: string): boolean => {
    const users = screens.filter((screen) => screen.has(id)).length
    const isOfDashboard = dashboard.has(id) || tabs.has(id)
    return users > 2 || (isOfDashboard && (users > 1 || palette.has(id) || operatorScreens.has(id)))
  }
  for (const id of new Set(screens.flatMap((screen) => [...screen])))
    if (ofMostPages.test(id) || (isShared(id) && !isLibrary(id))) shell.add(id)

  // All icons are re-exported by one index, so every module seems to import every icon. Icons of public screens are
  // therefore left to the group of the entry.
  const publicModules = new Set([...reach(routed.filter(isPublicScreen))].filter((id) => !isIcon(id)))
  const chunks = new Map<string, string>()
  for (const id of dashboard.union(tabs.intersection(afterTabs))) if (!isLibrary(id)) chunks.set(id, 'dashboard-screen')
  for (const id of shell) chunks.set(id, publicModules.has(id) ? 'common' : 'shell')
  for (const id of entry) chunks.delete(id)
  return chunks
}

/** The given modules and everything they import statically, directly or through others; not dynamic imports. */
function collectImports(start: readonly string[], modules: Rolldown.ChunkingContext): Set<string> {
  const reached = new Set<string>()
  const waiting = [...start]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    waiting.push(...(modules.getModuleInfo(id)?.importedIds ?? []))
  }
  return reached
}
