import { defineConfig } from 'vitest/config'

/** One runner for all tests; a project per kind, so that each can be run alone: `npx vitest --project modules`. */
export default defineConfig({
  test: {
    // Far more than anything takes: a busy machine must not make a test fail, and one that hangs is told soon enough.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // A worker loads the product once for all of its files, not a second each time: what the product keeps, it keeps in contexts
    // (`startApp` makes one a file), not in modules. A file that fails because of another one has found a module that does keep something.
    isolate: false,
    // As in the product: Node itself (24 or newer, which reads TypeScript) loads the modules. What is not TypeScript alone (JSX, styles) is
    // tested in the browser. Without the loader there is no `vi.mock`, which nobody is to use.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // A condition is waited for as long as a slow machine may need; a second is too short for two cores under load.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'modules',
          include: [
            'contract/**/*.test.ts',
            'server/**/*.test.ts',
            'packages/**/*.test.ts',
            'web/**/*.test.ts',
            'test/*.test.ts',
            'test/conformance/**/*.test.ts',
          ],
          globalSetup: ['test/kit/global-setup.ts'],
          // On two cores: a worker waits for its database and its programs a third of the time. A fourth brings nothing.
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/kit/global-setup.ts'],
          // Each keeps a server, its database and a browser busy: more would only wait. They come after the rooms.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
