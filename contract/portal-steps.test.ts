import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { portalSteps, stepsAt } from './portal-steps.ts'

test('docs/connect-outlook.md has the steps that the page and the terminal show', () => {
  const document = readFileSync('docs/connect-outlook.md', 'utf8').replaceAll(/\s+/g, ' ')
  const missing = stepsAt(portalSteps.outlook, '{PUBLIC_URL}').filter((step) => !document.includes(step))
  expect(missing).toEqual([])
})
