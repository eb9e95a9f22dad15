import { expect, test } from 'vitest'
import { createSandboxState, resetSandbox } from '../sandbox-state.ts'
import { seedDemo } from './seed-demo.ts'
import { owner } from './mailbox-owner.ts'

test('Robin has files in OneDrive, and contacts and a deal in Teamleader; a reset takes them away', async () => {
  const sandbox = createSandboxState({ demo: true })
  seedDemo(sandbox)
  const drive = sandbox.drives.byEmail.get(owner.address)
  expect(drive?.items.size).toBeGreaterThan(3)
  const user = sandbox.teamleader.users.get(owner.address)
  expect([user?.firstName, user?.lastName]).toEqual(['Robin', 'Maes'])
  expect(user?.contacts.size).toBeGreaterThan(1)
  expect(user?.deals.size).toBe(1)
  await resetSandbox(sandbox)
  expect([sandbox.drives.byEmail.size, sandbox.teamleader.users.size]).toEqual([0, 0])
})
