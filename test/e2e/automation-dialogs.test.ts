import type { Page } from 'playwright-core'
import { expect } from '../kit/expect.ts'
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest'
import type { UsableActionType } from '../../contract/actions.ts'
import { actingMailbox, type ActingMailbox } from '../kit/acting-mailbox.ts'
import { expectNoAxeViolations, failCalls, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { horizontalOverflow, openAs } from '../kit/folders-page.ts'
import { shiftsOf, watchShifts } from '../kit/layout-shifts.ts'
import { connectService } from '../kit/services.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { promptPauseMs } from '../../web/limits.ts'

let app: App
let browser: TestBrowser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ workers: true }), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const names = {
  draft_reply: 'Draft reply',
  forward_mail: 'Forward mail',
  store_attachment_dropbox: 'Store attachments in Dropbox',
  store_attachment_google_drive: 'Store attachments in Google Drive',
  store_attachment_onedrive: 'Store attachments in OneDrive',
  ai_agent_action: 'AI agent',
} as const satisfies Record<UsableActionType, string>

/** The page does not notice that the user pauses: a slow machine pauses between typing and the next press. */
const withoutPauses = (page: Page): Promise<unknown> =>
  page.addInitScript((pauseMs) => {
    const usual = window.setTimeout.bind(window)
    const value = (handler: TimerHandler, ms?: number, ...rest: unknown[]): number =>
      ms === pauseMs ? 0 : usual(handler, ms, ...rest)
    Object.defineProperty(window, 'setTimeout', { value })
  }, promptPauseMs)

/** @param whileTyping prompts are analysed when the user pauses */
async function configure(
  acting: ActingMailbox,
  type: UsableActionType,
  { whileTyping = false, ...options }: Parameters<typeof openAs>[4] & { whileTyping?: boolean } = {},
) {
  const opened = await openAs(browser, app, acting.mailbox, '/dashboard?tab=folders', {
    ...options,
    prepare: async (page) => void (whileTyping || (await withoutPauses(page))),
  })
  const { page } = opened
  await page.getByRole('button', { name: 'Show details of Bills' }).click()
  await page.getByRole('button', { name: `Configure ${names[type]}` }).click()
  const form = page.getByRole('dialog', { name: `Configure ${names[type]}` })
  await expect(form.getByRole('button', { name: 'Save configuration' })).toBeVisible()
  const press = (name: string) => form.getByRole('button', { name, exact: true })
  return { ...opened, form, press, card: form.getByRole('region', { name: 'Analysis' }) }
}
const analyses = /unified-data-source-mcp$/
const saved = async (acting: ActingMailbox): Promise<unknown[]> =>
  (await acting.mailbox.rows<{ config: unknown }[]>('email_folder_actions?select=config&order=action_order')).map(
    ({ config }) => config,
  )
const savePlan = 'Check the plan, then save.'

