import type { Rolldown } from 'vite'

const isLayout = (id: string): boolean => id.endsWith('/web/shell/layout.tsx')
const isForVisitors = (id: string): boolean => /\/web\/screens\/(?:auth|legal|help)\//.test(id)

/**
 * What comes with a page of a signed-in person, whichever it is: the shell around the screens with all that it needs, and what more than half of
 * those screens need. Two files: what visitors' screens need as well, and the rest. Left to itself the bundler cuts modules by which screens
 * share them: some twenty files of a kilobyte before anything shows.
 * @param root the folder of the repository, as the bundler names it
 */
export function shellChunks(root: string): Rolldown.CodeSplittingGroup[] {
  let parts: ShellParts | undefined
  const group = (name: keyof ShellParts): Rolldown.CodeSplittingGroup => ({
    debugName: name,
    name: (id, modules) => {
      parts ??= partsOfShell(root, modules)
      return parts[name].has(id) ? name : null
    },
    // Whole as they are: what they import besides comes with every page.
    includeDependenciesRecursively: false,
  })
  return [group('common'), group('shell')]
}

type ShellParts = Record<'common' | 'shell', Set<string>>

function partsOfShell(root: string, modules: Rolldown.ChunkingContext): ShellParts {
  const reach = (ids: readonly string[]): Set<string> => reachedFrom(ids, modules)
  const loaded = modules.getModuleInfo(`${root}/web/router.tsx`)?.dynamicallyImportedIds ?? []
  const screens = loaded.filter((id) => !isLayout(id) && !isForVisitors(id)).map((id) => reach([id]))
  // Icons come through one index, as if whoever needs one needed all; those that visitors see are in the group `parts`.
  const visitors = new Set([...reach(loaded.filter(isForVisitors))].filter((id) => !id.includes('/lucide-react/')))
  const own = reach(loaded.filter(isLayout))
  if (own.size === 0) throw new Error('web/router.tsx does not load web/shell/layout.tsx')
  for (const id of new Set(screens.flatMap((screen) => [...screen])))
    if (screens.filter((screen) => screen.has(id)).length > screens.length / 2) own.add(id)
  const later = own.difference(reach([`${root}/web/main.tsx`]))
  return { common: later.intersection(visitors), shell: later.difference(visitors) }
}

/** What these modules import, what that imports, and so on, with themselves; not what they load later. */
function reachedFrom(start: readonly string[], modules: Rolldown.ChunkingContext): Set<string> {
  const reached = new Set<string>()
  const waiting = [...start]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    waiting.push(...(modules.getModuleInfo(id)?.importedIds ?? []))
  }
  return reached
}
