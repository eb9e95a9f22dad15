import fc from 'fast-check'

/**
 * Two runs of one commit check the same inputs. `SEED` repeats a run of `npm run test:long`, which draws a seed and
 * prints it.
 */
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 20_261_118) })
