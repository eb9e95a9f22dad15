import { defineConfig } from 'vitest/config'

/** The repository rules alone: they need no database. */
export default defineConfig({ test: { include: ['test/repo.test.ts'] } })
