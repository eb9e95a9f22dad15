import { expect, test } from 'vitest'
import { startLibrary } from './testing/library.ts'

test('cancels a statement that takes too long', async () => {
  await using library = await startLibrary()
  await library.asOwner(
    `create view public.slow with (security_invoker = true) as select 1 as n from pg_sleep(30);
     grant select on slow to authenticated`,
  )
  library.advance(20_000)
  const { error, status } = await library.client.from('slow').select()
  expect([status, error?.code, error?.message]).toEqual([500, '57014', 'canceling statement due to statement timeout'])
})
