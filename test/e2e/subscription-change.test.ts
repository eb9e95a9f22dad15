import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect as expectValue, test } from 'vitest'
import { z } from 'zod'
import { pay, shopOf } from '../kit/billing.ts'
import { launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { callFunction } from '../kit/outlook.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { badgeIn, buttonIn, openSubscription, type Subscriber } from '../kit/subscription-page.ts'
import { newAccount } from '../kit/visitors.ts'
import { toastIn } from '../kit/toast.ts'

/**
 * Changes the plan of a user with add-ons: the amounts in the dialog are those that the payment provider charges or
 * credits.
 */
let app: App
let browser: TestBrowser
let who: Subscriber

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ workers: true }), launchBrowser()])
  who = await newAccount(app)
  const shop = await shopOf(app)
  const wanted = { planId: shop.pro, addons: [{ id: shop.small, quantity: 1 }] }
  const { body } = await callFunction(app, who, 'create-checkout', wanted)
  await fetch((await pay(String(body['url']))) ?? '', { redirect: 'manual' })
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const World = z.object({ invoices: z.array(z.object({ amount_paid: z.int() })) })
const paid = async (): Promise<number[]> =>
  World.parse(await app.control('GET', '/control/stripe')).invoices.map(({ amount_paid }) => amount_paid)
const total = (page: Page) => page.getByRole('table', { name: 'Each month' }).getByRole('row', { name: /^Total/ })

/** @returns the amount in cents shown under this name */
async function change(page: Page, plan: string, fact: string): Promise<number> {
  await buttonIn(page, 'Change Plan').click()
  await page.getByRole('radio', { name: plan }).click()
  await page.getByRole('dialog').locator('[type=submit]').click()
  const question = page.getByRole('alertdialog', { name: `Change to ${plan} now?` })
  const amount = question.locator(`dt:text-is("${fact}") + dd`)
  await expect(amount).toHaveText(/^\$\d/)
  const shown = Number((await amount.textContent())?.replaceAll(/[^\d]/g, ''))
  const reloaded = page.waitForEvent('load')
  await question.getByRole('button', { name: 'Change Plan' }).click()
  await reloaded
  await expect(toastIn(page, 'Payment Successful')).toBeVisible()
  await expect(badgeIn(page)).toHaveText(`Plan: ${plan}`)
  return shown
}

test('upgrades and downgrades to the cent, and keeps the add-ons', async () => {
  const { page } = await openSubscription(browser, app, who)
  const charged = await change(page, 'Business', 'Charged now')
  expectValue(charged).toBeGreaterThan(2900)
  expectValue(charged).toBeLessThanOrEqual(3000)
  expectValue(await paid()).toEqual([2400, charged])
  await expect(total(page)).toContainText('$54.00')
  await expect(page.getByText('26,000 emails per month')).toBeVisible()

  const credit = await change(page, 'Pro', 'Credit on your next invoice')
  expectValue(credit).toBeGreaterThan(2900)
  expectValue(await paid()).toEqual([2400, charged])
  await expect(total(page)).toContainText('$24.00')
})
