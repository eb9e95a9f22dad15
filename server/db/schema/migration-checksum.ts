import { createHash } from 'node:crypto'
import formerChecksums from '../migrations/former-checksums.json' with { type: 'json' }

/** Former versions computed other checksums for the same statements. */
const replacedChecksums = new Map<string, { checksum: string; former: string[] }>(Object.entries(formerChecksums))

/**
 * SHA-256 of the statements without comments and layout: a comment may be improved after the migration was applied.
 * String literals and quoted names count as they are. Dollar-quoted text counts as code, because the migrations use it
 * only for bodies of functions and `do` blocks.
 */
export function checksumOf(sql: string): string {
  const statements = sql.replaceAll(
    /('(?:[^']|'')*'|"(?:[^"]|"")*")|(?:--.*|\s)+/g,
    (_, literal: string | undefined) => literal ?? ' ',
  )
  return createHash('sha256').update(statements.trim()).digest('hex')
}

/** Whether a former version recorded `recorded` for the statements that the file still has. */
export function isFormerChecksum(recorded: string, file: { name: string; checksum: string }): boolean {
  const replaced = replacedChecksums.get(file.name)
  return replaced?.checksum === file.checksum && replaced.former.includes(recorded)
}