describe('prompt of the AI agent', () => {
  let acting: ActingMailbox
  beforeEach(async () => {
    acting = await actingMailbox(app, ['ai_agent_action'])
  })

  test('analyses by keyboard: the card opens, collapses, and disappears with the next keystroke', async () => {
    const { page, form, press, card, complaints } = await configure(acting, 'ai_agent_action')
    const prompt = form.getByLabel('Prompt')
    await prompt.fill('Save PDF invoices to Dropbox under Finance/{year}, then create a contact in TeamLeader')
    await page.keyboard.press('Tab')
    await expect(press('Analyze')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(toastIn(page, 'Analysis complete')).toBeVisible()
    const head = card.getByRole('button', { name: /^Analysis/ })
    await expect(head).toHaveAttribute('aria-expanded', 'true')
    await expect(head).toHaveText(/Confidence: \d{1,3}%$/)
    await expect(card.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveText([
      /^Store attachments .* in Dropbox under Finance/,
      'Create the sender as a contact in TeamLeader.',
    ])
    await expect(card.getByText(/^Not connected: Dropbox, TeamLeader\./)).toBeVisible()
    await expect(card.getByRole('link', { name: /^Connections/ })).toHaveAttribute('href', '/connections')
    await expect(card.getByText('Low confidence')).toHaveCount(0)
    await expectNoAxeViolations(page)

    await head.press('Enter')
    await expect(head).toHaveAttribute('aria-expanded', 'false')
    await expect(card.getByText('Create the sender as a contact')).toHaveCount(0)
    await press('Analyze').press('Enter')
    await expect(head).toHaveAttribute('aria-expanded', 'true')

    await prompt.press('End')
    await prompt.press('.')
    await expect(card).toHaveCount(0)
    expect(complaints).toEqual([])
  })

  test('shows low confidence for an unknown prompt, and no warning for connected services', async () => {
    await connectService(app, acting.who, 'dropbox')
    const { page, form, press, card } = await configure(acting, 'ai_agent_action')
    await form.getByLabel('Prompt').fill('Colourless green ideas sleep furiously')
    await press('Analyze').click()
    await expect(card.getByText('Low confidence - prompt may be unclear or too complex')).toBeVisible()
    await expectNoAxeViolations(page)
    await form.getByLabel('Prompt').fill('Save PDF invoices to Dropbox, and delete the mail')
    await press('Analyze').click()
    await expect(card.getByText(/^Not connected/)).toHaveCount(0)
    await card.getByText('Technical details').click()
    await expect(card.getByText('Dropbox: Connected')).toBeVisible()
    await expect(card.getByText('Nothing is ever deleted or removed: this part was left out.')).toBeVisible()
  })

  test('reports a failed analysis in a toast and the card; the next keystroke removes it', async () => {
    const { page, form, press, card } = await configure(acting, 'ai_agent_action')
    await form.getByLabel('Prompt').fill('Save PDF invoices to Dropbox')
    await press('Analyze').click()
    await expect(card).toBeVisible()
    await failCalls(page, analyses, { status: 429, code: 'rate_limited', message: 'Please wait a moment.' })
    await press('Analyze').click()
    await expect(toastIn(page, 'Analysis failed')).toContainText('Please wait a moment.')
    const failed = form.getByRole('alert').filter({ hasText: 'Analysis Failed' })
    await expect(failed).toContainText('Please wait a moment.')
    await expect(failed).toBeInViewport()
    // In place of the former plan, not below its space.
    const [tools, notice] = [await press('Analyze').boundingBox(), await failed.boundingBox()]
    expect((notice?.y ?? 0) - (tools?.y ?? 0)).toBeLessThan(80)
    await expectNoAxeViolations(page)
    await form.getByLabel('Prompt').press('x')
    await expect(failed).toHaveCount(0)
  })

  test('shows the message for a missing session', async () => {
    const { page, form, press } = await configure(acting, 'ai_agent_action')
    await form.getByLabel('Prompt').fill('Save PDF invoices to Dropbox')
    // The page refreshes its session first and succeeds.
    await page.route(/unified-data-source-mcp$/, (route) =>
      route.fulfill({ status: 401, json: { error: { code: 'unauthorized', message: 'Please sign in.' } } }),
    )
    await press('Analyze').click()
    await expect(toastIn(page, 'Analysis failed')).toContainText('User not authenticated')
  })

  test('replaces the prompt when enhanced and removes the analysis; keeps it on failure', async () => {
    const { page, form, press, card } = await configure(acting, 'ai_agent_action')
    const prompt = form.getByLabel('Prompt')
    await prompt.fill('Save PDF invoices to Dropbox')
    await failCalls(page, /ai-prompt-enhancer$/, { message: 'It is too much at once.', status: 429 })
    await press('Enhance').click()
    await expect(toastIn(page, 'Enhancement failed')).toContainText('It is too much at once.')
    await expect(prompt).toHaveValue('Save PDF invoices to Dropbox')
    await press('Analyze').click()
    await expect(card).toBeVisible()
    await press('Enhance').click()
    await expect(toastIn(page, 'Prompt enhanced')).toBeVisible()
    await expect(prompt).toHaveValue(/Save PDF invoices to Dropbox\..*\n/)
    await expect(card).toHaveCount(0)
  })

  test('neither analyses nor enhances an empty prompt', async () => {
    const { page, form, press } = await configure(acting, 'ai_agent_action')
    await form.getByLabel('Prompt').fill('  \n')
    await press('Analyze').click()
    await expect(toastIn(page, 'No prompt to analyze')).toContainText('Please enter some instructions first.')
    await press('Enhance').click()
    await expect(toastIn(page, 'No prompt to enhance')).toContainText('Please enter some instructions first.')
  })

  test('drops responses to a prompt that has changed', async () => {
    const { page, form, press, card } = await configure(acting, 'ai_agent_action')
    const prompt = form.getByLabel('Prompt')
    for (const [name, pattern] of [
      ['Analyze', '**/unified-data-source-mcp'],
      ['Enhance', '**/ai-prompt-enhancer'],
    ] as const) {
      const gate = Promise.withResolvers<void>()
      await page.route(pattern, async (route) => {
        await gate.promise
        await route.fallback()
      })
      await prompt.fill('Save PDF invoices to Dropbox')
      await press(name).click()
      await expect(form.getByRole('button', { name: /^(Analyzing|Enhancing)\.\.\.$/ })).toBeDisabled()
      await prompt.press('End')
      await prompt.press('!')
      const answered = page.waitForResponse(pattern)
      gate.resolve()
      await answered
      await expect(press(name)).toBeEnabled()
      await expect(prompt).toHaveValue('Save PDF invoices to Dropbox!')
    }
    await expect(card).toHaveCount(0)
    await expect(toastIn(page, 'Analysis complete')).toHaveCount(0)
    await expect(toastIn(page, 'Prompt enhanced')).toHaveCount(0)
  })

  test('shows the plan while the prompt is typed, and saves it with one press', async () => {
    const { page, form, press, card } = await configure(acting, 'ai_agent_action', { whileTyping: true })
    await form.getByLabel('Prompt').fill('Save PDF invoices to Dropbox')
    await expect(card.getByRole('list', { name: 'Steps' })).toContainText('in Dropbox.')
    await expect(form.getByText(/not connected/i)).toHaveCount(1)
    await expect(toastIn(page, 'Analysis complete')).toHaveCount(0)
    await expectNoAxeViolations(page)
    expect(await saved(acting)).toEqual([{}])

    await failCalls(page, /email-actions$/, { when: (body) => body.includes('"config"') })
    await press('Save configuration').press('Enter')
    await expect(toastIn(page, 'Error saving configuration')).toBeVisible()
    await expect(form.getByLabel('Prompt')).toHaveValue('Save PDF invoices to Dropbox')
    await press('Save configuration').press('Enter')
    await expect(toastIn(page, 'Configuration saved')).toBeVisible()
    await expect(form).toHaveCount(0)
    expect(await saved(acting)).toMatchObject([{ prompt: 'Save PDF invoices to Dropbox' }])

    await page.getByRole('button', { name: 'Configure AI agent' }).click()
    const runs = form.getByRole('region', { name: 'What runs now' })
    await expect(runs.getByRole('listitem')).toContainText('in Dropbox.')
    await expect(form.getByText(/not connected/i)).toHaveCount(1)
    await form.getByLabel('Prompt').press('x')
    await expect(runs).toHaveCount(0)
    await form.getByLabel('Prompt').press('Backspace')
    await form.getByText('Advanced').click()
    await form.getByRole('slider', { name: 'Max connections' }).press('ArrowRight')
    await press('Save configuration').click()
    await expect(form).toHaveCount(0)
    expect(await saved(acting)).toMatchObject([{ maxConnections: 4 }])
  })

  test('keeps a new prompt unsaved where its plan leaves something to check', async () => {
    const { page, form, press, card } = await configure(acting, 'ai_agent_action')
    await form.getByLabel('Prompt').fill('Save PDF invoices to Dropbox, and delete the mail')
    await press('Save configuration').press('Enter')
    await expect(form.getByText(savePlan)).toBeVisible()
    await expect(page.locator('output[aria-live=polite]')).toContainText(savePlan)
    await expect(press('Save configuration')).toBeFocused()
    await expect(card.getByRole('heading', { name: /^Analysis/ })).toBeInViewport()
    expect(await saved(acting)).toEqual([{}])
    await press('Save configuration').press('Enter')
    await expect(form).toHaveCount(0)
  })

  test('does not save a plan that could not be created, and says so', async () => {
    const { page, form, press } = await configure(acting, 'ai_agent_action')
    await form.getByLabel('Prompt').fill('Colourless green ideas sleep furiously')
    await failCalls(page, analyses, { status: 429, message: 'Please wait a moment.' })
    await press('Save configuration').click()
    await expect(form.getByText('Not saved: the analysis failed. Please try again.')).toBeVisible()
    expect(await saved(acting)).toEqual([{}])
    await press('Analyze').click()
    await expect(toastIn(page, 'Analysis complete')).toBeVisible()
    await expect(form.getByText(/^Not saved/)).toHaveCount(0)
    await press('Save configuration').click()
    await expect(form).toHaveCount(0)
    await page.getByRole('button', { name: 'Configure AI agent' }).click()
    await expect(form.getByText('Nothing: the saved prompt gives no plan.')).toBeVisible()
    await expectNoAxeViolations(page)
  })
})

test("storing attachments: reads prompt and instructions as one plan for the dialog's service", async () => {
  const acting = await actingMailbox(app, ['store_attachment_google_drive'])
  const { form, press, card } = await configure(acting, 'store_attachment_google_drive')
  await form.getByLabel('Prompt').fill('Only PDF')
  await press('Analyze').click()
  await expect(card.getByRole('list', { name: 'Steps' })).toContainText(
    '.pdf in the folder of this action in Google Drive.',
  )
  await expect(form.getByText(/not connected/i)).toHaveCount(1)
  await form.getByLabel('Instructions').fill('A folder for each sender')
  await expect(card).toHaveCount(0)
  await press('Save configuration').click()
  await expect(form).toHaveCount(0)
  expect(await saved(acting)).toMatchObject([{ prompt: 'Only PDF', instructions: 'A folder for each sender' }])
})

describe('test run', () => {
  test("shows the effect on the folder's latest email for the unsaved form, and does nothing", async () => {
    const acting = await actingMailbox(app, ['draft_reply'])
    const { page, form, press, complaints } = await configure(acting, 'draft_reply')
    await press('Test').click()
    await expect(form.getByRole('alert')).toHaveText(/^No email has been sorted into this folder yet/)
    await expect(form.getByRole('alert')).toBeInViewport({ ratio: 1 })
    await expectNoAxeViolations(page)

    await acting.change('draft_reply', { is_active: false })
    await acting.sorted({ subject: '<b>Your bill</b>', from: 'bills@power.example', text: 'Please pay 40 euro.' })
    await form.getByLabel('Instructions', { exact: true }).fill('Offer a call')
    await expect(form.getByRole('alert')).toHaveCount(0)
    await press('Test').press('Enter')
    const result = form.getByRole('status')
    await expect(result).toContainText('With <b>Your bill</b> from bills@power.example')
    await expect(result).toContainText('Reply to “<b>Your bill</b>”')
    await expect(result).toContainText('Hello Someone,')
    await expect(result).toContainText('Written from a template, without a language model.')
    await expect(result).toBeInViewport()
    await expectNoAxeViolations(page)
    await form.getByLabel('Tone').selectOption('Casual')
    await expect(result).toHaveCount(0)
    expect(await acting.drafts()).toEqual([])
    expect(complaints).toEqual([])
  })

  test('uses the email selected among the latest ten of the folder', async () => {
    const acting = await actingMailbox(app, ['draft_reply'])
    await acting.change('draft_reply', { is_active: false })
    for (let at = 1; at <= 11; at += 1) {
      await acting.sorted({ subject: `Bill ${at}`, from: 'bills@power.example', text: 'Please pay 40 euro.' })
      await app.advance('1 min')
    }
    const { page, form, press } = await configure(acting, 'draft_reply')
    const mails = form.getByLabel('Test with')
    await expect(mails.getByRole('option')).toHaveText([
      'The newest email',
      ...Array.from({ length: 10 }, (_, at) => new RegExp(`^Bill ${11 - at}, from bills@power.example, `)),
    ])
    await press('Test').click()
    const result = form.getByRole('status')
    await expect(result).toContainText('With Bill 11 from bills@power.example')
    await mails.selectOption({ index: 10 })
    await expect(result).toHaveCount(0)
    await press('Test').click()
    await expect(result).toContainText('With Bill 2 from bills@power.example')
    await expectNoAxeViolations(page)
  })

  test('reports what is missing', async () => {
    const acting = await actingMailbox(app, ['store_attachment_dropbox'])
    await acting.change('store_attachment_dropbox', { is_active: false })
    await acting.sorted({ subject: 'Your bill' })
    const { form, press } = await configure(acting, 'store_attachment_dropbox')
    await press('Test').click()
    await expect(form.getByText(/not connected/)).toBeVisible()
  })
})

test('scrolls a long analysis on a phone above visible buttons, without overflow', async () => {
  const acting = await actingMailbox(app, ['ai_agent_action'])
  const { page, form, press, card } = await configure(acting, 'ai_agent_action', { width: 390, height: 700 })
  const more = 'and create a contact in TeamLeader and find invoice number and total'
  await form
    .getByLabel('Prompt')
    .fill(
      `Save PDF invoices to Dropbox under Finance/${'Very-long-name'.repeat(8)}/{year}, ${more}, and delete the mail`,
    )
  await press('Save configuration').click()
  await expect(card).toBeVisible()
  await expect(press('Save configuration')).toBeInViewport()
  await expect(form.getByText(savePlan)).toBeInViewport()
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  expect(await form.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
})

test('reserves space for content that loads later: nothing shifts', async () => {
  const acting = await actingMailbox(app, ['ai_agent_action', 'forward_mail'])
  await acting.configure('forward_mail', { destination_email: 'office@books.example' })
  await acting.configure('ai_agent_action', { prompt: 'Save PDF invoices to Dropbox' })
  await acting.pause(true)
  const { page } = await openAs(browser, app, acting.mailbox, '/dashboard?tab=folders', {
    prepare: watchShifts,
  })
  const calls = { held: 0, gate: Promise.withResolvers<void>() }
  const held = /functions\/v1\/(forward-addresses|mailbox-settings|email-actions)$|rest\/v1\/email_folder_actions/
  await page.route(held, async (route) => {
    calls.held += 1
    await calls.gate.promise
    await route.fallback()
  })
  /** Presses, and lets the responses through long after that, also those of later calls. */
  const pressAndWait = async (name: string): Promise<void> => {
    Object.assign(calls, { held: 0, gate: Promise.withResolvers<void>() })
    await page.getByRole('button', { name }).click()
    await expect.poll(() => calls.held).toBeGreaterThan(0)
    await page.waitForFunction((since) => performance.now() > since + 600, await page.evaluate(() => performance.now()))
    calls.gate.resolve()
  }
  await expect(page.getByRole('button', { name: 'Show details of Bills' })).toBeVisible()
  const before = await shiftsOf(page)
  await pressAndWait('Show details of Bills')
  await expect(page.getByText('Not confirmed')).toBeVisible()
  await expect(page.getByText('All automated actions of this mailbox are paused in its settings.')).toBeVisible()
  const moved: Record<string, number> = { folder: (await shiftsOf(page)) - before }

  await pressAndWait('Configure Forward mail')
  await expect(page.getByRole('button', { name: 'Allow Sending' })).toBeVisible()
  moved['forward'] = (await shiftsOf(page)) - before
  await page.getByRole('button', { name: 'Cancel' }).click()
  await pressAndWait('Configure AI agent')
  await expect(page.getByRole('region', { name: 'What runs now' })).toBeVisible()
  moved['agent'] = (await shiftsOf(page)) - before
  expect(moved).toEqual({ folder: expect.closeTo(0, 2), forward: expect.closeTo(0, 2), agent: expect.closeTo(0, 2) })
})
