import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/kit/longest-first.ts'

const modules = (suffix: string): string[] => [
  `{contract,scripts,server,packages,web}/**/*.${suffix}`,
  `test/*.${suffix}`,
  `test/{conformance,faults,fuzz,model,torture}/**/*.${suffix}`,
]

/** See `test/kit/fixed-seeds.ts`. */
const seed = process.env['SEED']

/** One runner for all tests. What `npm test` runs is one project: each has its own workers and database. */
export default defineConfig({
  test: {
    // Far longer than any test takes: a busy machine must not fail a test, and a hanging one is still found.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // A worker loads the product once for all of its test files: state lives in contexts (one per file, `startApp`) and
    // not in modules. A file that fails because of another one has found a module with state.
    isolate: false,
    // As in the product, Node itself loads the TypeScript modules. JSX and styles are tested in the browser. Without
    // the loader there is no `vi.mock`, which the repository does not use.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // With a seed in a random order: a given sequencer would not shuffle.
    sequence: seed === undefined ? { sequencer: LongestFirst } : { shuffle: { files: true }, seed: Number(seed) },
    setupFiles: ['test/kit/fixed-seeds.ts'],
    // Polling lasts as long as a slow machine may need.
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        extends: true,
        test: {
          // `npm test`.
          name: 'suite',
          include: [...modules('test.ts'), 'test/e2e/**/*.test.ts'],
          exclude: ['**/?*.long.test.ts'],
          globalSetup: ['test/kit/global-setup.ts'],
          // On two cores: a worker waits a third of its time for its database, browser and programs; a fourth worker
          // gains nothing.
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        test: {
          // What measures time or memory, draws random inputs or kills processes: `npm run test:long`.
          name: 'long',
          include: modules('long.test.ts'),
          globalSetup: ['test/kit/global-setup.ts'],
          maxWorkers: 1,
        },
      },
      {
        extends: true,
        test: {
          // The other states of the screens, sweeps of widths, themes and languages, and what is slow in a browser:
          // `npm run test:long`, and those of changed screens `npm test -- --changed`.
          name: 'e2e-long',
          include: ['test/e2e/**/?*.long.test.ts'],
          globalSetup: ['test/kit/global-setup.ts'],
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        test: {
          // Takes longer than the suite may: `npm run test:nodes`.
          name: 'nodes',
          include: ['test/nodes/**/*.test.ts'],
          globalSetup: ['test/kit/global-setup.ts'],
          maxWorkers: 1,
        },
      },
      {
        extends: true,
        test: {
          // Needs Docker or Podman: `npm run test:image`.
          name: 'image',
          // A container starts later than a process, and `podman exec` as well.
          testTimeout: 1_200_000,
          expect: { poll: { timeout: 300_000, interval: 1000 } },
          include: ['test/image/**/*.test.ts'],
          globalSetup: ['test/kit/global-setup.ts'],
          maxWorkers: 1,
        },
      },
    ],
  },
})
