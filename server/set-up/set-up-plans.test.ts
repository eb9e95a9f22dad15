import { expect, test } from 'vitest'
import { appOfFile } from '../../test/kit/start-app.ts'
import { createPlans } from './set-up-plans.ts'

const app = await appOfFile()
const { stripe } = app.ctx.config
if (!stripe) throw new Error('There is no Stripe')
const settings = { ...stripe, mode: 'test' as const, setUp: 'command' as const }
const values = { STRIPE_SECRET_KEY: stripe.secretKey }

test('creates prices and endpoint for the key, and takes the secret that only a new endpoint has', async () => {
  const first = await createPlans(app.ctx, settings, values)
  expect(first.problems).toEqual([])
  expect(first.findings[0]).toEqual({ level: 'ok', text: 'Pro: 19.00 USD a month, created', remedy: null })
  expect(first.values).toEqual({ ...values, STRIPE_WEBHOOK_SECRET: expect.stringMatching(/^whsec_/) })

  const again = await createPlans(app.ctx, settings, values)
  expect(again.findings[0]?.text).toBe('Pro: 19.00 USD a month, there already')
  expect(again.problems).toEqual([
    { name: 'STRIPE_WEBHOOK_SECRET', message: expect.stringContaining('copy its secret') },
  ])
  const entered = { ...values, STRIPE_WEBHOOK_SECRET: 'whsec_copied_from_there' }
  expect(await createPlans(app.ctx, settings, entered)).toMatchObject({ values: entered, problems: [] })
})

test('says why Stripe creates nothing', async () => {
  const refused = await createPlans(app.ctx, { ...settings, secretKey: 'sk_test_of_nobody' }, values)
  expect(refused.problems).toEqual([
    { name: 'STRIPE_SECRET_KEY', message: expect.stringMatching(/^Stripe refuses to create prices .*401/) },
  ])
})
