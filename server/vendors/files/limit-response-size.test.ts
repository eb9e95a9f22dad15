import { expect, test } from 'vitest'
import { limitResponseSize } from './limit-response-size.ts'

const answer = (body: string | null, status = 200) =>
  limitResponseSize('dropbox', 5, new Response(body, { status, headers: { 'x-of': 'theirs' } }))

test('passes a response up to the limit and fails beyond', async () => {
  const fits = answer('12345', 409)
  expect([fits.status, fits.headers.get('x-of'), await fits.text()]).toEqual([409, 'theirs', '12345'])
  const refused = { name: 'ServiceError', vendor: 'dropbox', refusal: 'refused', code: 'answer_too_large' }
  await expect(answer('123456').text()).rejects.toMatchObject(refused)
  await expect(answer('123456').arrayBuffer()).rejects.toMatchObject(refused)
})

test('keeps a response without a body', async () => {
  expect(await answer(null, 204).text()).toBe('')
})
