import fc from 'fast-check'

/**
 * Two runs of one commit check the same inputs, of which a sample suffices. `npm run test:long` draws a `SEED`, prints
 * it to repeat the run, and tries more inputs.
 */
const seed = process.env['SEED']
fc.configureGlobal(seed === undefined ? { seed: 20_261_118, numRuns: 40 } : { seed: Number(seed), numRuns: 100 })
