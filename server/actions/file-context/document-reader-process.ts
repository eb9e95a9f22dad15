import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { isDocumentKind } from './document-kind.ts'
import { extractDocumentText } from './extract-document-text.ts'

/**
 * Entry point of the child process that `read-document.ts` starts without permissions: a document on stdin, its text
 * on stdout. Arguments: kind, maximum characters, maximum bytes of memory, maximum CPU milliseconds.
 */
const [kind, maxCharacters = '', maxMemory = '', maxCpuMs = ''] = process.argv.slice(2)
if (!isDocumentKind(kind))
  throw new Error('Usage: document-reader-process.ts <kind> <max characters> <max bytes of memory> <max CPU ms>')
const limits = { bytes: Number.parseInt(maxMemory, 10), cpuMs: Number.parseInt(maxCpuMs, 10) }
const watch = new Worker(new URL('./reader-limits-watchdog.ts', import.meta.url), { workerData: limits })
await once(watch, 'message')
const text = await extractDocumentText(kind, new Uint8Array(await buffer(process.stdin)))
process.stdout.write(text.slice(0, Number.parseInt(maxCharacters, 10)), () => process.exit(0))
