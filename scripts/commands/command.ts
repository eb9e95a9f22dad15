import type { Context } from '../../server/context.ts'

export interface Command {
  /** The words that call it. */
  name: string
  /** How its arguments are written in the usage. */
  argumentNames: string
  args: { min: number; max: number }
  help: string
  /** @returns the lines to print. @throws StartupError what the operator can correct */
  run(ctx: Context, args: string[]): Promise<string[]>
}

/** Columns of equal width. */
export function table(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
