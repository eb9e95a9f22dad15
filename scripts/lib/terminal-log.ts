/** The part of a terminal's stream that the log needs. */
interface Terminal {
  /** 0 where it is not known. */
  columns: number
  write(text: string): unknown
}

/** Prints lines above a footer, which stays the last thing on the screen. */
export function createTerminalLog(terminal: Terminal) {
  let footer: readonly string[] = []
  const rowsOf = (line: string): number => Math.max(1, Math.ceil(line.length / (terminal.columns || Infinity)))
  const print = (lines: readonly string[], next: readonly string[]): void => {
    const rows = footer.reduce((sum, line) => sum + rowsOf(line), 0)
    footer = next
    const erased = rows > 0 ? `\u001b[${rows}A\u001b[0J` : ''
    terminal.write(erased + [...lines, ...footer].map((line) => `${line}\n`).join(''))
  }
  return {
    line: (text: string): void => print([text], footer),
    setFooter: (lines: readonly string[]): void => print([], lines),
  }
}
