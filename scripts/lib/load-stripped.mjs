// Preloaded by run.mjs into the server of a household.
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { readStripped } from './stripped-sources.mjs'

registerHooks({
  load: (url, context, nextLoad) =>
    url.startsWith('file:') && url.endsWith('.ts')
      ? { format: 'module', source: readStripped(fileURLToPath(url)), shortCircuit: true }
      : nextLoad(url, context),
})
