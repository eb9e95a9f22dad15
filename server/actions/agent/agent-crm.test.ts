import { beforeEach, expect, test } from 'vitest'
import { runActions } from '../engine/run-actions.ts'
import { crmAgentOfFile, crmFaults } from './testing/crm-agent.ts'

const agent = await crmAgentOfFile()
beforeEach(() => agent.startOver())

test('creates a contact and an opportunity for the sender and marks data from the message as unchecked', async () => {
  const { logId, from } = await agent.sorted()
  const run = await agent.settle(logId)
  expect(run).toMatchObject({ status: 'done' })
  expect(run.effects.map(({ kind }) => kind)).toEqual(['data', 'contact', 'deal'])
  expect(run.effects[1]?.url).toMatch(/^https:/)
  const { contacts, deals } = await agent.made(from)
  expect(contacts).toHaveLength(1)
  expect(contacts[0]?.emails).toEqual([expect.objectContaining({ email: from })])
  expect(deals).toHaveLength(1)
  expect(deals[0]?.summary).toContain(`Found in the email, not checked:\norder number: A-4711`)
  expect(deals[0]?.summary).not.toContain('evil')
})

test('reuses an existing contact; a second message creates a second opportunity', async () => {
  const who = agent.newSender()
  await agent.settle((await agent.sorted(who)).logId)
  const run = await agent.settle((await agent.sorted(who)).logId)
  expect(run.effects[1]?.label).toContain('(was there already)')
  const { contacts, deals } = await agent.made(who.from)
  expect([contacts.length, deals.length]).toEqual([1, 2])
})

test('two messages of one sender at the same time create one contact', async () => {
  const who = agent.newSender()
  const mails = [await agent.sorted(who), await agent.sorted(who), await agent.sorted(who)]
  await Promise.all(mails.map(({ logId }) => runActions(agent.app.ctx, { logId })))
  for (const { logId } of mails) expect((await agent.settle(logId)).status).toBe('done')
  const { contacts, deals } = await agent.made(who.from)
  expect([contacts.length, deals.length]).toEqual([1, 3])
})

// Every one: `agent-crm.long.test.ts`.
test.each(
  crmFaults.filter(([, name], n) => ['done, the answer lost', '503, though done'].includes(name) || n % 9 === 0),
)('%s %s: creates at most one of each; a failure is shown and can be retried', (...fault) =>
  agent.expectOnceAfter(fault),
)
