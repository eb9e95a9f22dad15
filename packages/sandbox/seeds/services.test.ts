import { expect, test } from 'vitest'
import { createWorld, resetWorld } from '../kit/create-world.ts'
import { seedDemo } from './demo.ts'
import { owner } from './owner.ts'

test('Robin has files in OneDrive, and contacts and a deal in Teamleader; a reset takes them away', async () => {
  const world = createWorld({ demo: true })
  seedDemo(world)
  const drive = world.drives.byEmail.get(owner.address)
  expect(drive?.items.size).toBeGreaterThan(3)
  const user = world.teamleader.users.get(owner.address)
  expect([user?.firstName, user?.lastName]).toEqual(['Robin', 'Maes'])
  expect(user?.contacts.size).toBeGreaterThan(1)
  expect(user?.deals.size).toBe(1)
  await resetWorld(world)
  expect([world.drives.byEmail.size, world.teamleader.users.size]).toEqual([0, 0])
})
