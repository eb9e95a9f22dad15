import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ofFile } from '../../../test/kit/of-file.ts'
import { startTables } from '../../tables/testing/start-tables.ts'
import { mountRoutes } from './mount-routes.ts'
import { functionRoute, perUser } from './route.ts'

const tables = await ofFile(startTables())

test('the input of a function is parsed once', async () => {
  const { token } = await tables.addUser()
  let parsed = 0
  const route = functionRoute('measure', {
    auth: 'user',
    limit: perUser(10, 'minute'),
    input: z.strictObject({ text: z.string().transform((text) => `${text} ${++parsed}`) }),
    output: z.strictObject({ text: z.string() }),
    handle: async (_ctx, { input }) => input,
  })
  const call = {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'read' }),
  }
  const from = { incoming: { socket: new Socket() } }
  const response = await mountRoutes(tables.ctx, [route]).request('/functions/v1/measure', call, from)
  expect([await response.json(), parsed]).toEqual([{ text: 'read 1' }, 1])
})
