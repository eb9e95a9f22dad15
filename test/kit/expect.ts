import { expect as playwrightExpect } from '@playwright/test'

/**
 * Playwright's assertions with the time-out of all other conditions (`vitest.config.ts`), long enough for a slow
 * machine.
 */
export const expect = playwrightExpect.configure({ timeout: 120_000 })
