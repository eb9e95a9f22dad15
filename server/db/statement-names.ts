/** Prepared statements per connection, uses before a statement is prepared, and texts whose uses are counted. */
const preparedStatementMaxCount = 400
export const preparedStatementMinUses = 3
const preparedStatementCandidates = 1000

/** Names of prepared statements: PostgreSQL plans such a statement once per connection instead of at each execution. */
export interface StatementNames {
  /** @returns undefined for a text that is not prepared */
  nameOf(text: string): string | undefined
}

/**
 * `select *`, `returning "table".*` and the like. Such a statement fails on each connection that has prepared it once a
 * migration adds a column ("cached plan must not change result type"), which the nodes of the former version would not
 * survive.
 */
const wholeRows = /(?:\b(?:select|distinct|returning)|,)\s+(?:"?\w+"?\.)*\*/

/**
 * Names texts that recur. A list of values makes one text per length, and each prepared statement occupies memory on
 * each connection: rare texts get no name, and the number of names is bounded.
 */
export function createStatementNames(): StatementNames {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()
  return {
    nameOf(text) {
      const known = names.get(text)
      if (known !== undefined || names.size >= preparedStatementMaxCount) return known
      if (wholeRows.test(text)) return undefined
      const count = (uses.get(text) ?? 0) + 1
      uses.delete(text)
      if (count < preparedStatementMinUses) {
        uses.set(text, count)
        // The first key is the one whose last use is the longest ago.
        const [oldest] = uses.keys()
        if (uses.size > preparedStatementCandidates && oldest !== undefined) uses.delete(oldest)
        return undefined
      }
      const name = `mailroom_${names.size}`
      names.set(text, name)
      return name
    },
  }
}
