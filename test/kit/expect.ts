import { expect as playwrightExpect } from '@playwright/test'

/**
 * What a page is to show is waited for as long as a slow machine may need, as every other condition
 * (`vitest.config.ts`).
 */
export const expect = playwrightExpect.configure({ timeout: 60_000 })
