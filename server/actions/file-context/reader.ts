import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { isDocumentKind } from './document-kind.ts'
import { documentText } from './document-text.ts'

/**
 * A process of its own (checklist F5): a document comes in, its text goes out, and nothing else. `read-document.ts` starts it without rights
 * and ends it. Arguments: kind of the document, most characters of text, most bytes of memory, most milliseconds of work.
 */
const [kind, mostCharacters = '', mostMemory = '', mostCpu = ''] = process.argv.slice(2)
if (!isDocumentKind(kind))
  throw new Error('Usage: reader.ts <kind> <most characters> <most bytes of memory> <most milliseconds of work>')
const limits = { bytes: Number.parseInt(mostMemory, 10), cpuMs: Number.parseInt(mostCpu, 10) }
const watch = new Worker(new URL('./watch-limits.ts', import.meta.url), { workerData: limits })
await once(watch, 'message')
const text = await documentText(kind, new Uint8Array(await buffer(process.stdin)))
process.stdout.write(text.slice(0, Number.parseInt(mostCharacters, 10)), () => process.exit(0))
