import { z } from 'zod'
import { StartupError } from '../../startup-error.ts'
import { requireKnownMigration } from '../schema/migrate.ts'

/** First line of an export. Former programs wrote neither time nor version. */
const ExportHeader = z.object({
  format: z.literal(1),
  /** Number of the last migration: a restore creates the tables as they were, then migrates them. */
  migration: z.int().positive(),
  tables: z.array(z.string()),
  writtenAt: z.iso.datetime().optional(),
  /** Of the program. */
  version: z.string().optional(),
})
export type ExportHeader = z.infer<typeof ExportHeader>

/** @throws StartupError where the export is none or of a newer program */
export async function readExportHeader(lines: AsyncIterator<string>): Promise<ExportHeader> {
  const header = ExportHeader.safeParse(parseOrNull((await lines.next()).value))
  if (!header.success) throw new StartupError('This is no backup of Mailroom, or it is damaged.')
  await requireKnownMigration(header.data.migration)
  return header.data
}

function parseOrNull(line: unknown): unknown {
  try {
    const value: unknown = JSON.parse(String(line))
    return value
  } catch {
    return null
  }
}
