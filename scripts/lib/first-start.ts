import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../server/config.ts'
import { findEmbeddedData } from '../../server/db/embedded/data-location.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { isOutlookSimulated } from '../../server/simulated-services.ts'
import { sandboxFolder } from './describe-installation.ts'
import { deleteLocalState } from './start-over.ts'

/** Exists while `scripts/first-start.ts` runs: clocks of an unfinished state are in the past. */
const markerOf = ({ dataDir }: Config): string => join(dataDir, 'first-start')

/** Whether the past of the demo has to be prepared. Deletes what an interrupted attempt has left. */
export async function isFirstStart(config: Config): Promise<boolean> {
  if (config.sandboxPort === null || config.databaseUrl !== null || !isOutlookSimulated(config)) return false
  if (existsSync(markerOf(config))) await deleteLocalState(config)
  return (await findEmbeddedData(config.dataDir)) === null && !existsSync(sandboxFolder(config))
}

/**
 * Prepares the past of the demo. Without it the product works as well, so a failure is not one of the start.
 * Where `stop` interrupts it, the next start begins again.
 * @param run runs `scripts/first-start.ts` and returns its exit code
 */
export async function prepareFirstStart(config: Config, run: () => Promise<number>, stop: AbortSignal): Promise<void> {
  // Creates DATA_DIR.
  await loadSecrets(config)
  await writeFile(markerOf(config), '')
  const code = await run()
  if (stop.aborted) return
  if (code !== 0) {
    process.stderr.write('The past of the demo account could not be prepared, see above. It starts without.\n')
    await deleteLocalState(config)
  }
  await rm(markerOf(config))
}
