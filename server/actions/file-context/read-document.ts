import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { cleanText } from '../../vendors/clean-text.ts'
import { createTurns } from '../../vendors/turns.ts'
import type { DocumentKind } from './document-kind.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const reader = fileURLToPath(new URL('./reader.ts', import.meta.url))

export const readingLimits = {
  /** From the start of its process: a busy machine may take long for what is little work. */
  ms: 60_000,
  /** What it may work, of that time. */
  cpuMs: 10_000,
  heapMegabytes: 256,
  /** Of the process as a whole. */
  memoryBytes: 768 * 1024 * 1024,
  characters: 200_000,
} as const

/** Our code and the libraries that it reads with; not the folder of data that may lie beside them, with the secrets of this server. */
export const readerRights = [
  '--permission',
  ...['package.json', 'server/*', 'node_modules/*'].map((path) => `--allow-fs-read=${root}${path}`),
  '--allow-worker',
]

/** Each may take as much memory as its limit says: whoever sends many hostile documents must not get it times as many. */
const readersAtOnce = 2
const turns = createTurns()

type Limits = { [L in keyof typeof readingLimits]: number }

/**
 * The text of a document, read in a process of its own that may read our code and nothing else: no network, no writing, no other
 * process, no settings of ours; killed at its limits of time, work, memory and output (checklist F5).
 * @returns null where it could not be read within the limits
 */
export const readDocument = (
  kind: DocumentKind,
  bytes: Uint8Array,
  limits: Limits = readingLimits,
): Promise<string | null> => turns.take('reader', readersAtOnce, () => readApart(kind, bytes, limits))

async function readApart(kind: DocumentKind, bytes: Uint8Array, limits: Limits): Promise<string | null> {
  const child = spawn(
    process.execPath,
    [
      ...readerRights,
      '--no-warnings',
      `--max-old-space-size=${limits.heapMegabytes}`,
      reader,
      kind,
      String(limits.characters),
      String(limits.memoryBytes),
      String(limits.cpuMs),
    ],
    { env: {}, cwd: root, stdio: ['pipe', 'pipe', 'ignore'] },
  )
  const kill = (): boolean => child.kill('SIGKILL')
  const timer = setTimeout(kill, limits.ms)
  const parts: Buffer[] = []
  let size = 0
  child.stdout.on('data', (part: Buffer) => {
    size += part.length
    // UTF-8 has at most four bytes for a character.
    if (size > limits.characters * 4) kill()
    else parts.push(part)
  })
  // It may end before it has read everything.
  child.stdin.on('error', () => undefined)
  child.stdin.end(bytes)
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null))
    child.on('close', resolve)
  })
  clearTimeout(timer)
  return code === 0 ? tidy(Buffer.concat(parts).toString('utf8'), limits.characters) : null
}

const tidy = (text: string, most: number): string =>
  cleanText(text, most)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
