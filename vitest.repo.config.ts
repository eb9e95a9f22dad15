import { defineConfig } from 'vitest/config'

/** The rules of the repository and of its mutants alone: they need no database. A busy machine must not fail one. */
export default defineConfig({
  test: { include: ['test/repo.test.ts', 'test/mutants.test.ts'], testTimeout: 600_000 },
})
