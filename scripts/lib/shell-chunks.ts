import { normalizePath, type Rolldown } from 'vite'

const isLayout = (id: string): boolean => id.endsWith('/web/shell/layout.tsx')
const isForVisitors = (id: string): boolean => /\/web\/screens\/(?:auth|legal|help)\//.test(id)
const isIcon = (id: string): boolean => id.includes('/node_modules/lucide-react/')

/**
 * What comes with a page of a signed-in person, whichever it is: the shell around the screens with all that it needs,
 * and what more than half of
 * those screens need, since most people see most of them. Two files: what visitors' screens need as well, and the rest.
 * Left to itself the
 * bundler cuts modules by which screens share them: some twenty files of a kilobyte before anything shows.
 *
 * `npm run dev` keeps the cut of its first build.
 * @param root the folder of the repository
 */
export function shellChunks(root: string): Rolldown.CodeSplittingGroup[] {
  let parts: ShellParts | undefined
  const group = (name: keyof ShellParts): Rolldown.CodeSplittingGroup => ({
    debugName: name,
    name: (id, modules) => {
      parts ??= partsOfShell(normalizePath(root), modules)
      return parts[name].has(id) ? name : null
    },
    // What they import is in these groups, in those above them or in the entry: to take it along would empty the entry.
    includeDependenciesRecursively: false,
  })
  return [group('common'), group('shell')]
}

type ShellParts = Record<'common' | 'shell', Set<string>>

function partsOfShell(root: string, modules: Rolldown.ChunkingContext): ShellParts {
  const reach = (ids: readonly string[]): Set<string> => reachedFrom(ids, modules)
  const entry = reach([`${root}/web/main.tsx`])
  const routed = modules.getModuleInfo(`${root}/web/router.tsx`)?.dynamicallyImportedIds ?? []
  const inShell = reach(routed.filter(isLayout))
  if (entry.size === 1 || inShell.size === 0)
    throw new Error(`${root}/web/main.tsx or the layout that web/router.tsx loads is not where this looks for it`)
  const screens = routed.filter((id) => !isLayout(id) && !isForVisitors(id)).map((id) => reach([id]))
  for (const id of new Set(screens.flatMap((screen) => [...screen])))
    if (screens.filter((screen) => screen.has(id)).length > screens.length / 2) inShell.add(id)
  const afterEntry = inShell.difference(entry)
  // Icons come through one index, as if whoever needs one needed all; those that visitors see are in the group `parts`.
  const visitors = new Set([...reach(routed.filter(isForVisitors))].filter((id) => !isIcon(id)))
  return { common: afterEntry.intersection(visitors), shell: afterEntry.difference(visitors) }
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
