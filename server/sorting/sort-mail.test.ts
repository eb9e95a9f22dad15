import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type App } from '../../test/kit/start-app.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app[Symbol.asyncDispose]())

test('the server answers', async () => {
  const answer = await fetch(`${app.url}/readyz`)
  expect(await answer.json()).toEqual({ status: 'ready' })
})
