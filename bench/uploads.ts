import { once } from 'node:events'
import { z } from 'zod'
import { FileProvider, providerNames } from '../contract/providers.ts'
import { startProgram } from '../scripts/lib/child-processes.ts'
import { measurement, type Measurement } from './lib/report.ts'

const mib = 2 ** 20
const large = 150 * mib
/** A third of the large file: fewer chunks, but enough for memory use to level off. */
const small = 50 * mib

const UploadResult = z.object({ mib: z.number(), seconds: z.number() })

/**
 * Memory that the upload of a large file needs in its own process, compared with a file of a third of the size. The
 * ratio shows whether memory grows with the file.
 */
export async function uploads(): Promise<Measurement[]> {
  await using sandbox = startProgram('bench/programs/sandbox.ts')
  const [sandboxUrl] = await once(sandbox.child, 'message')
  const results: Measurement[] = []
  for (const provider of FileProvider.options) {
    const measureUpload = async (bytes: number) => {
      const settings = { UPLOAD_TO: provider, UPLOAD_BYTES: String(bytes), SANDBOX_URL: String(sandboxUrl) }
      await using program = startProgram('bench/programs/upload.ts', settings)
      const [result] = await once(program.child, 'message')
      return UploadResult.parse(result)
    }
    const floor = await measureUpload(small)
    const { mib: value, seconds } = await measureUpload(large)
    const note = `${(large / mib / seconds).toFixed(0)} MiB a second`
    const what = `${large / mib} MiB to ${providerNames[provider]}, memory`
    results.push(measurement(what, 'MiB', value, floor.mib, { budget: 128, note }))
  }
  return results
}
