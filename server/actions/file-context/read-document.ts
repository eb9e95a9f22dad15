import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { cleanText } from '../../../contract/clean-text.ts'
import { createConcurrencyLimiter } from '../../vendors/http/concurrency-limiter.ts'
import type { DocumentKind } from './document-kind.ts'

const documentReaderMaxConcurrency = 2
/** One document: the process that parses it. */
export const documentReaderLimits = {
  /** Wall-clock time from the start of the process; generous for busy machines. */
  ms: 60_000,
  /** CPU time. */
  cpuMs: 10_000,
  heapMegabytes: 256,
  /** Resident memory of the whole process. */
  memoryBytes: 768 * 1024 * 1024,
  /** Length of the text that it returns. */
  characters: 200_000,
} as const

const root = fileURLToPath(new URL('../../../', import.meta.url))
const reader = fileURLToPath(new URL('./document-reader-process.ts', import.meta.url))

/** The reader may read only the code that it runs. The data directory beside it holds secrets and is excluded. */
export const readerPermissions = [
  '--permission',
  ...['package.json', 'server/*', 'packages/visible-text/*', 'node_modules/*'].map(
    (path) => `--allow-fs-read=${root}${path}`,
  ),
  '--allow-worker',
]

const limiter = createConcurrencyLimiter()

type ReadingLimits = { [L in keyof typeof documentReaderLimits]: number }

/**
 * Extracts a document's text in a child process that can read our code and nothing else: no network, no writing, no
 * other processes, no environment. It is killed at its limits of time, CPU, memory and output, because documents are
 * untrusted.
 * @returns null if the document could not be read within the limits
 */
export const readDocument = (
  kind: DocumentKind,
  bytes: Uint8Array,
  limits: ReadingLimits = documentReaderLimits,
): Promise<string | null> =>
  limiter.run('reader', documentReaderMaxConcurrency, () => readInChildProcess(kind, bytes, limits))

async function readInChildProcess(
  kind: DocumentKind,
  bytes: Uint8Array,
  limits: ReadingLimits,
): Promise<string | null> {
  const child = spawn(
    process.execPath,
    [
      ...readerPermissions,
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
    // UTF-8 needs at most four bytes per character.
    if (size > limits.characters * 4) kill()
    else parts.push(part)
  })
  // The process may exit before it has read all input.
  child.stdin.on('error', () => undefined)
  child.stdin.end(bytes)
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null))
    child.on('close', resolve)
  })
  clearTimeout(timer)
  return code === 0 ? normalizeWhitespace(Buffer.concat(parts).toString('utf8'), limits.characters) : null
}

const normalizeWhitespace = (text: string, most: number): string =>
  cleanText(text, most)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
