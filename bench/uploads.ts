import { once } from 'node:events'
import { z } from 'zod'
import { FileProvider, providerNames } from '../contract/providers.ts'
import { startProgram } from '../scripts/lib/children.ts'
import { measured, type Measurement } from './lib/report.ts'

const mib = 2 ** 20
const large = 150 * mib
/** Far fewer pieces, and enough of them that memory has found its level. */
const little = 50 * mib

const Told = z.object({ mib: z.number(), seconds: z.number() })

/**
 * How much memory the upload of a large file takes in a process of its own, against that of a third of it: by the same
 * way, so that
 * the ratio says whether it grows with the file.
 */
export async function uploads(): Promise<Measurement[]> {
  await using sandbox = startProgram('bench/programs/sandbox.ts')
  const [sandboxUrl] = await once(sandbox.child, 'message')
  const results: Measurement[] = []
  for (const provider of FileProvider.options) {
    const put = async (bytes: number) => {
      const settings = { UPLOAD_TO: provider, UPLOAD_BYTES: String(bytes), SANDBOX_URL: String(sandboxUrl) }
      await using program = startProgram('bench/programs/upload.ts', settings)
      const [told] = await once(program.child, 'message')
      return Told.parse(told)
    }
    const floor = await put(little)
    const { mib: value, seconds } = await put(large)
    const note = `${(large / mib / seconds).toFixed(0)} MiB a second`
    const what = `${large / mib} MiB to ${providerNames[provider]}, memory`
    results.push(measured(what, 'MiB', value, floor.mib, { budget: 128, note }))
  }
  return results
}
