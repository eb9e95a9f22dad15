import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { StartupError } from '../../server/startup-error.ts'

/** Questions to the operator, in a terminal or from piped lines. */
export interface Terminal extends Disposable {
  say(text: string): void
  ask(question: string, fallback?: string): Promise<string>
  /** What is typed does not appear. */
  askSecret(question: string): Promise<string>
  confirm(question: string): Promise<boolean>
}

export function openTerminal(
  input: NodeJS.ReadableStream & { isTTY?: boolean },
  output: NodeJS.WritableStream,
): Terminal {
  let isMuted = false
  const screen = new Writable({
    write(chunk, _encoding, done) {
      if (!isMuted) output.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input, output: screen, terminal: input.isTTY ?? false })
  const pending: string[] = []
  let waiting: ((line: string | null) => void) | null = null
  let isClosed = false
  lines.on('line', (line) => {
    if (!waiting) return void pending.push(line)
    waiting(line)
    waiting = null
  })
  lines.on('close', () => {
    isClosed = true
    waiting?.(null)
  })

  async function next(): Promise<string> {
    const line =
      pending.shift() ?? (isClosed ? null : await new Promise<string | null>((resolve) => (waiting = resolve)))
    if (line === null) throw new StartupError('\nThe input ended. Nothing was written.')
    return line.trim()
  }
  const ask: Terminal['ask'] = async (question, fallback) => {
    output.write(`${question}${fallback ? ` [${fallback}]` : ''}: `)
    return (await next()) || (fallback ?? '')
  }
  return {
    say: (text) => void output.write(`${text}\n`),
    ask,
    async askSecret(question) {
      output.write(`${question} (not shown): `)
      isMuted = true
      const secret = await next()
      isMuted = false
      output.write('\n')
      return secret
    },
    confirm: async (question) => /^y/i.test(await ask(`${question} (y/n)`, 'n')),
    [Symbol.dispose]: () => lines.close(),
  }
}
