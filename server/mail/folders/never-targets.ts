import type { GraphFolder } from '../../vendors/graph.ts'

/** Mail must never be sorted into these, nor into anything below them (decision 6); syncissues holds conflicts and failures. */
const closed = ['deleteditems', 'junkemail', 'outbox', 'conversationhistory', 'syncissues', 'scheduled'] as const
/** Nor into these, but folders that people make below them are theirs to use. The inbox means "leave". */
const passed = ['inbox', 'drafts', 'sentitems'] as const

export const wellKnownNames = [...closed, ...passed, 'archive'] as const

/** @param ids by well-known name, as far as the mailbox has them */
export function possibleTargets(folders: GraphFolder[], ids: Record<string, string>): GraphFolder[] {
  const idsOf = (names: readonly string[]): Set<string> =>
    new Set(names.flatMap((name) => (ids[name] === undefined ? [] : [ids[name]])))
  const below = idsOf(closed)
  const own = idsOf(passed)
  // Parents come before their children, so one pass closes whole branches.
  return folders.filter(({ id, parentFolderId }) => {
    if (below.has(id) || below.has(parentFolderId)) {
      below.add(id)
      return false
    }
    return !own.has(id)
  })
}
