import type { Page } from 'playwright-core'
import { z } from 'zod'
import { expect } from './expect.ts'
import type { App } from './start-app.ts'
import { buttonIn } from './subscription-page.ts'
import { expectToast } from './toast.ts'

/** Payments through our pages and those of the payment provider. */

const World = z.object({
  customers: z.array(z.looseObject({ id: z.string(), email: z.string().nullish() })),
  subscriptions: z.array(z.looseObject({ customer: z.string(), status: z.string() })),
  invoices: z.array(z.looseObject({ customer: z.string(), total: z.number(), amount_paid: z.number() })),
})

/** The user's objects at the payment provider. */
export async function atStripe(app: App, email: string) {
  const world = World.parse(await app.control('GET', '/control/stripe'))
  const customers = world.customers.filter((customer) => customer.email === email)
  const own = <T extends { customer: string }>(all: T[]): T[] =>
    all.filter((one) => customers.some(({ id }) => id === one.customer))
  return {
    customers: customers.map(({ id }) => id),
    statuses: own(world.subscriptions).map(({ status }) => status),
    totals: own(world.invoices).map(({ total }) => total),
    paid: own(world.invoices).map(({ amount_paid }) => amount_paid),
  }
}

const cents = (text: string | null): number => Number(text?.replaceAll(/\D/g, ''))
const factIn = (page: Page, name: string) => page.locator(`dt:text-is("${name}") + dd`)
export const planIn = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })
export const totalIn = (page: Page) =>
  page.getByRole('table', { name: 'Each month' }).getByRole('row', { name: /^Total/ })
export const expectPaid = (page: Page) =>
  expectToast(page, 'Payment Successful', 'Your subscription has been updated successfully.')

export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date').fill('12 / 40')
  await page.getByLabel('Security code').fill('123')
}

export async function choosePlan(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^(Subscribe Now|Change Plan)$/ }).click()
  await page.getByRole('radio', { name }).click()
  await page.getByRole('dialog').locator('[type=submit]').click()
}

/** Confirms a change. @returns the cents shown: charged now, or credited */
export async function confirmChange(app: App, page: Page, fact: string, button: string): Promise<number> {
  await expect(factIn(page, fact)).toHaveText(/^\$\d/)
  const shown = cents(await factIn(page, fact).textContent())
  const reloaded = page.waitForEvent('load')
  await page
    .getByRole(/Plan/.test(button) ? 'alertdialog' : 'dialog')
    .getByRole('button', { name: button })
    .click()
  await reloaded
  await expectPaid(page)
  await expect(page).toHaveURL(`${app.url}/subscription`)
  return shown
}

export async function changeAddons(
  app: App,
  page: Page,
  presses: string[],
  fact: string,
  button: string,
): Promise<number> {
  await buttonIn(page, 'Manage Email Add-ons').click()
  for (const name of presses) await buttonIn(page, name).click()
  return confirmChange(app, page, fact, button)
}
