import { normalizePath, type Rolldown } from 'vite'

const isLayout = (id: string): boolean => id.endsWith('/web/shell/layout.tsx')
const isPublicScreen = (id: string): boolean => /\/web\/screens\/(?:auth|legal|help)\//.test(id)
const isIcon = (id: string): boolean => id.includes('/node_modules/lucide-react/')

/**
 * Bundles the code that every signed-in page needs (the shell around the screens, and modules that more than half of
 * the screens import) into two files: `common`, which public screens need as well, and `shell`. By default the bundler
 * splits modules by the set of screens that share them, which gives some twenty files of a kilobyte before anything
 * shows. `npm run dev` keeps the split of its first build.
 * @param root the folder of the repository
 */
export function shellChunks(root: string): Rolldown.CodeSplittingGroup[] {
  let parts: ShellParts | undefined
  const group = (name: keyof ShellParts): Rolldown.CodeSplittingGroup => ({
    debugName: name,
    name: (id, modules) => {
      parts ??= splitShell(normalizePath(root), modules)
      return parts[name].has(id) ? name : null
    },
    // The imports of these modules are already in these groups, earlier groups or the entry; including them here would
    // empty the entry.
    includeDependenciesRecursively: false,
  })
  return [group('common'), group('shell')]
}

type ShellParts = Record<'common' | 'shell', Set<string>>

function splitShell(root: string, modules: Rolldown.ChunkingContext): ShellParts {
  const reach = (ids: readonly string[]): Set<string> => collectImports(ids, modules)
  const entry = reach([`${root}/web/main.tsx`])
  const routed = modules.getModuleInfo(`${root}/web/routes.tsx`)?.dynamicallyImportedIds ?? []
  const inShell = reach(routed.filter(isLayout))
  if (entry.size === 1 || inShell.size === 0)
    throw new Error(`${root}/web/main.tsx or the layout that web/routes.tsx loads was not found`)
  const screens = routed.filter((id) => !isLayout(id) && !isPublicScreen(id)).map((id) => reach([id]))
  for (const id of new Set(screens.flatMap((screen) => [...screen])))
    if (screens.filter((screen) => screen.has(id)).length > screens.length / 2) inShell.add(id)
  const afterEntry = inShell.difference(entry)
  // All icons are re-exported by one index, so every module seems to import every icon. Icons of public screens are
  // therefore left to the group `parts`.
  const publicModules = new Set([...reach(routed.filter(isPublicScreen))].filter((id) => !isIcon(id)))
  return { common: afterEntry.intersection(publicModules), shell: afterEntry.difference(publicModules) }
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
